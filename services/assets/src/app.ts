import { runOn } from '@svc/database';
import { createServiceApp, type ServiceApp } from '@svc/http';
import { rebuildOn } from '@svc/projections';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { assetsRoutes } from './http/routes';
import { assetNumbers } from './persistence/asset-numbers';
import { assetReads } from './persistence/asset-reads';
import { serviceRecordReads } from './persistence/service-record-reads';
import { addAssetOn, transactOn } from './persistence/transaction';
import type { ProjectionName, Projections } from './projections/projections';
import { referenceReads } from './projections/reference-reads';
import { assetsUseCases } from './use-cases';

export interface AssetsDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
  readonly projections: Projections;
  /** Called after each change that was committed. */
  readonly committed: () => void;
}

/** The assets service, without its listener. */
export function assetsApp({ db, projections, committed, now, ...rest }: AssetsDependencies): Koa {
  const run = runOn(db);
  const reads = assetReads(run);
  const assets = assetsUseCases({
    assets: reads,
    serviceRecords: serviceRecordReads(run),
    transact: transactOn(db, committed),
    nextAssetNumber: assetNumbers(run),
    addAsset: addAssetOn(db, committed),
    findReferences: referenceReads(run, projections),
    rebuildProjections: rebuildOn<ProjectionName>(db, projections),
    now,
  });
  return createServiceApp({
    routers: [assetsRoutes(assets), adminRoutes(assets), internalRoutes(reads)],
    now,
    ...rest,
  });
}
