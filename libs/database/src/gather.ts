import { LONGEST_WAIT_MS } from '@svc/kernel';
import pg from 'pg';
import { tookTooLong } from './violations';

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
  readonly askedMs: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Enough for any load, and an answer is never kept waiting for thousands of others. */
const MOST_AT_ONCE = 100;

export interface Grouping<Question> {
  groupOf(question: Question): unknown;
  readonly now?: () => number;
}

/**
 * Answers together what is asked within one turn of the event loop, whoever asks it.
 *
 * Most of what a short statement costs is to send it, to wake a backend and to commit. A process
 * under load reads many requests in a turn, which share that; a single one waits for nobody. What
 * PostgreSQL refuses of several is asked again one by one, so that nobody fails for another one's
 * question.
 *
 * Questions of different groups share nothing, and a group has one statement under way: what is asked
 * meanwhile shares the next, or is rejected after ten seconds. Where a statement may wait for a lock,
 * the companies are the groups, so that none waits for another, nor takes all connections to wait.
 */
export function gather<Question, Answer>(
  answerAll: AnswerAll<Question, Answer>,
  grouping?: Grouping<Question>,
): (question: Question) => Promise<Answer> {
  const now = grouping?.now ?? (() => performance.now());
  let waiting: Asked<Question, Answer>[] = [];
  /** What waits for the statement of its group that is under way. */
  const waitingOf = new Map<unknown, Asked<Question, Answer>[]>();

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

  async function answerInTurn(group: unknown, first: Asked<Question, Answer>[]): Promise<void> {
    let asked = first;
    while (asked.length > 0) {
      waitingOf.set(group, asked.slice(MOST_AT_ONCE));
      await answer(asked.slice(0, MOST_AT_ONCE));
      asked = inTime(waitingOf.get(group) ?? []);
    }
    waitingOf.delete(group);
  }

  /** Without those who have been told by now that it took too long. */
  function inTime(asked: readonly Asked<Question, Answer>[]): Asked<Question, Answer>[] {
    const earliestMs = now() - LONGEST_WAIT_MS;
    for (const { askedMs, reject } of asked) {
      if (askedMs < earliestMs) reject(new Error('Its turn did not come in time.'));
    }
    return asked.filter(({ askedMs }) => askedMs >= earliestMs);
  }

  function answerWaiting(): void {
    const all = waiting;
    waiting = [];
    if (!grouping) {
      for (let start = 0; start < all.length; start += MOST_AT_ONCE) {
        void answer(all.slice(start, start + MOST_AT_ONCE));
      }
      return;
    }
    for (const [group, asked] of groupsOf(all, ({ question }) => grouping.groupOf(question))) {
      const before = waitingOf.get(group);
      if (before) before.push(...asked);
      else void answerInTurn(group, asked);
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(answerWaiting);
      waiting.push({ question, askedMs: now(), resolve, reject });
    });
}

function groupsOf<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => unknown,
): Map<unknown, Item[]> {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group) group.push(item);
    else groups.set(groupOf(item), [item]);
  }
  return groups;
}
