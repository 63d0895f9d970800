import type { InventoryLocation } from '../domain/location';
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
