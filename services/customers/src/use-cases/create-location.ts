import type { Caller } from '@svc/contracts';
import { newLocation, type Location, type LocationDetails } from '../domain/location';
import { locationCreated } from '../domain/location-events';
import { locationChange } from './customer-change';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';

/** Adds a location to the customer; its first one is the primary one, also of several at once. */
export const createLocation =
  ({ transact, externalIds, customers: reads, geocoder, now }: Dependencies) =>
  async (caller: Caller, customerId: number, details: LocationDetails): Promise<Location> => {
    const { companyId, country, actor } = caller;
    await reads.find(companyId, customerId);
    const coordinatesOf = await locateAddresses(geocoder, [details]);
    return externalIds.claim(() =>
      transact(async ({ customers, locations, changeLog }) => {
        const customer = await customers.lock(companyId, customerId);
        const isPrimary = !customer.hasLocations;
        const placing = { companyId, customerId, country, isPrimary, at: now() };
        const location = await locations.add(newLocation(placing, details, coordinatesOf(details)));
        if (isPrimary) await customers.update({ ...customer, hasLocations: true });
        await changeLog.record(
          [locationChange(undefined, location, caller)],
          [locationCreated(location, actor)],
        );
        return location;
      }),
    );
  };
