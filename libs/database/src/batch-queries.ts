import { RESPONSE_DEADLINE_MS } from '@svc/contracts';
import pg from 'pg';
import { isTimeout } from './violations';

/** Returns results in the order of the inputs. */
export type RunBatch<Question, Answer> = (
  questions: readonly Question[],
) => Promise<readonly Answer[]>;

type ArrayValue = `:${string}::${string}[]`;

/**
 * Inputs as rows of `asked` with a `position`: `from ${inputRows({ company_id: ':companyIds::bigint[]' })}
 * join …`.
 */
export function inputRows<const Columns extends Readonly<Record<string, ArrayValue>>>(
  columns: Columns,
): Containing<Columns[keyof Columns]> {
  const values = Object.values(columns).map((value) => `(select ${value})`);
  const names = [...Object.keys(columns), 'position'];
  const rows = `unnest(${values.join(', ')}) with ordinality as input (${names.join(', ')})`;
  return rows as Containing<Columns[keyof Columns]>;
}

type Containing<Part extends string> = `${string}(select ${Part})${string}`;

/** Undefined for an input without a row. */
export function reorderToMatchInput<Row>(
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

const MAX_BATCH_SIZE = 100;

/** PostgreSQL runs one statement while the results of the other are sent. */
export const MAX_CONCURRENT_READS = 2;

export interface BatchOptions<Question> {
  /** Inputs of different groups never share a statement. */
  groupBy?(question: Question): unknown;
  /** Per group. */
  readonly maxConcurrent?: number;
  readonly now?: () => number;
}

interface Group<Question, Answer> {
  waiting: Asked<Question, Answer>[];
  statementsUnderWay: number;
}

/**
 * Batches inputs of one turn of the event loop, and those that arrive while `maxConcurrent` statements run:
 * most of a short statement's cost is sending it, waking a backend and committing.
 *
 * If PostgreSQL rejects a batch, each input runs alone, so that none fails because of another. Where
 * statements may wait for a company's lock, group by company with one at a time: then no company waits for
 * another's lock or uses up the connections.
 */
export function batchQueries<Question, Answer>(
  answerAll: RunBatch<Question, Answer>,
  {
    groupBy: groupOf = () => undefined,
    maxConcurrent: mostUnderWay = Infinity,
    now = () => performance.now(),
  }: BatchOptions<Question> = {},
): (question: Question) => Promise<Answer> {
  const groups = new Map<unknown, Group<Question, Answer>>();

  async function answer(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await answerAll(asked.map(({ question }) => question));
      asked.forEach(({ resolve }, place) => resolve(answers[place] as Answer));
    } catch (error) {
      if (asked.length > 1 && error instanceof pg.DatabaseError && !isTimeout(error)) {
        for (const one of asked) await answer([one]);
        return;
      }
      for (const { reject } of asked) reject(error);
    }
  }

  function inTime(asked: readonly Asked<Question, Answer>[]): Asked<Question, Answer>[] {
    const earliestMs = now() - RESPONSE_DEADLINE_MS;
    for (const { askedMs, reject } of asked) {
      if (askedMs < earliestMs) reject(new Error('Its turn did not come in time.'));
    }
    return asked.filter(({ askedMs }) => askedMs >= earliestMs);
  }

  function answerWaiting(key: unknown, group: Group<Question, Answer>): void {
    while (group.waiting.length > 0 && group.statementsUnderWay < mostUnderWay) {
      group.statementsUnderWay += 1;
      void answer(group.waiting.splice(0, MAX_BATCH_SIZE)).then(() => {
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
