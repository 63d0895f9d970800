import { DomainError } from '@svc/contracts';
import type { InventoryLocation, LocationDetails } from '../records/inventory-location';

export type NewLocation = Omit<InventoryLocation, 'id'>;

export const newLocation = (
  companyId: number,
  details: LocationDetails,
  at: Date,
): NewLocation => ({ ...details, companyId, version: 1, createdAt: at, updatedAt: at });

export function locationNameTaken(name: string): DomainError {
  const message = `There is a location called ${name} already.`;
  return new DomainError('conflict', message, { errors: [{ field: 'location_name', message }] });
}
