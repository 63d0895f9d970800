import type { Outcome } from '@svc/contracts';
import {
  editLocation,
  newLocation,
  type InventoryLocation,
  type LocationChanges,
  type LocationInput,
} from '../domain/location';
import type { StoredItem } from '../persistence/location-reads';
import type { Dependencies } from './dependencies';

export interface LocationWithStock {
  readonly location: InventoryLocation;
  readonly stockSummary: readonly StoredItem[];
}

export const getInventoryLocation =
  ({ locations }: Dependencies) =>
  async (companyId: number, locationId: number): Promise<LocationWithStock> => {
    const [location, stockSummary] = await Promise.all([
      locations.find(companyId, locationId),
      locations.storedAt(companyId, locationId),
    ]);
    return { location, stockSummary };
  };

/** @throws conflict when the company has a location of this name */
export const createInventoryLocation =
  ({ transact, now }: Dependencies) =>
  (companyId: number, input: LocationInput): Promise<InventoryLocation> =>
    transact(({ locations }) => locations.add(newLocation(companyId, input, now())));

/** @throws conflict when another location has the name */
export const editInventoryLocation =
  ({ transact, now }: Dependencies) =>
  (companyId: number, locationId: number, changes: LocationChanges): Promise<InventoryLocation> =>
    transact(async ({ locations }) => {
      const before = await locations.lock(companyId, locationId);
      const after = editLocation(before, changes, now());
      if (after !== before) await locations.save(after);
      return after;
    });

/** Creates the location of this name, or brings it up to date; what is absent stays. */
export const saveInventoryLocation =
  ({ transact, now }: Dependencies) =>
  (companyId: number, input: LocationInput): Promise<{ id: number; outcome: Outcome }> =>
    transact(async ({ locations }) => {
      const before = await locations.lockByName(companyId, input.locationName);
      if (!before) {
        const { id } = await locations.add(newLocation(companyId, input, now()));
        return { id, outcome: 'created' };
      }
      const after = editLocation(before, input, now());
      if (after === before) return { id: before.id, outcome: 'unchanged' };
      await locations.save(after);
      return { id: before.id, outcome: 'changed' };
    });
