import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import {
  changeLocation,
  isSameAddress,
  type Location,
  type LocationDetails,
} from '../domain/location';
import { locationUpdated } from '../domain/location-events';
import { locationChange } from './customer-change';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';

export interface LocationChange {
  readonly customerId: number;
  readonly locationId: number;
  readonly changes: Partial<LocationDetails>;
  readonly precondition?: Precondition | undefined;
}

/** Changes the given details; only a changed address is geocoded again. */
export const updateLocation =
  ({
    transact,
    externalIds,
    customers: customerReads,
    locations: reads,
    geocoder,
    now,
  }: Dependencies) =>
  async (
    caller: Caller,
    { customerId, locationId, changes, precondition }: LocationChange,
  ): Promise<Location> => {
    const { companyId, country, actor } = caller;
    await customerReads.find(companyId, customerId);
    const known = await reads.find(companyId, customerId, locationId);
    const wanted = { ...known, ...changes };
    const coordinatesOf = await locateAddresses(
      geocoder,
      isSameAddress(known, wanted) ? [] : [wanted],
    );
    return externalIds.claim(() =>
      transact(async ({ customers, locations, changeLog }) => {
        await customers.lock(companyId, customerId);
        const before = await locations.lock(companyId, customerId, locationId);
        requirePrecondition(before, precondition);
        const after = changeLocation(before, { country, changes, coordinatesOf, at: now() });
        if (after === before) return before;
        await locations.update(after);
        await changeLog.record(
          [locationChange(before, after, caller)],
          [locationUpdated(after, actor)],
        );
        return after;
      }),
    );
  };
