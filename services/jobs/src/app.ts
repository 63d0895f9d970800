import { runOn } from '@svc/database';
import { createServiceApp, type ServiceApp } from '@svc/http';
import { rebuildOn } from '@svc/projections';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { invoiceRecords, invoiceRoutes } from './http/invoice-routes';
import { jobsRoutes } from './http/routes';
import { invoiceReads } from './persistence/invoice-reads';
import { jobIds } from './persistence/job-ids';
import { jobReads } from './persistence/job-reads';
import { addJobOn, changeJobOn, transactOn } from './persistence/transaction';
import type { ProjectionName, Projections } from './projections/projections';
import { referenceReads } from './projections/reference-reads';
import { jobsUseCases, type JobsUseCases } from './use-cases';

export interface JobsDependencies {
  readonly db: DataSource;
  readonly projections: Projections;
  readonly now: () => Date;
  /** Called after each change that was committed. */
  readonly committed: () => void;
}

/** What can be done with jobs, on a database. */
export function jobsOn({ db, projections, now, committed }: JobsDependencies): JobsUseCases {
  const run = runOn(db);
  return jobsUseCases({
    jobs: jobReads(run),
    invoices: invoiceReads(run),
    transact: transactOn(db, committed),
    addJob: addJobOn(db, committed),
    changeJob: changeJobOn(db, committed),
    nextJobId: jobIds(run),
    findReferences: referenceReads(run, projections),
    rebuildProjections: rebuildOn<ProjectionName>(db, projections),
    now,
  });
}

/** The jobs service, without its listener. */
export const jobsApp = (jobs: JobsUseCases, settings: Omit<ServiceApp, 'routers'>): Koa =>
  createServiceApp({
    routers: [
      jobsRoutes(jobs),
      adminRoutes(jobs),
      invoiceRoutes(jobs),
      internalRoutes(jobs),
      invoiceRecords(jobs),
    ],
    ...settings,
  });
