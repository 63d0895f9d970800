import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { CreateTechnicians1770000000000 } from './migrations/1770000000000-create-technicians';

export const migrations = [CreateTechnicians1770000000000];

export const techniciansDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, migrations });
