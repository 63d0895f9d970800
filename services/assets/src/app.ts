import { ASSETS } from '@svc/contracts';
import {
  createCompanyEmptier,
  createDoOnceWithExternalIds,
  createExternalIds,
  createRun,
  runRolledBack,
} from '@svc/database';
import { createContextRouters, createServiceApp, type DryRun, type ServiceApp } from '@svc/http';
import { createRebuildProjections } from '@svc/projections';
import type Koa from 'koa';
import type { DataSource, EntityManager } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { assetsRoutes } from './http/routes';
import {
  createSharedAssetNumbers,
  createTransactionAssetNumbers,
} from './persistence/asset-numbers';
import { assetHistory } from './persistence/asset-history';
import { createAssetReads } from './persistence/asset-reads';
import { createAssetTransferReads } from './persistence/asset-transfer-reads';
import { createAssetTypeReads } from './persistence/asset-types';
import { createMeterReads } from './persistence/meters';
import { createServiceRecordReads } from './persistence/service-records';
import { createWrites } from './persistence/transaction';
import type { ProjectionName, Projections } from './projections/projections';
import { createReferenceReads, withPlannedRecords } from './projections/reference-reads';
import { createAssetsUseCases, type AssetsUseCases } from './use-cases';
import type { Dependencies } from './use-cases/dependencies';

export interface AssetsDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
  readonly projections: Projections;
  readonly onCommitted: () => void;
}

export function createAssetsApp({
  db,
  projections,
  onCommitted,
  now,
  log,
  ...rest
}: AssetsDependencies): Koa {
  const createDependencies = (
    on: DataSource | EntityManager,
    whenCommitted: () => void,
  ): Dependencies => {
    const run = createRun(on);
    return {
      assets: createAssetReads(run),
      history: assetHistory(run),
      assetTypes: createAssetTypeReads(run),
      serviceRecords: createServiceRecordReads(run),
      transfers: createAssetTransferReads(run),
      meters: createMeterReads(run),
      externalIds: createExternalIds(run, { assets: { among: 'record.deleted_at is null' } }),
      ...createWrites(on, whenCommitted),
      nextAssetNumber:
        on === db ? createSharedAssetNumbers(run) : createTransactionAssetNumbers(run),
      findReferences: createReferenceReads(run, projections),
      rebuildProjections: createRebuildProjections<ProjectionName>(db, projections),
      now,
    };
  };
  const dependencies = createDependencies(db, onCommitted);
  const assets = createAssetsUseCases(dependencies);
  const dryRun: DryRun<AssetsUseCases> = (work) =>
    runRolledBack(db, (tx) => {
      const planned = createDependencies(tx, () => undefined);
      const findReferences = withPlannedRecords(createRun(tx), planned.findReferences);
      return work(createAssetsUseCases({ ...planned, findReferences }));
    });
  const runOnce = createDoOnceWithExternalIds(db, {
    dependencies,
    createDependencies: (tx) => createDependencies(tx, () => undefined),
    createUseCases: createAssetsUseCases,
    onCommitted,
  });
  return createServiceApp({
    routers: [
      ...createContextRouters({
        contract: ASSETS,
        useCases: assets,
        createRoutes: assetsRoutes,
        createAdminRoutes: adminRoutes,
        runOnce,
        dryRun,
        emptyCompany: createCompanyEmptier(db),
        log,
      }),
      ...internalRoutes(assets, dependencies.assets),
    ],
    batchedOperations: ['getAsset', 'updateAsset', 'changeAssetStatus'],
    now,
    log,
    ...rest,
  });
}
