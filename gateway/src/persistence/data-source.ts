import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { companyTable } from './company-table';
import { keyTable } from './key-table';
import { CreateGateway1770000000000 } from './migrations/1770000000000-create-gateway';

export const gatewayEntities = [companyTable, keyTable];
export const gatewayMigrations = [CreateGateway1770000000000];

export const gatewayDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource =>
  createDataSource({ ...settings, entities: gatewayEntities, migrations: gatewayMigrations });
