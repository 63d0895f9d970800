import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { applyChanges } from '@svc/records';
import { completeChanges, isSameAddress, newLocation } from '../domain/location';
import { locationCreated, locationUpdated } from '../domain/location-events';
import { location, type Location, type LocationDetails } from '../records/location';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';

/** A customer's first location is its primary one. */
export const createLocation =
  ({ transact, externalIds, customers: customerReads, geocoder, now }: Dependencies) =>
  async (caller: Caller, customerId: number, details: LocationDetails): Promise<Location> => {
    const { companyId, country } = caller;
    await customerReads.find(companyId, customerId);
    const getCoordinates = await locateAddresses(geocoder, [details]);
    return externalIds.rejectDuplicates(() =>
      transact(async ({ customers, locations }) => {
        const customer = await customers.find(companyId, customerId);
        const isPrimary = !customer.hasLocations;
        const placing = { companyId, customerId, country, isPrimary, at: now() };
        const draft = newLocation(placing, details, getCoordinates(details));
        const location = await locations.add(caller, draft, locationCreated);
        if (isPrimary) {
          await customers.change(caller, customer, { ...customer, hasLocations: true }, () => []);
        }
        return location;
      }),
    );
  };

export interface UpdateLocation {
  readonly customerId: number;
  readonly locationId: number;
  readonly changes: Partial<LocationDetails>;
  readonly precondition?: Precondition | undefined;
}

/** Changes the given details only, and geocodes only a changed address. */
export const updateLocation =
  ({
    transact,
    externalIds,
    customers: customerReads,
    locations: locationReads,
    geocoder,
    now,
  }: Dependencies) =>
  async (
    caller: Caller,
    { customerId, locationId, changes, precondition }: UpdateLocation,
  ): Promise<Location> => {
    const { companyId, country } = caller;
    await customerReads.find(companyId, customerId);
    const known = await locationReads.find(companyId, customerId, locationId);
    const wanted = { ...known, ...changes };
    const getCoordinates = await locateAddresses(
      geocoder,
      isSameAddress(known, wanted) ? [] : [wanted],
    );
    return externalIds.rejectDuplicates(() =>
      transact(async ({ customers, locations }) => {
        await customers.find(companyId, customerId);
        const before = await locations.lock(companyId, customerId, locationId);
        requirePrecondition(before, precondition);
        const complete = completeChanges(before, { country, changes, getCoordinates });
        const after = applyChanges(location, before, complete, now());
        if (after !== before) await locations.change(caller, before, after, locationUpdated);
        return after;
      }),
    );
  };
