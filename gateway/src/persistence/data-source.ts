import { createDataSource } from '@svc/database';
import type { Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';
import { companyTable } from './company-table';
import { keyTable } from './key-table';
import { CreateGateway1770000000000 } from './migrations/1770000000000-create-gateway';

export const gatewayEntities = [companyTable, keyTable];
export const gatewayMigrations = [CreateGateway1770000000000];

export const gatewayDataSource = (url: string, log: Logger): DataSource =>
  createDataSource({
    url,
    name: 'gateway',
    entities: gatewayEntities,
    migrations: gatewayMigrations,
    log,
  });
