import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateDashboard1770000000000 } from './migrations/1770000000000-create-dashboard';
import { userTable } from './user-table';

export const entities = [userTable];
export const migrations = [CreateDashboard1770000000000];

export const dashboardDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
