import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Location } from '../domain/location';
import type { WantedLocations } from '../persistence/location-reads';
import type { Dependencies } from './dependencies';

/** One page of the locations of a customer, removed or not, its primary one first. */
export const showLocations =
  ({ customers, locations }: Dependencies) =>
  async (wanted: WantedLocations, page: Page): Promise<Found<Location>> => {
    await customers.findSummary(wanted.companyId, wanted.customerId);
    return locations.list(wanted, page);
  };
