import { existing } from '@svc/contracts';
import { runOn, statement, takeExternalId } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Location, NewLocation } from '../domain/location';
import { LOCATION_COLUMNS, locationRow, locationTable } from './location-table';

const LOCK = statement<{ companyId: number; customerId: number; id: number }, Location>()(
  'lock_location',
  `select ${LOCATION_COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId and id = :id for update`,
);

const OF_CUSTOMER = statement<{ companyId: number; customerId: number }, Location>()(
  'locations_to_change',
  `select ${LOCATION_COLUMNS} from locations
   where company_id = :companyId and customer_id = :customerId order by id for update`,
);

/** Locations inside a transaction. */
export const locationRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    /** The customer's location, locked until the transaction ends. */
    async lock(companyId: number, customerId: number, id: number): Promise<Location> {
      const [location] = await run(LOCK, { companyId, customerId, id });
      return existing(location, 'Location');
    },

    /** All locations of the customer, oldest first, locked until the transaction ends. */
    lockAll: (companyId: number, customerId: number): Promise<Location[]> =>
      run(OF_CUSTOMER, { companyId, customerId }),

    /** @throws ExternalIdTaken when another location has the external id. */
    async add(location: NewLocation): Promise<Location> {
      const { identifiers } = await takeExternalId('locations', location, () =>
        tx.insert(locationTable, locationRow(location)),
      );
      return { ...location, id: Number(identifiers[0]?.['id']) };
    },

    async addAll(locations: readonly NewLocation[]): Promise<Location[]> {
      const { identifiers } = await tx.insert(locationTable, locations.map(locationRow));
      return locations.map((location, at) => ({
        ...location,
        id: Number(identifiers[at]?.['id']),
      }));
    },

    /** @throws ExternalIdTaken when another location has the external id. */
    async update(location: Location): Promise<void> {
      const { companyId, id, ...row } = locationRow(location);
      await takeExternalId('locations', location, () =>
        tx.update(locationTable, { companyId, id }, row),
      );
    },
  };
};
