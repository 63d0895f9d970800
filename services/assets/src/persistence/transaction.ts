import { runOn } from '@svc/database';
import {
  changeLog,
  outbox,
  transactWith,
  type ChangeLog,
  type Outbox,
  type TransactWith,
} from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import {
  assetRepository,
  insertAsset,
  type AssetRepository,
  type CreatedAsset,
} from './asset-repository';
import { assetTransferRepository, type AssetTransferRepository } from './asset-transfer-repository';
import { assetTypeRepository, type AssetTypeRepository } from './asset-type-repository';
import { meterRepository, type MeterRepository } from './meter-repository';
import { serviceRecordRepository, type ServiceRecordRepository } from './service-record-repository';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly assets: AssetRepository;
  readonly assetTypes: AssetTypeRepository;
  readonly meters: MeterRepository;
  readonly serviceRecords: ServiceRecordRepository;
  readonly transfers: AssetTransferRepository;
  readonly outbox: Outbox;
  readonly changeLog: ChangeLog;
}

export type Transact = TransactWith<UnitOfWork>;

const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  assets: assetRepository(tx),
  assetTypes: assetTypeRepository(tx),
  meters: meterRepository(tx),
  serviceRecords: serviceRecordRepository(tx),
  transfers: assetTransferRepository(tx),
  outbox: outbox(tx, 'assets'),
  changeLog: changeLog(tx, 'assets'),
});

/** Transactions on the assets schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);

/** Writes a new asset with its history and event, in a transaction of its own. */
export type AddAsset = (created: CreatedAsset) => Promise<void>;

export const addAssetOn =
  (db: DataSource | EntityManager, committed: () => void): AddAsset =>
  async (created) => {
    await insertAsset(runOn(db), created);
    committed();
  };
