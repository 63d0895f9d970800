import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { customerTable } from './customer-table';
import { locationTable } from './location-table';
import { CreateCustomers1770000000000 } from './migrations/1770000000000-create-customers';
import { serviceRequestTable } from './service-request-table';

export const entities = [customerTable, locationTable, serviceRequestTable];
export const migrations = [CreateCustomers1770000000000];

/** The connection to the `customers` schema. */
export const customersDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
