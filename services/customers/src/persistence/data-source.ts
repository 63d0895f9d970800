import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateCustomers1770000000000 } from './migrations/1770000000000-create-customers';

export const migrations = [CreateCustomers1770000000000];

export const customersDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities: [], migrations });
