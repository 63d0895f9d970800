import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { assetTable } from './asset-table';
import { assetTransferTable } from './asset-transfer-table';
import { meterReadingTable, meterTable } from './meter-tables';
import { CreateAssets1770000000000 } from './migrations/1770000000000-create-assets';
import { serviceRecordTable } from './service-record-table';

export const entities = [
  assetTable,
  assetTransferTable,
  meterTable,
  meterReadingTable,
  serviceRecordTable,
];
export const migrations = [CreateAssets1770000000000];

/** The connection to the `assets` schema. */
export const assetsDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
