import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateJobs1770000000000 } from './migrations/1770000000000-create-jobs';

export const migrations = [CreateJobs1770000000000];

export const jobsDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities: [], migrations });
