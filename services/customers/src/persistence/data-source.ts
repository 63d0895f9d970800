import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { customerTable } from './customer-table';
import { locationTable } from './location-table';
import { CreateCustomers1764000000000 } from './migrations/1764000000000-create-customers';
import { CreateServiceRequests1764100000000 } from './migrations/1764100000000-create-service-requests';
import { CountShiftsOfCustomers1764600000000 } from './migrations/1764600000000-count-shifts-of-customers';
import { DecideServiceRequests1765100000000 } from './migrations/1765100000000-decide-service-requests';
import { TrackChangesOfCustomers1766200000000 } from './migrations/1766200000000-track-changes-of-customers';
import { IdentifyRecords1766300000000 } from './migrations/1766300000000-identify-records';
import { KeepDoneOperations1766400000000 } from './migrations/1766400000000-keep-done-operations';
import { KeepHistoryOfCustomers1767200000000 } from './migrations/1767200000000-keep-history-of-customers';
import { serviceRequestTable } from './service-request-table';

export const entities = [customerTable, locationTable, serviceRequestTable];
export const migrations = [
  CreateCustomers1764000000000,
  CreateServiceRequests1764100000000,
  CountShiftsOfCustomers1764600000000,
  DecideServiceRequests1765100000000,
  TrackChangesOfCustomers1766200000000,
  IdentifyRecords1766300000000,
  KeepDoneOperations1766400000000,
  KeepHistoryOfCustomers1767200000000,
];

/** The connection to the `customers` schema. */
export const customersDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
