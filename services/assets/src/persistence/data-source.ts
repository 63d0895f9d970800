import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateAssets1770000000000 } from './migrations/1770000000000-create-assets';

export const migrations = [CreateAssets1770000000000];

export const assetsDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, migrations });
