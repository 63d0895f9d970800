import { createDataSource, type DataSourceSettings } from '@svc/database';
import type { DataSource } from 'typeorm';
import { itemTable } from './item-table';
import { locationTable } from './location-table';
import { CreateInventory1764000000000 } from './migrations/1764000000000-create-inventory';
import { CountMovesOfItems1764600000000 } from './migrations/1764600000000-count-moves-of-items';
import { MoveOnce1765600000000 } from './migrations/1765600000000-move-once';
import { EmptyLedger1766120000000 } from './migrations/1766120000000-empty-ledger';
import { TrackChangesOfInventory1766200000000 } from './migrations/1766200000000-track-changes-of-inventory';
import { VersionLocations1766300000000 } from './migrations/1766300000000-version-locations';
import { IdentifyRecords1766300000001 } from './migrations/1766300000001-identify-records';
import { KeepDoneOperations1766400000000 } from './migrations/1766400000000-keep-done-operations';
import { KeepHistoryOfItems1766510000000 } from './migrations/1766510000000-keep-history-of-items';
import { IdentifyReservations1767110000000 } from './migrations/1767110000000-identify-reservations';
import { ListReservations1767110000001 } from './migrations/1767110000001-list-reservations';
import { FindChangesOfItems1767200000000 } from './migrations/1767200000000-find-changes-of-items';
import { NoteAwaitedStock1767300000000 } from './migrations/1767300000000-note-awaited-stock';

export const entities = [itemTable, locationTable];
export const migrations = [
  CreateInventory1764000000000,
  CountMovesOfItems1764600000000,
  MoveOnce1765600000000,
  EmptyLedger1766120000000,
  TrackChangesOfInventory1766200000000,
  VersionLocations1766300000000,
  IdentifyRecords1766300000001,
  KeepDoneOperations1766400000000,
  KeepHistoryOfItems1766510000000,
  IdentifyReservations1767110000000,
  ListReservations1767110000001,
  FindChangesOfItems1767200000000,
  NoteAwaitedStock1767300000000,
];

/** The connection to the `inventory` schema. */
export const inventoryDataSource = (
  settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>,
): DataSource => createDataSource({ ...settings, entities, migrations });
