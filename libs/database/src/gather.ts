import { ANSWER_WITHIN_MS } from '@svc/contracts';
import pg from 'pg';
import { tookTooLong } from './violations';

/** Answers several questions with one statement; the answers are in the order of the questions. */
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
): Containing<Columns[keyof Columns]> {
  const values = Object.values(columns).map((value) => `(select ${value})`);
  const names = [...Object.keys(columns), 'position'];
  const rows = `unnest(${values.join(', ')}) with ordinality as asked (${names.join(', ')})`;
  return rows as Containing<Columns[keyof Columns]>;
}

/** A text that contains each of some parts, so that `statement` sees the names of the values in it. */
type Containing<Part extends string> = `${string}(select ${Part})${string}`;

/** Rows, without their positions, in the order of the questions; undefined for a question without a row. */
export function inOrderOfQuestions<Row>(
  rows: readonly (Row & { readonly position: number })[],
): readonly (Row | undefined)[] {
  const ordered: (Row | undefined)[] = [];
  for (const { position, ...row } of rows) ordered[position - 1] = row as Row;
  return ordered;
}

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly askedMs: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Enough for any load, and few enough that an answer never waits for thousands of others. */
const MOST_AT_ONCE = 100;

/**
 * How many statements of one kind of reads are under way at most; questions that arrive meanwhile share
 * the next one. Two, so that PostgreSQL works on one while the answers of the other are sent.
 */
export const READS_UNDER_WAY = 2;

export interface Gathering<Question> {
  /** Questions of different groups never share a statement. All are in one group by default. */
  groupOf?(question: Question): unknown;
  /** How many statements of a group are under way at most; any number by default. */
  readonly mostUnderWay?: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** The questions of one group. */
interface Group<Question, Answer> {
  waiting: Asked<Question, Answer>[];
  statementsUnderWay: number;
}

/**
 * Gathers questions into shared statements: those asked within one turn of the event loop, and those
 * asked while `mostUnderWay` statements are under way. A question that waits until its caller has
 * been answered is rejected.
 *
 * Most of the cost of a short statement is to send it, to wake a backend and to commit. A process under
 * load reads many requests in one turn, which share that cost; a single request does not wait. When
 * PostgreSQL refuses a statement of several questions, each is asked again alone, so that no question
 * fails because of another.
 *
 * Where a statement may wait for a lock that belongs to a company, the companies are the groups, each
 * with one statement under way. So no company waits for another one's lock or uses up the connections.
 */
export function gather<Question, Answer>(
  answerAll: AnswerAll<Question, Answer>,
  {
    groupOf = () => undefined,
    mostUnderWay = Infinity,
    now = () => performance.now(),
  }: Gathering<Question> = {},
): (question: Question) => Promise<Answer> {
  // Those with a question or a statement; the others are forgotten.
  const groups = new Map<unknown, Group<Question, Answer>>();

  async function answer(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await answerAll(asked.map(({ question }) => question));
      asked.forEach(({ resolve }, place) => resolve(answers[place] as Answer));
    } catch (error) {
      if (asked.length > 1 && error instanceof pg.DatabaseError && !tookTooLong(error)) {
        for (const one of asked) await answer([one]);
        return;
      }
      for (const { reject } of asked) reject(error);
    }
  }

  /** Rejects the questions that have waited too long, and answers the others. */
  function inTime(asked: readonly Asked<Question, Answer>[]): Asked<Question, Answer>[] {
    const earliestMs = now() - ANSWER_WITHIN_MS;
    for (const { askedMs, reject } of asked) {
      if (askedMs < earliestMs) reject(new Error('Its turn did not come in time.'));
    }
    return asked.filter(({ askedMs }) => askedMs >= earliestMs);
  }

  function answerWaiting(key: unknown, group: Group<Question, Answer>): void {
    while (group.waiting.length > 0 && group.statementsUnderWay < mostUnderWay) {
      group.statementsUnderWay += 1;
      void answer(group.waiting.splice(0, MOST_AT_ONCE)).then(() => {
        group.statementsUnderWay -= 1;
        group.waiting = inTime(group.waiting);
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
      group.waiting.push({ question, askedMs: now(), resolve, reject });
    });
}
