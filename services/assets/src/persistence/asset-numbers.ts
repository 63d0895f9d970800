import { batchQueries, statement, type Run } from '@svc/database';

export interface AssetNumber {
  readonly id: number;
  readonly number: number;
}

/** Reserves an id and a tag number before the asset is written. */
export type NextAssetNumber = (companyId: number) => Promise<AssetNumber>;

const TAKE = statement<{ companyId: number; count: number }, AssetNumber>()(
  'take_asset_numbers',
  `with counter as (
     insert into asset_tag_counters as counter (company_id, last) values (:companyId, :count)
     on conflict (company_id) do update set last = counter.last + excluded.last
     returning last
   )
   select nextval(pg_get_serial_sequence('assets', 'id')) as id, number
   from counter, generate_series(last - :count + 1, last) as number`,
);

export const takeAssetNumbers = (
  run: Run,
  companyId: number,
  count: number,
): Promise<AssetNumber[]> => run(TAKE, { companyId, count });

/**
 * Takes numbers on the transaction's own connection. If it waited for a second one while holding
 * the first, such transactions could all wait for each other.
 */
export const createTransactionAssetNumbers =
  (run: Run): NextAssetNumber =>
  async (companyId) => {
    const [taken] = await takeAssetNumbers(run, companyId, 1);
    return taken as AssetNumber;
  };

/**
 * Reserves numbers before and apart from the assets. A company has one counter, and a transaction
 * that raises it locks it until its commit is on disk: if each create raised it in its own
 * transaction, all would wait for one disk write after the other. Creates that arrive during a
 * reservation share the next one. The number of a rejected asset is lost.
 */
export const createSharedAssetNumbers = (run: Run): NextAssetNumber =>
  batchQueries(
    (companyIds: readonly number[]) =>
      takeAssetNumbers(run, companyIds[0] as number, companyIds.length),
    { groupBy: (companyId) => companyId, maxConcurrent: 1 },
  );
