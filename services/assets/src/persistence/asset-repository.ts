import {
  createRecordReads,
  createRun,
  lockName,
  lockNames,
  selectList,
  statement,
  type Run,
} from '@svc/database';
import { createRecordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { asset, type Asset } from '../records/asset';
import { takeAssetNumbers, type AssetNumber } from './asset-numbers';

const LOCK_BY_SERIAL_NUMBER = statement<{ companyId: number; serialNumber: string }, Asset>()(
  'lock_asset_by_serial_number',
  `select ${selectList(asset.columns)} from assets
   where company_id = :companyId and serial_number = :serialNumber and deleted_at is null
   order by id limit 1 for update`,
);

const FIND_SERIAL_NUMBERS = statement<{ companyId: number; serialNumbers: readonly string[] }>()(
  'find_serial_numbers',
  `select from assets
   where company_id = :companyId and serial_number = any(:serialNumbers) and deleted_at is null limit 1`,
);

const toLockName = (companyId: number, serialNumber: string): string =>
  `asset ${companyId} ${serialNumber}`;

export const createAssetWrites = (run: Run, isLocking: boolean) => ({
  ...createRecordReads<Asset>(run, asset, { isLocking }),
  ...createRecordWrites(run, asset, 'assets'),
});

export const createAssetRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    ...createAssetWrites(run, true),

    /**
     * Locks the company's oldest asset of this serial number, and the number itself: of two that
     * create the same asset, neither finds a row to lock.
     */
    async lockBySerialNumber(companyId: number, serialNumber: string): Promise<Asset | undefined> {
      await lockName(tx, toLockName(companyId, serialNumber));
      const [found] = await run(LOCK_BY_SERIAL_NUMBER, { companyId, serialNumber });
      return found;
    },

    /** Locks the serial numbers until the transaction ends. */
    async lockSerialNumbersAndCheckUnused(
      companyId: number,
      serialNumbers: readonly string[],
    ): Promise<boolean> {
      await lockNames(
        tx,
        serialNumbers.map((serialNumber) => toLockName(companyId, serialNumber)),
      );
      return (await run(FIND_SERIAL_NUMBERS, { companyId, serialNumbers })).length === 0;
    },

    nextNumbers: (companyId: number, count: number): Promise<AssetNumber[]> =>
      takeAssetNumbers(run, companyId, count),
  };
};
