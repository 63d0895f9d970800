import type { ApplyOutcome, Caller } from '@svc/contracts';
import { applyChanges, completeDetails } from '@svc/records';
import { newLocation } from '../domain/location';
import type { StoredItem } from '../persistence/locations';
import {
  inventoryLocation,
  type InventoryLocation,
  type LocationDetails,
  type LocationEntry,
  type LocationPatch,
} from '../records/inventory-location';
import type { Dependencies } from './dependencies';

export interface LocationWithStock {
  readonly version: number;
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
    return { version: location.version, location, stockSummary };
  };

/** @throws conflict when the company has a location of this name */
export const createInventoryLocation =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, details: LocationDetails): Promise<InventoryLocation> =>
    transact(({ locations }) =>
      locations.add(caller, newLocation(caller.companyId, details, now())),
    );

export const editInventoryLocation =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, locationId: number, changes: LocationPatch): Promise<InventoryLocation> =>
    transact(async ({ locations }) => {
      const before = await locations.find(caller.companyId, locationId);
      const after = applyChanges(inventoryLocation, before, changes, now());
      if (after !== before) await locations.change(caller, before, after);
      return after;
    });

export const saveInventoryLocation =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, entry: LocationEntry): Promise<{ id: number; outcome: ApplyOutcome }> =>
    transact(async ({ locations }) => {
      const before = await locations.lockByName(caller.companyId, entry.locationName);
      if (!before) {
        const details = completeDetails(inventoryLocation, entry);
        const { id } = await locations.add(caller, newLocation(caller.companyId, details, now()));
        return { id, outcome: 'created' };
      }
      const after = applyChanges(inventoryLocation, before, entry, now());
      if (after === before) return { id: before.id, outcome: 'unchanged' };
      await locations.change(caller, before, after);
      return { id: before.id, outcome: 'changed' };
    });
