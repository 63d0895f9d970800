import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { assetTable } from './asset-table';
import { assetTransferTable } from './asset-transfer-table';
import { meterReadingTable, meterTable } from './meter-tables';
import { CreateAssets1764000000000 } from './migrations/1764000000000-create-assets';
import { CountShiftsOfAssets1764600000000 } from './migrations/1764600000000-count-shifts-of-assets';
import { FindLocationsOfCustomers1765500000000 } from './migrations/1765500000000-find-locations-of-customers';
import { ListDeletedAssets1765600000000 } from './migrations/1765600000000-list-deleted-assets';
import { TrackChangesOfAssets1766200000000 } from './migrations/1766200000000-track-changes-of-assets';
import { IdentifyRecords1766300000000 } from './migrations/1766300000000-identify-records';
import { KeepDoneOperations1766400000000 } from './migrations/1766400000000-keep-done-operations';
import { KeepHistoryOfAssets1767200000000 } from './migrations/1767200000000-keep-history-of-assets';
import { FindServiceByTime1767200000001 } from './migrations/1767200000001-find-service-by-time';
import { serviceRecordTable } from './service-record-table';

export const entities = [
  assetTable,
  assetTransferTable,
  meterTable,
  meterReadingTable,
  serviceRecordTable,
];
export const migrations = [
  CreateAssets1764000000000,
  CountShiftsOfAssets1764600000000,
  FindLocationsOfCustomers1765500000000,
  ListDeletedAssets1765600000000,
  TrackChangesOfAssets1766200000000,
  IdentifyRecords1766300000000,
  KeepDoneOperations1766400000000,
  KeepHistoryOfAssets1767200000000,
  FindServiceByTime1767200000001,
];

/** The connection to the `assets` schema. */
export const assetsDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
