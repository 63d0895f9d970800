import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { InventoryLocation } from '../domain/location';
import type { LocationFilter } from '../persistence/location-reads';
import type { Dependencies } from './dependencies';

export interface ListInventoryLocations {
  readonly companyId: number;
  readonly filter: LocationFilter;
  readonly page: Page;
}

export const listInventoryLocations =
  ({ locations }: Dependencies) =>
  ({ companyId, filter, page }: ListInventoryLocations): Promise<Found<InventoryLocation>> =>
    locations.list(companyId, filter, page);
