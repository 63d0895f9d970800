import { DomainError } from '@svc/contracts';
import type { InventoryLocation, LocationEntry } from '../records/inventory-location';

/** A location that has no id yet. */
export type NewLocation = Omit<InventoryLocation, 'id'>;

/** A new location; what is left out is empty, and it is active unless the entry says otherwise. */
export const newLocation = (companyId: number, entry: LocationEntry, at: Date): NewLocation => ({
  address: null,
  city: null,
  state: null,
  zip: null,
  isActive: true,
  ...entry,
  companyId,
  version: 1,
  createdAt: at,
  updatedAt: at,
});

/** Why no other location can have this name. */
export function locationNameTaken(name: string): DomainError {
  const message = `There is a location called ${name} already.`;
  return new DomainError('conflict', message, { errors: [{ field: 'location_name', message }] });
}
