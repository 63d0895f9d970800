import { existing } from '@svc/contracts';
import { runOn, selectList, statement, takeTurn, takeTurns } from '@svc/database';
import { recordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { asset, type Asset } from '../records/asset';
import { takeAssetNumbers, type AssetNumber } from './asset-numbers';

const SELECT =
  `select ${selectList(asset.columns)} from assets where company_id = :companyId` as const;

const FIND = statement<{ companyId: number; id: number }, Asset>()(
  'find_asset_alone',
  `${SELECT} and id = :id`,
);

const LOCK = statement<{ companyId: number; id: number }, Asset>()(
  'lock_asset',
  `${SELECT} and id = :id for update`,
);

const LOCK_BY_SERIAL_NUMBER = statement<{ companyId: number; serialNumber: string }, Asset>()(
  'lock_asset_by_serial_number',
  `${SELECT} and serial_number = :serialNumber and deleted_at is null
   order by id limit 1 for update`,
);

const FIND_SERIAL_NUMBERS = statement<{ companyId: number; serialNumbers: readonly string[] }>()(
  'find_serial_numbers',
  `select from assets
   where company_id = :companyId and serial_number = any(:serialNumbers) and deleted_at is null limit 1`,
);

const turnOf = (companyId: number, serialNumber: string): string =>
  `asset ${companyId} ${serialNumber}`;

const requireLive = (found: Asset | undefined): Asset =>
  existing(found?.deletedAt ? undefined : found, 'Asset');

/** Assets inside a transaction. */
export const assetRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    ...recordWrites(run, asset, 'assets'),

    /** The company's asset, as it is when no change depends on it. */
    async find(companyId: number, id: number): Promise<Asset> {
      const [found] = await run(FIND, { companyId, id });
      return requireLive(found);
    },

    /** The company's asset, locked until the transaction ends. */
    async lock(companyId: number, id: number): Promise<Asset> {
      const [found] = await run(LOCK, { companyId, id });
      return requireLive(found);
    },

    /** The company's asset, deleted or not, locked until the transaction ends. */
    async lockIncludingDeleted(companyId: number, id: number): Promise<Asset> {
      const [found] = await run(LOCK, { companyId, id });
      return existing(found, 'Asset');
    },

    /**
     * The company's oldest asset of this serial number, locked until the transaction ends.
     *
     * The number is locked too: of two that create the same asset at once, neither finds a row to
     * lock.
     */
    async lockBySerialNumber(companyId: number, serialNumber: string): Promise<Asset | undefined> {
      await takeTurn(tx, turnOf(companyId, serialNumber));
      const [found] = await run(LOCK_BY_SERIAL_NUMBER, { companyId, serialNumber });
      return found;
    },

    /** Whether the company has no asset of these serial numbers, which nobody else creates meanwhile. */
    async areNew(companyId: number, serialNumbers: readonly string[]): Promise<boolean> {
      await takeTurns(
        tx,
        serialNumbers.map((serialNumber) => turnOf(companyId, serialNumber)),
      );
      return (await run(FIND_SERIAL_NUMBERS, { companyId, serialNumbers })).length === 0;
    },

    nextNumbers: (companyId: number, count: number): Promise<AssetNumber[]> =>
      takeAssetNumbers(run, companyId, count),
  };
};
