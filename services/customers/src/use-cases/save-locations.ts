import type { Caller, Outcome } from '@svc/contracts';
import { applyChanges, completeDetails } from '@svc/records';
import {
  completeChanges,
  isSameAddress,
  newLocation,
  type Address,
  type Coordinates,
  type NewLocation,
} from '../domain/location';
import { locationCreated, locationUpdated } from '../domain/location-events';
import type { UnitOfWork } from '../persistence/transaction';
import type { Customer } from '../records/customer';
import { location as locationRecord, type Location, type LocationEntry } from '../records/location';

/** In the order in which they were given. */
export type SavedLocations = readonly { readonly location: Location; readonly outcome: Outcome }[];

/** The transaction in which a customer and its locations are saved. */
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
  new Map(locations.toReversed().map((location) => [location.locationName, location]));

/** The addresses that no known location of the same name has. */
export function movedIn(wanted: readonly LocationEntry[], known: readonly Location[]): Address[] {
  const knownByName = byName(known);
  return wanted.filter((location) => {
    const before = knownByName.get(location.locationName);
    return !before || !isSameAddress(before, location);
  });
}

/** Creates a customer's locations, or brings those of the same names up to date. */
export async function saveLocations(
  saving: Saving,
  customer: Customer,
  wanted: readonly LocationEntry[],
): Promise<SavedLocations> {
  const { locations } = saving.unit;
  const known = wanted.length > 0 ? await locations.lockAll(customer.companyId, customer.id) : [];
  const latest = byName(known);
  const saved: SavedLocations[number][] = [];
  for (const details of wanted) {
    const before = latest.get(details.locationName);
    const isPrimary = known.length + saved.length === 0;
    const location = before
      ? await changeKnown(saving, before, details)
      : await addLocation(saving, { customer, details, isPrimary });
    latest.set(location.locationName, location);
    saved.push({ location, outcome: outcomeOf(before, location) });
  }
  return saved;
}

async function changeKnown(
  { unit, caller, at, coordinatesOf }: Saving,
  before: Location,
  changes: LocationEntry,
): Promise<Location> {
  const complete = completeChanges(before, { country: caller.country, changes, coordinatesOf });
  const after = applyChanges(locationRecord, before, complete, at);
  if (after !== before) await unit.locations.change(caller, before, after, locationUpdated);
  return after;
}

interface Addition {
  readonly customer: Customer;
  readonly details: LocationEntry;
  readonly isPrimary: boolean;
}

/** A new location of a customer, with what is left out empty. */
export function locationDraftOf(
  { caller: { companyId, country }, at, coordinatesOf }: Saving,
  { customer, details, isPrimary }: Addition,
): NewLocation {
  const complete = completeDetails(locationRecord, details);
  const placing = { companyId, customerId: customer.id, country, isPrimary, at };
  return newLocation(placing, complete, coordinatesOf(complete));
}

const addLocation = (saving: Saving, addition: Addition): Promise<Location> =>
  saving.unit.locations.add(saving.caller, locationDraftOf(saving, addition), locationCreated);
