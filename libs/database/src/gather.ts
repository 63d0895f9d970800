import pg from 'pg';

/** Answers several questions with one statement, each at its question's place. */
export type AnswerAll<Question, Answer> = (
  questions: readonly Question[],
) => Promise<readonly Answer[]>;

/** A parameter that holds an array: `$1::bigint[]`. */
type ArrayParameter = `$${number}::${string}[]`;

/**
 * Questions as rows of `asked`, each column's values in a parameter, with the question's `position`:
 * `from ${askedRows({ company_id: '$1::bigint[]', id: '$2::bigint[]' })} join …`. As with `anyOf`, the
 * planner does not count them.
 */
export function askedRows(columns: Readonly<Record<string, ArrayParameter>>): string {
  const values = Object.values(columns).map((parameter) => `(select ${parameter})`);
  const names = [...Object.keys(columns), 'position'];
  return `unnest(${values.join(', ')}) with ordinality as asked (${names.join(', ')})`;
}

/** Rows, without their positions, at the places of the questions they answer; some may have none. */
export function inPlaces<Row>(
  rows: readonly (Row & { readonly position: number })[],
): readonly (Row | undefined)[] {
  const placed: (Row | undefined)[] = [];
  for (const { position, ...row } of rows) placed[position - 1] = row as Row;
  return placed;
}

interface Asked<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Enough for any load, and an answer is never kept waiting for thousands of others. */
const MOST_AT_ONCE = 100;

/**
 * Under load the questions of the meantime make one statement in place of many. Two, so that
 * PostgreSQL works on one while the answers of the other go out.
 */
const MOST_UNDER_WAY = 2;

/** The questions of one group. */
interface Group<Question, Answer> {
  readonly waiting: Asked<Question, Answer>[];
  statementsUnderWay: number;
}

/**
 * Answers together what is asked within one turn of the event loop, or while two earlier statements
 * are under way, whoever asks it.
 *
 * Most of what a short statement costs is to send it, to wake a backend and to commit. A process
 * under load reads many requests in a turn, which share that; a single one waits for nobody. What
 * PostgreSQL refuses of several is asked again one by one, so that nobody fails for another one's
 * question. Questions of different groups share nothing: where a statement may wait for a lock, the
 * companies are the groups, so that none waits for another.
 */
export function gather<Question, Answer>(
  answerAll: AnswerAll<Question, Answer>,
  groupOf: (question: Question) => unknown = () => undefined,
): (question: Question) => Promise<Answer> {
  // Those with a question or a statement; the others are forgotten.
  const groups = new Map<unknown, Group<Question, Answer>>();

  async function answer(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await answerAll(asked.map(({ question }) => question));
      asked.forEach(({ resolve }, place) => resolve(answers[place] as Answer));
    } catch (error) {
      if (asked.length > 1 && error instanceof pg.DatabaseError) {
        await Promise.all(asked.map((one) => answer([one])));
        return;
      }
      for (const { reject } of asked) reject(error);
    }
  }

  function answerWaiting(key: unknown, group: Group<Question, Answer>): void {
    while (group.waiting.length > 0 && group.statementsUnderWay < MOST_UNDER_WAY) {
      group.statementsUnderWay += 1;
      void answer(group.waiting.splice(0, MOST_AT_ONCE)).then(() => {
        group.statementsUnderWay -= 1;
        answerWaiting(key, group);
        if (group.statementsUnderWay === 0) groups.delete(key);
      });
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      const key = groupOf(question);
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { waiting: [], statementsUnderWay: 0 }));
      if (group.waiting.length === 0) setImmediate(answerWaiting, key, group);
      group.waiting.push({ question, resolve, reject });
    });
}
