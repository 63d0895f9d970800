import { requireFound } from '@svc/contracts';
import {
  createRun,
  createSummaryReads,
  matchTerm,
  readChanges,
  readListPage,
  selectList,
  statement,
  toConditions,
  toListOrder,
  type ListPage,
  type ListSource,
  type Run,
} from '@svc/database';
import type { ChangesQuery, Page, RowChanges } from '@svc/kernel';
import { createRecordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { toLocationSummary } from '../domain/location-events';
import { location, type Location } from '../records/location';

const COLUMNS = selectList(location.columns);

const FIND = statement<{ companyId: number; customerId: number; id: number }, Location>()(
  'find_location',
  `select ${COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId and id = :id`,
);

export interface LocationContact extends Location {
  readonly customerPhone: string;
  readonly customerEmail: string;
}

const FIND_CONTACT = statement<{ companyId: number; id: number }, LocationContact>()(
  'find_location_contact',
  `select ${selectList(location.columns, 'location')},
     customer_phone as "customerPhone", customer_email as "customerEmail"
   from locations location
   join customers customer
     on customer.company_id = location.company_id and customer.id = location.customer_id
   where location.company_id = :companyId and location.id = :id`,
);

const FIND_ALL = statement<{ companyId: number; customerId: number }, Location>()(
  'all_locations',
  `select ${COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId order by is_primary desc, id`,
);

const LOCK = statement<{ companyId: number; customerId: number; id: number }, Location>()(
  'lock_location',
  `select ${COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId and id = :id for update`,
);

const LOCK_ALL = statement<{ companyId: number; customerId: number }, Location>()(
  'locations_to_change',
  `select ${COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId order by id for update`,
);

const createLocationSummaryReads = createSummaryReads({
  table: 'locations',
  columns: `id, location_name as "locationName", address_street as "addressStreet",
    address_city as "addressCity", address_state as "addressState", address_zip as "addressZip",
    customer_id as "customerId", version`,
  toSummary: toLocationSummary,
});

export interface WantedLocations {
  readonly companyId: number;
  readonly customerId: number;
  readonly externalId?: string | undefined;
  readonly updatedFrom?: Date | undefined;
  /** Part of a name or an address. */
  readonly search?: string | undefined;
}

function createListSource({
  companyId,
  customerId,
  search,
  ...filter
}: WantedLocations): ListSource {
  const searched = matchTerm('location.search_text', search);
  return {
    name: 'locations',
    table: 'locations location',
    columns: COLUMNS,
    owner: { company_id: companyId, customer_id: customerId },
    where: [
      ...toConditions(filter, {
        externalId: 'location.external_id = ?',
        updatedFrom: 'location.updated_at >= ?',
      }),
      // A customer has few locations, so no text index is needed.
      ...(searched ? [searched] : []),
    ],
    order: toListOrder('location', filter.updatedFrom, 'location.is_primary desc, location.id'),
  };
}

const REMOVED_AT = `(
  select customer.deleted_at from customers customer
  where customer.company_id = location.company_id and customer.id = location.customer_id)`;

export const createLocationReads = (run: Run) => ({
  async find(companyId: number, customerId: number, id: number): Promise<Location> {
    const [found] = await run(FIND, { companyId, customerId, id });
    return requireFound(found, 'Location');
  },

  /** Finds a location of a removed customer, too. */
  async findContact(companyId: number, id: number): Promise<LocationContact> {
    const [found] = await run(FIND_CONTACT, { companyId, id });
    return requireFound(found, 'Location');
  },

  /** The primary location comes first. */
  all: (companyId: number, customerId: number): Promise<Location[]> =>
    run(FIND_ALL, { companyId, customerId }),

  list: (wanted: WantedLocations, page: Page): Promise<ListPage<Location>> =>
    readListPage(run, createListSource(wanted), page),

  listChanges: (wanted: WantedLocations, part: ChangesQuery): Promise<RowChanges<Location>> =>
    readChanges(
      run,
      {
        ...createListSource(wanted),
        live: `${REMOVED_AT} is null`,
        changedAt: `coalesce(${REMOVED_AT}, location.updated_at)`,
      },
      part,
    ),

  ...createLocationSummaryReads(run),
});

export const createLocationRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    ...createRecordWrites(run, location, 'customers'),

    async lock(companyId: number, customerId: number, id: number): Promise<Location> {
      const [found] = await run(LOCK, { companyId, customerId, id });
      return requireFound(found, 'Location');
    },

    lockAll: (companyId: number, customerId: number): Promise<Location[]> =>
      run(LOCK_ALL, { companyId, customerId }),
  };
};
