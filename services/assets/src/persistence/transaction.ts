import { runOn, type Run } from '@svc/database';
import { transactWith, writeOnceWith, type TransactWith, type WriteOnce } from '@svc/outbox';
import { recordWrites } from '@svc/records';
import type { DataSource, EntityManager } from 'typeorm';
import { assetTransfer } from '../records/asset-transfer';
import { assetRepository, assetWrites } from './asset-repository';
import { assetTypeRepository } from './asset-type-repository';
import { meterRepository } from './meter-repository';
import { serviceRecordRepository } from './service-record-repository';

const unitOfWork = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    ...singleWrites(run, true),
    assets: assetRepository(tx),
    assetTypes: assetTypeRepository(run),
    transfers: recordWrites(run, assetTransfer, 'assets'),
  };
};

const singleWrites = (run: Run, isLocking: boolean) => ({
  assets: assetWrites(run, isLocking),
  meters: meterRepository(run),
  serviceRecords: serviceRecordRepository(run),
});

export type UnitOfWork = ReturnType<typeof unitOfWork>;

export type SingleWrites = ReturnType<typeof singleWrites>;

export interface Writes {
  readonly transact: TransactWith<UnitOfWork>;
  readonly writeOnce: WriteOnce<SingleWrites>;
}

export const createWrites = (db: DataSource | EntityManager, committed: () => void): Writes => ({
  transact: transactWith(db, unitOfWork, committed),
  writeOnce: writeOnceWith(db, singleWrites, committed),
});
