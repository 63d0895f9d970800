import { RESPONSE_DEADLINE_MS } from '@svc/contracts';
import pg from 'pg';
import { isTimeout } from './violations';

/** Returns results in the order of the inputs. */
export type RunBatch<Input, Result> = (inputs: readonly Input[]) => Promise<readonly Result[]>;

type ArrayValue = `:${string}::${string}[]`;

/**
 * SQL for a table `input` of the inputs and their `position`:
 * `from ${inputRows({ company_id: ':companyIds::bigint[]' })} join …`. The subqueries hide array lengths from
 * the planner, which would otherwise plan each call again.
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

interface PendingInput<Input, Result> {
  readonly input: Input;
  readonly addedMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const MAX_BATCH_SIZE = 100;

/** PostgreSQL runs one statement while the results of the other are sent. */
export const MAX_CONCURRENT_READS = 2;

export interface BatchOptions<Input> {
  /** Inputs of different groups never share a statement. */
  groupBy?(input: Input): unknown;
  /** Per group. */
  readonly maxConcurrent?: number;
  readonly now?: () => number;
}

interface Group<Input, Result> {
  waiting: PendingInput<Input, Result>[];
  running: number;
}

/**
 * Runs many inputs in one statement: those of one turn of the event loop, and those that arrive while
 * `maxConcurrent` statements run. Most of a short statement's cost is sending it, waking a backend and
 * committing.
 *
 * If PostgreSQL rejects a batch, each input runs alone, so that none fails because of another. Where
 * statements may wait for a company's lock, group by company with one at a time: then no company waits for
 * another's lock or uses up the connections.
 */
export function batchQueries<Input, Result>(
  runBatch: RunBatch<Input, Result>,
  {
    groupBy = () => undefined,
    maxConcurrent = Infinity,
    now = () => performance.now(),
  }: BatchOptions<Input> = {},
): (input: Input) => Promise<Result> {
  const groups = new Map<unknown, Group<Input, Result>>();

  async function run(batch: readonly PendingInput<Input, Result>[]): Promise<void> {
    try {
      const results = await runBatch(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && error instanceof pg.DatabaseError && !isTimeout(error)) {
        for (const each of batch) await run([each]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  function rejectLate(
    batch: readonly PendingInput<Input, Result>[],
  ): PendingInput<Input, Result>[] {
    const earliestMs = now() - RESPONSE_DEADLINE_MS;
    for (const { addedMs, reject } of batch) {
      if (addedMs < earliestMs) reject(new Error('Timed out waiting for a slot.'));
    }
    return batch.filter(({ addedMs }) => addedMs >= earliestMs);
  }

  function startBatches(key: unknown, group: Group<Input, Result>): void {
    while (group.waiting.length > 0 && group.running < maxConcurrent) {
      group.running += 1;
      void run(group.waiting.splice(0, MAX_BATCH_SIZE)).then(() => {
        group.running -= 1;
        group.waiting = rejectLate(group.waiting);
        startBatches(key, group);
        if (group.running === 0) groups.delete(key);
      });
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const key = groupBy(input);
      let group = groups.get(key);
      if (!group) groups.set(key, (group = { waiting: [], running: 0 }));
      if (group.waiting.length === 0) setImmediate(startBatches, key, group);
      group.waiting.push({ input, addedMs: now(), resolve, reject });
    });
}
