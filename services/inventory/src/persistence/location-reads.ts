import { existing, type LocationType } from '@svc/contracts';
import {
  holdsTerm,
  listOrder,
  listPage,
  listReads,
  statement,
  type Condition,
  type Found,
  type List,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { InventoryLocation } from '../domain/location';
import { LOCATION_COLUMNS } from './location-table';

export interface LocationFilter {
  readonly type?: LocationType | undefined;
  readonly isActive?: true | undefined;
  readonly updatedFrom?: Date | undefined;
}

export interface NamedLocationFilter extends LocationFilter {
  /** Part of the name. */
  readonly search?: string | undefined;
}

/** What a location has of one item. */
export interface StoredItem {
  readonly partName: string;
  readonly partNumber: string;
  readonly quantity: number;
  readonly reservedQuantity: number;
}

const FIND = statement<{ companyId: number; id: number }, InventoryLocation>()(
  'find_location',
  `select ${LOCATION_COLUMNS} from locations record where company_id = :companyId and id = :id`,
);

const SUMMARY = statement<{ companyId: number; locationId: number }, StoredItem>()(
  'summary_of_location',
  `select part_name as "partName", part_number as "partNumber", quantity,
     reserved_quantity as "reservedQuantity"
   from stock join items item on item.company_id = stock.company_id and item.id = item_id
   where stock.company_id = :companyId and location_id = :locationId
   order by part_number, item_id`,
);

const NAME = 'record.name_key';

/** The questions that are asked of locations outside a transaction. */
export const locationReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<InventoryLocation> {
    const [location] = await run(FIND, { companyId, id });
    return existing(location, 'Inventory location');
  },

  /** All items that the location has or had. */
  storedAt: (companyId: number, locationId: number): Promise<StoredItem[]> =>
    run(SUMMARY, { companyId, locationId }),

  ...listReads<InventoryLocation, LocationFilter>(run, listOf),

  /** In the order of names. */
  listByName: (
    companyId: number,
    { search, ...filter }: NamedLocationFilter,
    page: Page,
  ): Promise<Found<InventoryLocation>> =>
    listPage(
      run,
      {
        name: 'locations_by_name',
        table: 'locations record',
        columns: LOCATION_COLUMNS,
        of: { company_id: companyId },
        where: conditionsOf(filter),
        search: holdsTerm(NAME, search),
        order: NAME,
      },
      page,
    ),
});

const listOf = (companyId: number, filter: LocationFilter): List => ({
  name: 'locations',
  table: 'locations record',
  columns: LOCATION_COLUMNS,
  of: { company_id: companyId },
  where: conditionsOf(filter),
  order: listOrder('record', filter.updatedFrom),
});

function conditionsOf({ type, isActive, updatedFrom }: LocationFilter): Condition[] {
  const where: Condition[] = [];
  if (type) where.push(['record.type = ?', type]);
  if (isActive) where.push(['record.is_active']);
  if (updatedFrom) where.push(['record.updated_at >= ?', updatedFrom]);
  return where;
}

export type LocationReads = ReturnType<typeof locationReads>;
