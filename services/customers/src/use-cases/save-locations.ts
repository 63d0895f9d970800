import type { ApplyOutcome, Caller } from '@svc/contracts';
import { runInOrder } from '@svc/kernel';
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

/** In the order of the input. */
export type SavedLocations = readonly {
  readonly location: Location;
  readonly outcome: ApplyOutcome;
}[];

export interface Saving {
  readonly unit: UnitOfWork;
  readonly caller: Caller;
  readonly at: Date;
  readonly getCoordinates: (address: Address) => Coordinates;
}

export const determineOutcome = (
  before: { readonly version: number } | undefined,
  after: { readonly version: number },
): ApplyOutcome => {
  if (before === undefined) return 'created';
  return before.version === after.version ? 'unchanged' : 'changed';
};

/** The first of each name. */
const indexByName = <Named extends { readonly locationName: string }>(
  locations: readonly Named[],
): Map<string, Named> =>
  new Map(locations.toReversed().map((location) => [location.locationName, location]));

export function findMovedAddresses(
  wanted: readonly LocationEntry[],
  known: readonly Location[],
): Address[] {
  const knownByName = indexByName(known);
  return wanted.filter((location) => {
    const before = knownByName.get(location.locationName);
    return !before || !isSameAddress(before, location);
  });
}

export async function saveLocations(
  saving: Saving,
  customer: Customer,
  wanted: readonly LocationEntry[],
): Promise<SavedLocations> {
  const { locations } = saving.unit;
  const known = wanted.length > 0 ? await locations.lockAll(customer.companyId, customer.id) : [];
  const firstByName = indexByName(wanted);
  const knownByName = indexByName(known);
  const isNew = (details: LocationEntry): boolean =>
    firstByName.get(details.locationName) === details && !knownByName.has(details.locationName);
  const drafts = wanted
    .filter(isNew)
    .map((details, at) => draftLocation(saving, customer, details, known.length + at === 0));
  const latest = indexByName([...known, ...(await addLocations(saving, drafts))]);
  return runInOrder(wanted, async (details) => {
    const before = latest.get(details.locationName) as Location;
    if (isNew(details)) return { location: before, outcome: 'created' };
    const location = await changeKnown(saving, before, details);
    latest.set(location.locationName, location);
    return { location, outcome: determineOutcome(before, location) };
  });
}

/** Only an insert of one location tells which external id is taken. */
const addLocations = (
  { unit: { locations }, caller }: Saving,
  drafts: readonly NewLocation[],
): Promise<Location[]> =>
  drafts.length > 1 && drafts.every(({ externalId }) => externalId === null)
    ? locations.addAll(caller, drafts, locationCreated)
    : runInOrder(drafts, (draft) => locations.add(caller, draft, locationCreated));

async function changeKnown(
  { unit, caller, at, getCoordinates }: Saving,
  before: Location,
  changes: LocationEntry,
): Promise<Location> {
  const complete = completeChanges(before, { country: caller.country, changes, getCoordinates });
  const after = applyChanges(locationRecord, before, complete, at);
  if (after !== before) await unit.locations.change(caller, before, after, locationUpdated);
  return after;
}

export function draftLocation(
  { caller: { companyId, country }, at, getCoordinates }: Saving,
  customer: Customer,
  details: LocationEntry,
  isPrimary: boolean,
): NewLocation {
  const complete = completeDetails(locationRecord, details);
  const placing = { companyId, customerId: customer.id, country, isPrimary, at };
  return newLocation(placing, complete, getCoordinates(complete));
}
