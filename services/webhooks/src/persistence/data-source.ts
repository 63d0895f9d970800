import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { endpointTable } from './endpoint-table';
import { CreateWebhooks1770000000000 } from './migrations/1770000000000-create-webhooks';

export const entities = [endpointTable];
export const migrations = [CreateWebhooks1770000000000];

export const webhooksDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
