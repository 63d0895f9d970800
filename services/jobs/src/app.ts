import { runOn } from '@svc/database';
import { createServiceApp, type ServiceApp } from '@svc/http';
import { rebuildOn } from '@svc/projections';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { jobsRoutes } from './http/routes';
import { jobIds } from './persistence/job-ids';
import { jobReads } from './persistence/job-reads';
import { addJobOn, transactOn } from './persistence/transaction';
import type { ProjectionName, Projections } from './projections/projections';
import { referenceReads } from './projections/reference-reads';
import { jobsUseCases } from './use-cases';

export interface JobsDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
  readonly projections: Projections;
  /** Called after each change that was committed. */
  readonly committed: () => void;
}

/** The jobs service, without its listener. */
export function jobsApp({ db, projections, committed, now, ...rest }: JobsDependencies): Koa {
  const run = runOn(db);
  const jobs = jobsUseCases({
    jobs: jobReads(run),
    transact: transactOn(db, committed),
    addJob: addJobOn(db, committed),
    nextJobId: jobIds(run),
    findReferences: referenceReads(run, projections),
    rebuildProjections: rebuildOn<ProjectionName>(db, projections),
    now,
  });
  return createServiceApp({
    routers: [jobsRoutes(jobs), adminRoutes(jobs), internalRoutes(jobs)],
    now,
    ...rest,
  });
}
