import type { Caller, Outcome } from '@svc/contracts';
import type { Customer } from '../domain/customer';
import {
  changeLocation,
  isSameAddress,
  newLocation,
  type Address,
  type Coordinates,
  type Location,
  type LocationDetails,
  type NewLocation,
} from '../domain/location';
import { locationCreated, locationUpdated } from '../domain/location-events';
import type { UnitOfWork } from '../persistence/transaction';
import { locationChange } from './customer-change';

/** A location by its name; what is left out stays as it is, or empty in a new one. */
export type SavedLocation = Pick<LocationDetails, 'name' | keyof Address> &
  Partial<LocationDetails>;

/** In the order in which they were given. */
export type SavedLocations = readonly { readonly location: Location; readonly outcome: Outcome }[];

/** What a customer and its locations are saved with. */
export interface Saving {
  readonly unit: UnitOfWork;
  readonly caller: Caller;
  readonly at: Date;
  readonly coordinatesOf: (address: Address) => Coordinates;
}

/** Records are versioned, and what is left as it was keeps its version. */
export const outcomeOf = (
  before: { readonly version: number } | undefined,
  after: { readonly version: number },
): Outcome => {
  if (before === undefined) return 'created';
  return before.version === after.version ? 'unchanged' : 'changed';
};

/** The first of each name. */
const byName = (locations: readonly Location[]): Map<string, Location> =>
  new Map(locations.toReversed().map((location) => [location.name, location]));

/** The addresses that no known location of the same name has. */
export function movedIn(wanted: readonly SavedLocation[], known: readonly Location[]): Address[] {
  const knownByName = byName(known);
  return wanted.filter((location) => {
    const before = knownByName.get(location.name);
    return !before || !isSameAddress(before, location);
  });
}

/** Creates a customer's locations, or brings those of the same names up to date. */
export async function saveLocations(
  saving: Saving,
  customer: Customer,
  wanted: readonly SavedLocation[],
): Promise<SavedLocations> {
  const { locations } = saving.unit;
  const known = wanted.length > 0 ? await locations.lockAll(customer.companyId, customer.id) : [];
  const latest = byName(known);
  const saved: SavedLocations[number][] = [];
  for (const details of wanted) {
    const before = latest.get(details.name);
    const isPrimary = known.length + saved.length === 0;
    const location = before
      ? await changeKnown(saving, before, details)
      : await addLocation(saving, { customer, details, isPrimary });
    latest.set(location.name, location);
    saved.push({ location, outcome: outcomeOf(before, location) });
  }
  return saved;
}

async function changeKnown(
  { unit, caller, at, coordinatesOf }: Saving,
  before: Location,
  changes: SavedLocation,
): Promise<Location> {
  const after = changeLocation(before, { country: caller.country, changes, coordinatesOf, at });
  if (after === before) return before;
  await unit.locations.update(after);
  await unit.changeLog.record(
    [locationChange(before, after, caller)],
    [locationUpdated(after, caller.actor)],
  );
  return after;
}

interface Addition {
  readonly customer: Customer;
  readonly details: SavedLocation;
  readonly isPrimary: boolean;
}

/** A new location of a customer, with what is left out empty. */
export function locationDraftOf(
  { caller: { companyId, country }, at, coordinatesOf }: Saving,
  { customer, details, isPrimary }: Addition,
): NewLocation {
  const complete = {
    externalId: null,
    contactEmail: null,
    contactPhone: null,
    notes: null,
    ...details,
  };
  const placing = { companyId, customerId: customer.id, country, isPrimary, at };
  return newLocation(placing, complete, coordinatesOf(complete));
}

async function addLocation(saving: Saving, addition: Addition): Promise<Location> {
  const { unit, caller } = saving;
  const location = await unit.locations.add(locationDraftOf(saving, addition));
  await unit.changeLog.record(
    [locationChange(undefined, location, caller)],
    [locationCreated(location, caller.actor)],
  );
  return location;
}
