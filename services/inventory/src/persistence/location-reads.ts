import type { LocationType } from '@svc/contracts';
import {
  toConditions,
  matchTerm,
  toListOrder,
  readListPage,
  createListReads,
  createRecordReads,
  selectList,
  statement,
  type Found,
  type ListSource,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import { inventoryLocation, type InventoryLocation } from '../records/inventory-location';

export interface LocationFilter {
  readonly type?: LocationType | undefined;
  readonly isActive?: true | undefined;
  /** Part of the name. */
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

export const LOCATION_COLUMNS = selectList(inventoryLocation.columns, 'record');

const SUMMARY = statement<{ companyId: number; locationId: number }, StoredItem>()(
  'summary_of_location',
  `select part_name as "partName", part_number as "partNumber", quantity,
     reserved_quantity as "reservedQuantity", quantity - reserved_quantity as available
   from stock join items item on item.company_id = stock.company_id and item.id = item_id
   where stock.company_id = :companyId and location_id = :locationId
   order by part_number, item_id`,
);

export const locationReads = (run: Run) => ({
  ...createRecordReads<InventoryLocation>(run, inventoryLocation),

  /** Every item that the location has or had. */
  storedAt: (companyId: number, locationId: number): Promise<StoredItem[]> =>
    run(SUMMARY, { companyId, locationId }),

  ...createListReads<InventoryLocation, LocationFilter>(run, listOf),

  listByName: (
    companyId: number,
    filter: LocationFilter,
    page: Page,
  ): Promise<Found<InventoryLocation>> =>
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
    of: { company_id: companyId },
    where: isActive ? [...where, ['record.is_active']] : where,
    search: matchTerm('record.name_key', search),
    order: toListOrder('record', updatedFrom),
  };
}

export type LocationReads = ReturnType<typeof locationReads>;
