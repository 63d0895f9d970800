import type { GivenLocation } from '../domain/location';
import type { Dependencies } from './dependencies';

export interface SaveInventoryLocation {
  readonly companyId: number;
  readonly given: GivenLocation;
}

/** Creates the location of this name, or brings it up to date. */
export const saveInventoryLocation =
  ({ transact, now }: Dependencies) =>
  ({ companyId, given }: SaveInventoryLocation): Promise<{ id: number; isNew: boolean }> =>
    transact(({ locations }) => locations.save(companyId, given, now()));
