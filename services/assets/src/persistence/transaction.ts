import { createRun, type Run } from '@svc/database';
import { defineWrites } from '@svc/outbox';
import { createRecordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { assetTransfer } from '../records/asset-transfer';
import { createAssetRepository, createAssetWrites } from './asset-repository';
import { createAssetTypeRepository } from './asset-types';
import { createMeterRepository } from './meters';
import { createServiceRecordRepository } from './service-records';

const createUnitOfWork = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    ...createSingleWrites(run, true),
    assets: createAssetRepository(tx),
    assetTypes: createAssetTypeRepository(run),
    transfers: createRecordWrites(run, assetTransfer, 'assets'),
  };
};

const createSingleWrites = (run: Run, isLocking: boolean) => ({
  assets: createAssetWrites(run, isLocking),
  meters: createMeterRepository(run),
  serviceRecords: createServiceRecordRepository(run),
});

export type UnitOfWork = ReturnType<typeof createUnitOfWork>;

export type SingleWrites = ReturnType<typeof createSingleWrites>;

export const createWrites = defineWrites(createUnitOfWork, createSingleWrites);

export type Writes = ReturnType<typeof createWrites>;
