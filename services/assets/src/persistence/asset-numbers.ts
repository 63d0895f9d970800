import { gather, statement, type Run } from '@svc/database';

/** The id of a new asset, and its number among the company's assets. */
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

/** The company's next numbers, reserved with the transaction, if that is what runs it. */
export const takeAssetNumbers = (
  run: Run,
  companyId: number,
  count: number,
): Promise<AssetNumber[]> => run(TAKE, { companyId, count });

/**
 * Numbers for what a transaction creates, taken by itself. If it waited for another connection while holding
 * one, such transactions could all wait for each other.
 */
export const assetNumbersIn =
  (run: Run): NextAssetNumber =>
  async (companyId) => {
    const [taken] = await takeAssetNumbers(run, companyId, 1);
    return taken as AssetNumber;
  };

/**
 * Numbers for new assets, reserved before and apart from the assets themselves.
 *
 * A company has one counter, and a transaction that raises it locks it until its commit is on disk. If
 * each create raised it in its own transaction, all would wait for one disk write after the other. Here
 * creates that arrive while a reservation is under way share the next one. A number whose asset is
 * refused afterwards is lost, and never given again.
 */
export const assetNumbers = (run: Run): NextAssetNumber =>
  gather(
    (companyIds: readonly number[]) =>
      takeAssetNumbers(run, companyIds[0] as number, companyIds.length),
    { groupOf: (companyId) => companyId, mostUnderWay: 1 },
  );
