import type { InventoryLocation, LocationDetails } from '../records/inventory-location';

export type NewLocation = Omit<InventoryLocation, 'id'>;

export const newLocation = (
  companyId: number,
  details: LocationDetails,
  at: Date,
): NewLocation => ({ ...details, companyId, version: 1, createdAt: at, updatedAt: at });
