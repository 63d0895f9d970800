import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateJobs1764000000000 } from './migrations/1764000000000-create-jobs';
import { CreateInvoices1764100000000 } from './migrations/1764100000000-create-invoices';
import { CountJobsLessOften1764400000000 } from './migrations/1764400000000-count-jobs-less-often';
import { CountShiftsOfJobs1764600000000 } from './migrations/1764600000000-count-shifts-of-jobs';
import { KeepHistoryOfJobs1765100000000 } from './migrations/1765100000000-keep-history-of-jobs';
import { ListDeletedJobs1765200000000 } from './migrations/1765200000000-list-deleted-jobs';
import { ListInvoicesOfJobs1765400000000 } from './migrations/1765400000000-list-invoices-of-jobs';
import { PayOnce1765300000000 } from './migrations/1765300000000-pay-once';
import { CreateJobsOfServiceRequests1765500000000 } from './migrations/1765500000000-create-jobs-of-service-requests';
import { ScheduleJobs1765600000000 } from './migrations/1765600000000-schedule-jobs';
import { ChargeOnce1765700000000 } from './migrations/1765700000000-charge-once';
import { EmptyPayments1766120000000 } from './migrations/1766120000000-empty-payments';
import { TrackChangesOfJobs1766200000000 } from './migrations/1766200000000-track-changes-of-jobs';
import { IdentifyRecords1766300000000 } from './migrations/1766300000000-identify-records';
import { KeepDoneOperations1766400000000 } from './migrations/1766400000000-keep-done-operations';
import { CountCreatedJobsTogether1766500000000 } from './migrations/1766500000000-count-created-jobs-together';

export const migrations = [
  CreateJobs1764000000000,
  CreateInvoices1764100000000,
  CountJobsLessOften1764400000000,
  CountShiftsOfJobs1764600000000,
  KeepHistoryOfJobs1765100000000,
  ListDeletedJobs1765200000000,
  PayOnce1765300000000,
  ListInvoicesOfJobs1765400000000,
  CreateJobsOfServiceRequests1765500000000,
  ScheduleJobs1765600000000,
  ChargeOnce1765700000000,
  EmptyPayments1766120000000,
  TrackChangesOfJobs1766200000000,
  IdentifyRecords1766300000000,
  KeepDoneOperations1766400000000,
  CountCreatedJobsTogether1766500000000,
];

/** The connection to the `jobs` schema. */
export const jobsDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities: [], migrations });
