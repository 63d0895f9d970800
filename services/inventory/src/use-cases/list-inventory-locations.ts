import type { Page } from '@svc/kernel';
import type { LocationFilter, LocationPage } from '../persistence/location-reads';
import type { Dependencies } from './dependencies';

export interface ListInventoryLocations {
  readonly companyId: number;
  readonly filter: LocationFilter;
  readonly page: Page;
}

export const listInventoryLocations =
  ({ locations }: Dependencies) =>
  ({ companyId, filter, page }: ListInventoryLocations): Promise<LocationPage> =>
    locations.list(companyId, filter, page);
