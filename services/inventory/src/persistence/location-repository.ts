import { runOn, statement, takeTurn } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { InventoryLocation, LocationDraft } from '../domain/location';
import { LOCATION_COLUMNS, locationTable } from './location-table';

const FIND_BY_NAME = statement<{ companyId: number; name: string }, InventoryLocation>()(
  'find_location_by_name',
  `select ${LOCATION_COLUMNS} from locations record
   where company_id = :companyId
     and lower(name collate pg_c_utf8) = lower(:name collate pg_c_utf8)`,
);

/** The inventory locations of a company, told apart by name without regard to case. */
export const locationRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  const locations = tx.getRepository(locationTable);
  return {
    /** The location of this name; nobody else makes or changes it before the transaction ends. */
    async lockByName(companyId: number, name: string): Promise<InventoryLocation | undefined> {
      await takeTurn(tx, `location ${companyId} ${name}`);
      const [location] = await run(FIND_BY_NAME, { companyId, name });
      return location;
    },

    async add(draft: LocationDraft): Promise<number> {
      const { identifiers } = await locations.insert(draft);
      return Number(identifiers[0]?.['id']);
    },

    async save({ companyId, id, ...changes }: InventoryLocation): Promise<void> {
      await locations.update({ companyId, id }, changes);
    },
  };
};

export type LocationRepository = ReturnType<typeof locationRepository>;
