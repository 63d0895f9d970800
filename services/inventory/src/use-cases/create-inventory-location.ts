import { newLocation, type InventoryLocation } from '../domain/location';
import type { Dependencies } from './dependencies';
import type { SaveInventoryLocation } from './save-inventory-location';

/** @throws conflict when the company has a location of this name */
export const createInventoryLocation =
  ({ transact, now }: Dependencies) =>
  ({ companyId, input }: SaveInventoryLocation): Promise<InventoryLocation> =>
    transact(async ({ locations }) => {
      const draft = newLocation(companyId, input, now());
      return { ...draft, id: await locations.add(draft) };
    });
