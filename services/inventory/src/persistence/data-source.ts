import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateInventory1770000000000 } from './migrations/1770000000000-create-inventory';

export const migrations = [CreateInventory1770000000000];

export const inventoryDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, migrations });
