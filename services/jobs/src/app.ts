import { JOBS } from '@svc/contracts';
import {
  createCompanyEmptier,
  createDoOnceWithExternalIds,
  createExternalIds,
  createRun,
  runRolledBack,
  type EmptyCompany,
} from '@svc/database';
import {
  createContextRouters,
  createServiceApp,
  type DryRun,
  type RunOnce,
  type ServiceApp,
} from '@svc/http';
import { createRebuildProjections } from '@svc/projections';
import type Koa from 'koa';
import type { DataSource, EntityManager } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { invoiceRecords, invoiceRoutes } from './http/invoice-routes';
import { jobsRoutes } from './http/routes';
import { createInvoiceReads } from './persistence/invoices';
import { createJobHistory } from './persistence/job-history';
import { createJobReads } from './persistence/job-reads';
import { createJobSchedule } from './persistence/job-schedule';
import { createJobWrites, createTransact } from './persistence/transaction';
import type { ProjectionName, Projections } from './projections/projections';
import { createReferenceReads, withPlannedRecords } from './projections/reference-reads';
import { createJobsUseCases, type JobsUseCases } from './use-cases';
import type { Dependencies } from './use-cases/dependencies';

export interface JobsDependencies {
  readonly db: DataSource;
  readonly projections: Projections;
  readonly now: () => Date;
  readonly onCommitted: () => void;
  /** Called after each change of a company's invoices; most of these have no event. */
  readonly onInvoicesChanged: (companyId: number) => void;
}

export type Jobs = JobsUseCases & {
  readonly dryRun: DryRun<JobsUseCases>;
  readonly runOnce: RunOnce<JobsUseCases>;
  readonly emptyCompany: EmptyCompany;
};

type Listeners = Pick<JobsDependencies, 'onCommitted' | 'onInvoicesChanged'>;

/** Notifies nobody: the transaction is rolled back, or not committed yet. */
const NO_LISTENERS: Listeners = {
  onCommitted: () => undefined,
  onInvoicesChanged: () => undefined,
};

export function createJobs({ db, projections, now, ...listeners }: JobsDependencies): Jobs {
  const createDependencies = (
    on: DataSource | EntityManager,
    { onCommitted, onInvoicesChanged }: Listeners,
  ): Dependencies => {
    const run = createRun(on);
    return {
      jobs: createJobReads(run),
      history: createJobHistory(run),
      schedule: createJobSchedule(run),
      invoices: createInvoiceReads(run),
      externalIds: createExternalIds(run, { jobs: { among: 'record.deleted_at is null' } }),
      transact: createTransact(on, onCommitted),
      ...createJobWrites(on, onCommitted),
      findReferences: createReferenceReads(run, projections),
      rebuildProjections: createRebuildProjections<ProjectionName>(db, projections),
      onInvoicesChanged,
      now,
    };
  };
  const dryRun: DryRun<JobsUseCases> = (work) =>
    runRolledBack(db, (tx) => {
      const dependencies = createDependencies(tx, NO_LISTENERS);
      const findReferences = withPlannedRecords(dependencies.findReferences);
      return work(createJobsUseCases({ ...dependencies, findReferences }));
    });
  const dependencies = createDependencies(db, listeners);
  const runOnce = createDoOnceWithExternalIds(db, {
    dependencies,
    createDependencies: (tx) => createDependencies(tx, NO_LISTENERS),
    createUseCases: createJobsUseCases,
    onCommitted: listeners.onCommitted,
  });
  return {
    ...createJobsUseCases(dependencies),
    dryRun,
    runOnce,
    emptyCompany: createCompanyEmptier(db),
  };
}

export function createJobsApp(jobs: Jobs, settings: Omit<ServiceApp, 'routers'>): Koa {
  return createServiceApp({
    routers: [
      ...createContextRouters({
        contract: JOBS,
        useCases: jobs,
        createRoutes: jobsRoutes,
        createAdminRoutes: adminRoutes,
        runOnce: jobs.runOnce,
        isConcurrent: true,
        dryRun: jobs.dryRun,
        emptyCompany: jobs.emptyCompany,
        log: settings.log,
      }),
      invoiceRoutes(jobs),
      internalRoutes(jobs),
      invoiceRecords(jobs),
    ],
    batchedOperations: ['getJob', 'createJob', 'updateJob', 'upsertJob', 'changeJobStatus'],
    ...settings,
  });
}
