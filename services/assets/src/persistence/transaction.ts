import { createRun, type Run } from '@svc/database';
import { defineWrites } from '@svc/outbox';
import { createRecordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { assetTransfer } from '../records/asset-transfer';
import { assetRepository, assetWrites } from './asset-repository';
import { assetTypeRepository } from './asset-types';
import { meterRepository } from './meters';
import { serviceRecordRepository } from './service-records';

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

export const createWrites = defineWrites(unitOfWork, singleWrites);

export type Writes = ReturnType<typeof createWrites>;
