import type { Caller } from '@svc/contracts';
import { newLocation } from '../domain/location';
import { locationCreated } from '../domain/location-events';
import type { Location, LocationDetails } from '../records/location';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';

/** A customer's first location is its primary one. */
export const createLocation =
  ({ transact, externalIds, customers: reads, geocoder, now }: Dependencies) =>
  async (caller: Caller, customerId: number, details: LocationDetails): Promise<Location> => {
    const { companyId, country } = caller;
    await reads.find(companyId, customerId);
    const coordinatesOf = await locateAddresses(geocoder, [details]);
    return externalIds.claim(() =>
      transact(async ({ customers, locations }) => {
        const customer = await customers.find(companyId, customerId);
        const isPrimary = !customer.hasLocations;
        const placing = { companyId, customerId, country, isPrimary, at: now() };
        const draft = newLocation(placing, details, coordinatesOf(details));
        const location = await locations.add(caller, draft, locationCreated);
        if (isPrimary) {
          await customers.change(caller, customer, { ...customer, hasLocations: true }, () => []);
        }
        return location;
      }),
    );
  };
