import type { Caller, Outcome } from '@svc/contracts';
import { inOrder } from '@svc/kernel';
import { SomeContactTaken } from '../domain/contact-conflict';
import {
  changeCustomer,
  newCustomer,
  removeCustomer,
  restoreCustomer,
  type Customer,
  type CustomerDetails,
  type NewCustomer,
} from '../domain/customer';
import {
  customerCreated,
  customerDeleted,
  customerRestored,
  customerUpdated,
} from '../domain/customer-events';
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
import { claimContact } from './claim-contact';
import { customerChange, locationChange } from './customer-change';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';

/** A location by its name; what is left out stays as it is, or empty in a new one. */
export type SavedLocation = Pick<LocationDetails, 'name' | keyof Address> &
  Partial<LocationDetails>;

export interface SaveCustomer {
  /** Found by the e-mail address; what is left out stays as it is. */
  readonly details: Omit<CustomerDetails, 'externalId' | 'taxExempt' | 'taxExemptionReason'> &
    Partial<CustomerDetails>;
  readonly locations: readonly SavedLocation[];
  /** Whether it is removed; undefined leaves it as it is. */
  readonly deleted: boolean | undefined;
}

export interface SavedCustomer {
  readonly customer: Customer;
  readonly outcome: Outcome;
  /** In the order they were given. */
  readonly locations: readonly { readonly location: Location; readonly outcome: Outcome }[];
}

interface Saving {
  readonly unit: UnitOfWork;
  readonly caller: Caller;
  readonly at: Date;
  readonly coordinatesOf: (address: Address) => Coordinates;
}

/** Creates the customer with this e-mail address and its locations, or brings them up to date. */
export const saveCustomer =
  ({ transact, externalIds, customers, locations, geocoder, now }: Dependencies) =>
  async (caller: Caller, wanted: SaveCustomer): Promise<SavedCustomer> => {
    const { companyId } = caller;
    const id = await customers.idOf(companyId, wanted.details.email);
    const known = id === undefined ? [] : await locations.all(companyId, id);
    const coordinatesOf = await locateAddresses(geocoder, movedIn(wanted.locations, known));
    return claimContact({ customers, externalIds }, () =>
      transact(async (unit) => {
        const saving: Saving = { unit, caller, at: now(), coordinatesOf };
        const before = await unit.customers.lockByEmail(companyId, wanted.details.email);
        const customer = before
          ? await changeExisting(saving, before, wanted)
          : await addNew(saving, wanted);
        const saved = await saveLocations(saving, customer, wanted.locations);
        return { customer, outcome: outcomeOf(before, customer), locations: saved };
      }),
    );
  };

/** The same for customers of different e-mail addresses; those that are all new are added together. */
export const saveCustomers = (dependencies: Dependencies) => {
  const { transact, geocoder, now } = dependencies;
  const save = saveCustomer(dependencies);

  /** Adds customers in one transaction, all or none; none where one of them is not plainly new. */
  async function addAllIfNew(
    caller: Caller,
    wanted: readonly SaveCustomer[],
  ): Promise<SavedCustomer[] | undefined> {
    const { companyId } = caller;
    const emails = wanted.map(({ details }) => details.email);
    const areNew = ({ customers }: UnitOfWork): Promise<boolean> =>
      customers.areNew(companyId, emails);
    if (!wanted.every(isPlain) || !(await transact(areNew))) return undefined;
    const addresses = wanted.flatMap(({ locations }) => locations);
    const coordinatesOf = await locateAddresses(geocoder, addresses);
    try {
      return await transact(async (unit) =>
        (await areNew(unit))
          ? addAll({ unit, caller, at: now(), coordinatesOf }, wanted)
          : undefined,
      );
    } catch (error) {
      if (error instanceof SomeContactTaken) return undefined;
      throw error;
    }
  }

  return async (caller: Caller, wanted: readonly SaveCustomer[]): Promise<SavedCustomer[]> =>
    (await addAllIfNew(caller, wanted)) ?? inOrder(wanted, (each) => save(caller, each));
};

/** Whether nothing of a new customer is changed again once it is there. */
const isPlain = ({ deleted, locations }: SaveCustomer): boolean =>
  !deleted && new Set(locations.map(({ name }) => name)).size === locations.length;

async function addAll(saving: Saving, wanted: readonly SaveCustomer[]): Promise<SavedCustomer[]> {
  const { unit, caller } = saving;
  const customers = await unit.customers.addAll(wanted.map((each) => draftOf(saving, each)));
  await unit.changeLog.record(
    customers.map((customer) => customerChange(undefined, customer, caller)),
    customers.map((customer) => customerCreated(customer, caller.actor)),
  );
  const drafts = customers.map((customer, position) =>
    (wanted[position]?.locations ?? []).map((details, at) =>
      locationDraftOf(saving, { customer, details, isPrimary: at === 0 }),
    ),
  );
  const locations = await unit.locations.addAll(drafts.flat());
  await unit.changeLog.record(
    locations.map((location) => locationChange(undefined, location, caller)),
    locations.map((location) => locationCreated(location, caller.actor)),
  );
  const waiting = locations.map((location) => ({ location, outcome: 'created' }) as const);
  return customers.map((customer, position) => ({
    customer,
    outcome: 'created',
    locations: waiting.splice(0, drafts[position]?.length),
  }));
}

/** Records are versioned, and what is left as it was keeps its version. */
const outcomeOf = (
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
function movedIn(wanted: readonly SavedLocation[], known: readonly Location[]): Address[] {
  const knownByName = byName(known);
  return wanted.filter((location) => {
    const before = knownByName.get(location.name);
    return !before || !isSameAddress(before, location);
  });
}

function draftOf({ caller, at }: Saving, { details, locations }: SaveCustomer): NewCustomer {
  const complete = { externalId: null, taxExempt: false, taxExemptionReason: null, ...details };
  const draft = newCustomer(caller.companyId, caller.country, complete, at);
  return { ...draft, hasLocations: locations.length > 0 };
}

async function addNew(saving: Saving, wanted: SaveCustomer): Promise<Customer> {
  const { unit, caller, at } = saving;
  const created = await unit.customers.add(draftOf(saving, wanted));
  await unit.changeLog.record(
    [customerChange(undefined, created, caller)],
    [customerCreated(created, caller.actor)],
  );
  if (!wanted.deleted) return created;
  const removed = removeCustomer(created, at);
  await unit.customers.update(removed);
  await unit.changeLog.record(
    [customerChange(created, removed, caller)],
    customerDeleted(removed, caller),
  );
  return removed;
}

async function changeExisting(
  { unit, caller, at }: Saving,
  before: Customer,
  { details, locations, deleted }: SaveCustomer,
): Promise<Customer> {
  const hasLocations = before.hasLocations || locations.length > 0;
  const changed = changeCustomer(before, caller.country, details, at);
  const after = { ...removedOrNot(changed, deleted, at), hasLocations };
  if (after.version === before.version && hasLocations === before.hasLocations) return before;
  await unit.customers.update(after);
  if (changed !== before) {
    await unit.changeLog.record(
      [customerChange(before, changed, caller)],
      [customerUpdated(changed, caller.actor)],
    );
  }
  if (after.deletedAt !== changed.deletedAt) {
    const announced = after.deletedAt ? customerDeleted : customerRestored;
    await unit.changeLog.record([customerChange(changed, after, caller)], announced(after, caller));
  }
  return after;
}

function removedOrNot(customer: Customer, deleted: boolean | undefined, at: Date): Customer {
  if (deleted === undefined) return customer;
  return deleted ? removeCustomer(customer, at) : restoreCustomer(customer, at);
}

async function saveLocations(
  saving: Saving,
  customer: Customer,
  wanted: readonly SavedLocation[],
): Promise<SavedCustomer['locations']> {
  const { locations } = saving.unit;
  const known = wanted.length > 0 ? await locations.lockAll(customer.companyId, customer.id) : [];
  const latest = byName(known);
  const saved: { location: Location; outcome: Outcome }[] = [];
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

function locationDraftOf(
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
