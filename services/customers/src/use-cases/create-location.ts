import type { Caller } from '@svc/contracts';
import { newLocation, type Location, type LocationDetails } from '../domain/location';
import { locationCreated } from '../domain/location-events';
import type { Geocoder } from '../geocoding/geocoder';
import type { CustomerReads } from '../persistence/customer-reads';
import type { Transact } from '../persistence/transaction';
import { locateAddresses } from './locate-addresses';

export interface CreateLocationTools {
  readonly transact: Transact;
  readonly customers: CustomerReads;
  readonly geocoder: Geocoder;
  readonly now: () => Date;
}

/** Adds a location to the customer; its first one is the primary one, also of several at once. */
export const createLocation =
  ({ transact, customers: reads, geocoder, now }: CreateLocationTools) =>
  async (
    { companyId, country, actor }: Caller,
    customerId: number,
    details: LocationDetails,
  ): Promise<Location> => {
    await reads.find(companyId, customerId);
    const coordinatesOf = await locateAddresses(geocoder, [details]);
    return transact(async ({ customers, locations, outbox }) => {
      const customer = await customers.lock(companyId, customerId);
      const isPrimary = !customer.hasLocations;
      const placing = { companyId, customerId, country, isPrimary, at: now() };
      const location = await locations.add(newLocation(placing, details, coordinatesOf(details)));
      if (isPrimary) await customers.update({ ...customer, hasLocations: true });
      await outbox.append([locationCreated(location, actor)]);
      return location;
    });
  };
