import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { jobAssetTable } from './job-asset-table';
import { jobTable } from './job-table';
import { CreateJobs1764000000000 } from './migrations/1764000000000-create-jobs';
import { CreateInvoices1764100000000 } from './migrations/1764100000000-create-invoices';

export const entities = [jobTable, jobAssetTable];
export const migrations = [CreateJobs1764000000000, CreateInvoices1764100000000];

/** The connection to the `jobs` schema. */
export const jobsDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
