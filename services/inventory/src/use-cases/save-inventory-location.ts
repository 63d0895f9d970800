import { editLocation, newLocation, type GivenLocation } from '../domain/location';
import type { Dependencies } from './dependencies';

export interface SaveInventoryLocation {
  readonly companyId: number;
  readonly given: GivenLocation;
}

/** Creates the location of this name, or brings it up to date; what is absent stays. */
export const saveInventoryLocation =
  ({ transact, now }: Dependencies) =>
  ({ companyId, given }: SaveInventoryLocation): Promise<{ id: number; isNew: boolean }> =>
    transact(async ({ locations }) => {
      const before = await locations.lockByName(companyId, given.name);
      if (!before) {
        return { id: await locations.add(newLocation(companyId, given, now())), isNew: true };
      }
      const after = editLocation(before, given, now());
      if (after !== before) await locations.save(after);
      return { id: before.id, isNew: false };
    });
