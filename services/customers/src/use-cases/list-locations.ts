import type { Page } from '@svc/kernel';
import type { Location } from '../domain/location';
import type { CustomerReads } from '../persistence/customer-reads';
import type { LocationReads } from '../persistence/location-reads';

/** One page of the customer's locations, its primary one first, with the total, or not_found. */
export const listLocations =
  (customers: CustomerReads, locations: LocationReads) =>
  async (
    companyId: number,
    customerId: number,
    page: Page,
  ): Promise<{ locations: Location[]; total: number }> => {
    const [listed] = await Promise.all([
      locations.list(companyId, customerId, page),
      customers.find(companyId, customerId),
    ]);
    return listed;
  };
