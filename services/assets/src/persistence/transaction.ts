import type { DomainEvent } from '@svc/contracts';
import { runOn } from '@svc/database';
import { outbox, transactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Asset } from '../domain/asset';
import { assetRepository, insertAsset, type AssetRepository } from './asset-repository';
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
}

export type Transact = TransactWith<UnitOfWork>;

const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  assets: assetRepository(tx),
  assetTypes: assetTypeRepository(tx),
  meters: meterRepository(tx),
  serviceRecords: serviceRecordRepository(tx),
  transfers: assetTransferRepository(tx),
  outbox: outbox(tx, 'assets'),
});

/** Transactions on the assets schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);

/** Writes a new asset with its event, in a transaction of its own. */
export type AddAsset = (asset: Asset, created: DomainEvent) => Promise<void>;

export const addAssetOn =
  (db: DataSource | EntityManager, committed: () => void): AddAsset =>
  async (asset, created) => {
    await insertAsset(runOn(db), asset, created);
    committed();
  };
