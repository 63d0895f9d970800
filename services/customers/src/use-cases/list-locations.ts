import type { Page } from '@svc/kernel';
import type { Location } from '../domain/location';
import type { LocationsOf } from '../persistence/location-reads';
import type { Dependencies } from './dependencies';

/** One page of the customer's locations, its primary one first, with the total, or not_found. */
export const listLocations =
  ({ customers, locations }: Dependencies) =>
  async (asked: LocationsOf, page: Page): Promise<{ locations: Location[]; total: number }> => {
    const [listed] = await Promise.all([
      locations.list(asked, page),
      customers.find(asked.companyId, asked.customerId),
    ]);
    return listed;
  };
