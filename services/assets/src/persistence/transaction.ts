import { createRun, type Run } from '@svc/database';
import {
  createTransactWith,
  createWriteOnceWith,
  type TransactWith,
  type WriteOnce,
} from '@svc/outbox';
import { createRecordWrites } from '@svc/records';
import type { DataSource, EntityManager } from 'typeorm';
import { assetTransfer } from '../records/asset-transfer';
import { assetRepository, assetWrites } from './asset-repository';
import { assetTypeRepository } from './asset-type-repository';
import { meterRepository } from './meter-repository';
import { serviceRecordRepository } from './service-record-repository';

const unitOfWork = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    ...singleWrites(run, true),
    assets: assetRepository(tx),
    assetTypes: assetTypeRepository(run),
    transfers: createRecordWrites(run, assetTransfer, 'assets'),
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
  transact: createTransactWith(db, unitOfWork, committed),
  writeOnce: createWriteOnceWith(db, singleWrites, committed),
});
