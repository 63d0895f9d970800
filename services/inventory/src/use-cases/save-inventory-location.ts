import type { Outcome } from '@svc/contracts';
import { editLocation, newLocation, type LocationInput } from '../domain/location';
import type { Dependencies } from './dependencies';

export interface SaveInventoryLocation {
  readonly companyId: number;
  readonly input: LocationInput;
}

/** Creates the location of this name, or brings it up to date; what is absent stays. */
export const saveInventoryLocation =
  ({ transact, now }: Dependencies) =>
  ({ companyId, input }: SaveInventoryLocation): Promise<{ id: number; outcome: Outcome }> =>
    transact(async ({ locations }) => {
      const before = await locations.lockByName(companyId, input.locationName);
      if (!before) {
        const id = await locations.add(newLocation(companyId, input, now()));
        return { id, outcome: 'created' };
      }
      const after = editLocation(before, input, now());
      if (after === before) return { id: before.id, outcome: 'unchanged' };
      await locations.save(after);
      return { id: before.id, outcome: 'changed' };
    });
