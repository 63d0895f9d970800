import { editLocation, type InventoryLocation, type LocationChanges } from '../domain/location';
import type { Dependencies } from './dependencies';

export interface EditInventoryLocation {
  readonly companyId: number;
  readonly locationId: number;
  readonly changes: LocationChanges;
}

/** Changes one location, the name too. @throws conflict when another one has the name */
export const editInventoryLocation =
  ({ transact, now }: Dependencies) =>
  ({ companyId, locationId, changes }: EditInventoryLocation): Promise<InventoryLocation> =>
    transact(async ({ locations }) => {
      const before = await locations.lock(companyId, locationId);
      const after = editLocation(before, changes, now());
      if (after !== before) await locations.save(after);
      return after;
    });
