import { existing, textKey } from '@svc/contracts';
import { runOn, statement, takeTurn, uniqueViolation } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { locationNameTaken, type InventoryLocation, type LocationDraft } from '../domain/location';
import { LOCATION_COLUMNS, locationTable } from './location-table';

const FIND_BY_NAME = statement<{ companyId: number; key: string }, InventoryLocation>()(
  'find_location_by_name',
  `select ${LOCATION_COLUMNS} from locations record
   where company_id = :companyId and name_key = :key for no key update`,
);

const LOCK = statement<{ companyId: number; id: number }, InventoryLocation>()(
  'lock_location',
  `select ${LOCATION_COLUMNS} from locations record
   where company_id = :companyId and id = :id for no key update`,
);

/** The inventory locations of a company, told apart by the keys of their names. */
export const locationRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  const locations = tx.getRepository(locationTable);

  async function refusingDuplicates<T>(name: string, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      throw uniqueViolation(error, 'locations_name_key') ? locationNameTaken(name) : error;
    }
  }

  return {
    /** The company's location, locked until the transaction ends. */
    async lock(companyId: number, id: number): Promise<InventoryLocation> {
      const [location] = await run(LOCK, { companyId, id });
      return existing(location, 'Inventory location');
    },

    /** The location of this name; nobody else makes or changes it before the transaction ends. */
    async lockByName(companyId: number, name: string): Promise<InventoryLocation | undefined> {
      await takeTurn(tx, `location ${companyId} ${name}`);
      const [location] = await run(FIND_BY_NAME, { companyId, key: textKey(name) });
      return location;
    },

    /** Writes a new location, or refuses a name that another one has. */
    async add(draft: LocationDraft): Promise<InventoryLocation> {
      const row = { ...draft, nameKey: textKey(draft.locationName) };
      const { identifiers } = await refusingDuplicates(draft.locationName, () =>
        locations.insert(row),
      );
      return { ...draft, id: Number(identifiers[0]?.['id']) };
    },

    /** Writes a changed location, or refuses a name that another one has. */
    async save({ companyId, id, ...changes }: InventoryLocation): Promise<void> {
      const row = { ...changes, nameKey: textKey(changes.locationName) };
      await refusingDuplicates(changes.locationName, () =>
        locations.update({ companyId, id }, row),
      );
    },
  };
};

export type LocationRepository = ReturnType<typeof locationRepository>;
