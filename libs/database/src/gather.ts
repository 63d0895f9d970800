import pg from 'pg';

/** Answers several questions with one statement, each at its question's place. */
export type AnswerAll<Question, Answer> = (
  questions: readonly Question[],
) => Promise<readonly Answer[]>;

/** A value that is an array, with its type: `:ids::bigint[]`. */
type ArrayValue = `:${string}::${string}[]`;

/**
 * Questions as rows of `asked`, each column's values in an array, with the question's `position`:
 * `from ${askedRows({ company_id: ':companyIds::bigint[]', id: ':ids::bigint[]' })} join …`. As with
 * `anyOf`, the planner does not count them.
 */
export function askedRows<const Columns extends Readonly<Record<string, ArrayValue>>>(
  columns: Columns,
): Holding<Columns[keyof Columns]> {
  const values = Object.values(columns).map((value) => `(select ${value})`);
  const names = [...Object.keys(columns), 'position'];
  const rows = `unnest(${values.join(', ')}) with ordinality as asked (${names.join(', ')})`;
  return rows as Holding<Columns[keyof Columns]>;
}

/** A text with each of some parts in it, by which a statement knows its names. */
type Holding<Part extends string> = `${string}(select ${Part})${string}`;

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
 * Answers together what is asked within one turn of the event loop, whoever asks it.
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
  let waiting: Asked<Question, Answer>[] = [];

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

  function answerWaiting(): void {
    const all = waiting;
    waiting = [];
    for (const group of groupsOf(all, ({ question }) => groupOf(question))) {
      for (let start = 0; start < group.length; start += MOST_AT_ONCE) {
        void answer(group.slice(start, start + MOST_AT_ONCE));
      }
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answerWaiting);
      waiting.push({ question, resolve, reject });
    });
}

function groupsOf<Item>(items: readonly Item[], groupOf: (item: Item) => unknown): Item[][] {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group) group.push(item);
    else groups.set(groupOf(item), [item]);
  }
  return [...groups.values()];
}
