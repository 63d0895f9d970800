import type { Page } from '@svc/kernel';
import type { Location } from '../domain/location';
import type { Dependencies } from './dependencies';

/** One page of the customer's locations, its primary one first, with the total, or not_found. */
export const listLocations =
  ({ customers, locations }: Dependencies) =>
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
