import {
  batchQueries,
  inputRows,
  MAX_CONCURRENT_READS,
  reorderToMatchInput,
} from './batch-queries';
import type { Total } from './list';
import { statement, type AnyValues, type Run } from './statement';

interface Types {
  readonly bigint: number;
  readonly text: string;
  readonly boolean: boolean;
}

type Columns = Readonly<Record<string, keyof Types>>;

/** Undefined matches any value. */
type CountedList<ByColumns extends Columns> = {
  readonly [Name in keyof ByColumns]: Types[ByColumns[Name]] | undefined;
};

/**
 * Reads totals from stored counters.
 * @param by columns of `input` that identify a list: `{ company_id: 'bigint', … }`
 * @param counted SQL that selects the `total` of `input`, as one row
 */
export function createTotalsReader<const By extends Columns>(
  name: string,
  by: By,
  counted: string,
): (run: Run, list: CountedList<By>) => Promise<Total | undefined> {
  const columns = Object.keys(by);
  const values = columns.map((column) => [column, `:${column}::${by[column]}[]`] as const);
  const totals = statement<AnyValues, Total & { readonly position: number }>()(
    name,
    `select position, counted.* from ${inputRows(Object.fromEntries(values))}
     cross join lateral (${counted}) counted`,
  );
  const countEach = (run: Run) =>
    batchQueries(
      async (lists: readonly CountedList<By>[]) => {
        const given = columns.map((column) => [column, lists.map((list) => list[column])]);
        return reorderToMatchInput(await run(totals, Object.fromEntries(given)));
      },
      { maxConcurrent: MAX_CONCURRENT_READS },
    );
  const counting = new WeakMap<Run, ReturnType<typeof countEach>>();
  return (run, list) => {
    const count = counting.get(run) ?? countEach(run);
    counting.set(run, count);
    return count(list);
  };
}
