import { textKey, type Caller, type LocationType } from '@svc/contracts';
import {
  createListReads,
  createRecordReads,
  createRun,
  lockName,
  matchTerm,
  readListPage,
  selectList,
  statement,
  toConditions,
  toListOrder,
  type ListPage,
  type ListSource,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import { createRecordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { inventoryLocation, type InventoryLocation } from '../records/inventory-location';
import type { NewLocation } from '../domain/location';
import { nameTaken } from '../domain/name-taken';
import { refuseDuplicates } from './refuse-duplicates';

export interface LocationFilter {
  readonly type?: LocationType | undefined;
  readonly isActive?: true | undefined;
  readonly search?: string | undefined;
  readonly updatedFrom?: Date | undefined;
}

export interface StoredItem {
  readonly partName: string;
  readonly partNumber: string;
  readonly quantity: number;
  readonly reservedQuantity: number;
  readonly available: number;
}

const LOCATION_COLUMNS = selectList(inventoryLocation.columns, 'record');

const SUMMARY = statement<{ companyId: number; locationId: number }, StoredItem>()(
  'summary_of_location',
  `select part_name as "partName", part_number as "partNumber", quantity,
     reserved_quantity as "reservedQuantity", quantity - reserved_quantity as available
   from stock join items item on item.company_id = stock.company_id and item.id = item_id
   where stock.company_id = :companyId and location_id = :locationId
   order by part_number, item_id`,
);

export const createLocationReads = (run: Run) => ({
  ...createRecordReads<InventoryLocation>(run, inventoryLocation),

  /** Every item that the location has or had. */
  storedAt: (companyId: number, locationId: number): Promise<StoredItem[]> =>
    run(SUMMARY, { companyId, locationId }),

  ...createListReads<InventoryLocation, LocationFilter>(run, listOf),

  listByName: (
    companyId: number,
    filter: LocationFilter,
    page: Page,
  ): Promise<ListPage<InventoryLocation>> =>
    readListPage(run, { ...listOf(companyId, filter), order: 'record.name_key' }, page),
});

function listOf(
  companyId: number,
  { type, isActive, search, updatedFrom }: LocationFilter,
): ListSource {
  const where = toConditions(
    { type, updatedFrom },
    { type: 'record.type = ?', updatedFrom: 'record.updated_at >= ?' },
  );
  return {
    name: 'locations',
    table: 'locations record',
    columns: LOCATION_COLUMNS,
    owner: { company_id: companyId },
    where: isActive ? [...where, ['record.is_active']] : where,
    search: matchTerm('record.name_key', search),
    order: toListOrder('record', updatedFrom),
  };
}

const FIND_BY_NAME = statement<{ companyId: number; key: string }, InventoryLocation>()(
  'find_location_by_name',
  `select ${LOCATION_COLUMNS} from locations record
   where company_id = :companyId and name_key = :key for update`,
);

const noEvents = () => [];

export const createLocationRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  const writes = createRecordWrites(run, inventoryLocation, 'inventory');

  return {
    ...createRecordReads<InventoryLocation>(run, inventoryLocation, { isLocking: true }),

    /** Locks the name until the transaction ends. */
    async lockByName(companyId: number, name: string): Promise<InventoryLocation | undefined> {
      await lockName(tx, `location ${companyId} ${name}`);
      const [location] = await run(FIND_BY_NAME, { companyId, key: textKey(name) });
      return location;
    },

    /** @throws conflict when another location has the name */
    add: (author: Caller, draft: NewLocation): Promise<InventoryLocation> =>
      unlessTaken(draft, () => writes.add(author, draft, noEvents)),

    change: (author: Caller, before: InventoryLocation, after: InventoryLocation): Promise<void> =>
      unlessTaken(after, () => writes.change(author, before, after, noEvents)),
  };
};

const unlessTaken = <T>({ locationName }: NewLocation, write: () => Promise<T>): Promise<T> =>
  refuseDuplicates('locations_name_key', () => nameTaken('location', locationName), write);
