import { runOn } from '@svc/database';
import { transactWith, type TransactWith } from '@svc/outbox';
import { recordWrites, type RecordCreation } from '@svc/records';
import type { DataSource, EntityManager } from 'typeorm';
import { asset, type Asset } from '../records/asset';
import { assetTransfer } from '../records/asset-transfer';
import { assetRepository } from './asset-repository';
import { assetTypeRepository } from './asset-type-repository';
import { meterRepository } from './meter-repository';
import { serviceRecordRepository } from './service-record-repository';

const unitOfWork = (tx: EntityManager) => ({
  assets: assetRepository(tx),
  assetTypes: assetTypeRepository(tx),
  meters: meterRepository(tx),
  serviceRecords: serviceRecordRepository(tx),
  transfers: recordWrites(runOn(tx), assetTransfer, 'assets'),
});

/** What a use case may touch while a transaction is open. */
export type UnitOfWork = ReturnType<typeof unitOfWork>;

export type Transact = TransactWith<UnitOfWork>;

/** Transactions on the assets schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);

/** Writes a new asset with its history and event, in one statement. */
export type AddAsset = (created: RecordCreation<Asset>) => Promise<void>;

export const addAssetOn =
  (db: DataSource | EntityManager, committed: () => void): AddAsset =>
  async (created) => {
    await recordWrites(runOn(db), asset, 'assets').insert([created]);
    committed();
  };
