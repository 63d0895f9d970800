import { textKey, type Caller } from '@svc/contracts';
import { createRecordReads, createRun, statement, lockName } from '@svc/database';
import { createRecordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { locationNameTaken, type NewLocation } from '../domain/location';
import { inventoryLocation, type InventoryLocation } from '../records/inventory-location';
import { LOCATION_COLUMNS } from './location-reads';
import { refuseDuplicates } from './refuse-duplicates';

const FIND_BY_NAME = statement<{ companyId: number; key: string }, InventoryLocation>()(
  'find_location_by_name',
  `select ${LOCATION_COLUMNS} from locations record
   where company_id = :companyId and name_key = :key for update`,
);

const noEvents = () => [];

export const locationRepository = (tx: EntityManager) => {
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

    /** @throws conflict when another location has the name */
    change: (author: Caller, before: InventoryLocation, after: InventoryLocation): Promise<void> =>
      unlessTaken(after, () => writes.change(author, before, after, noEvents)),
  };
};

const unlessTaken = <T>({ locationName }: NewLocation, write: () => Promise<T>): Promise<T> =>
  refuseDuplicates('locations_name_key', () => locationNameTaken(locationName), write);
