import type { ApplyOutcome, Caller } from '@svc/contracts';
import { deleteRecord, restoreRecord, runInOrder } from '@svc/kernel';
import { completeDetails } from '@svc/records';
import { ContactTaken } from '../domain/contact-conflict';
import {
  customerCreated,
  customerDeleted,
  customerRestored,
  customerUpdated,
} from '../domain/customer-events';
import { locationCreated } from '../domain/location-events';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';
import {
  determineOutcome,
  draftLocation,
  findMovedAddresses,
  saveLocations,
  type SavedLocations,
  type Saving,
} from './save-locations';
import { newCustomer, type NewCustomer } from '../domain/customer';
import { customer as customerRecord, type Customer, type CustomerEntry } from '../records/customer';
import type { LocationEntry } from '../records/location';
import { changeCustomer } from './update-customer';
import { explainContactConflict } from './explain-contact-conflict';

/** Adds new customers together, and saves others one by one. */
export const saveCustomers = (dependencies: Dependencies) => {
  const { transact, geocoder, now } = dependencies;
  const save = saveCustomer(dependencies);

  /** Adds all or none; undefined if one exists, or has to be changed again after it was added. */
  async function addAllIfNew(
    caller: Caller,
    wanted: readonly SaveCustomer[],
  ): Promise<SavedCustomer[] | undefined> {
    const { companyId } = caller;
    const emails = wanted.map(({ customerEmail }) => customerEmail);
    const areNew = ({ customers }: UnitOfWork): Promise<boolean> =>
      customers.lockEmailsAndCheckUnused(companyId, emails);
    if (!wanted.every(canBeAddedTogether) || !(await transact(areNew))) return undefined;
    const addresses = wanted.flatMap(({ locations }) => locations);
    const getCoordinates = await locateAddresses(geocoder, addresses);
    try {
      return await transact(async (unit) =>
        (await areNew(unit))
          ? addAll({ unit, caller, at: now(), getCoordinates }, wanted)
          : undefined,
      );
    } catch (error) {
      if (error instanceof ContactTaken) return undefined;
      throw error;
    }
  }

  return async (caller: Caller, wanted: readonly SaveCustomer[]): Promise<SavedCustomer[]> =>
    (await addAllIfNew(caller, wanted)) ?? runInOrder(wanted, (each) => save(caller, each));
};

const canBeAddedTogether = ({ deleted, locations }: SaveCustomer): boolean =>
  !deleted && new Set(locations.map(({ locationName }) => locationName)).size === locations.length;

async function addAll(saving: Saving, wanted: readonly SaveCustomer[]): Promise<SavedCustomer[]> {
  const { unit, caller } = saving;
  const customers = await unit.customers.addAll(
    caller,
    wanted.map((each) => draftCustomer(saving, each)),
    customerCreated,
  );
  const drafts = customers.map((customer, position) =>
    (wanted[position]?.locations ?? []).map((details, at) =>
      draftLocation(saving, customer, details, at === 0),
    ),
  );
  const locations = await unit.locations.addAll(caller, drafts.flat(), locationCreated);
  const remainingLocations = locations.map(
    (location) => ({ location, outcome: 'created' }) as const,
  );
  return customers.map((customer, position) => ({
    customer,
    outcome: 'created',
    locations: remainingLocations.splice(0, drafts[position]?.length),
  }));
}

/** Found by its e-mail address; absent fields stay as they are. */
export interface SaveCustomer extends CustomerEntry {
  readonly locations: readonly LocationEntry[];
  /** Undefined leaves it as it is. */
  readonly deleted?: boolean | undefined;
}

export interface SavedCustomer {
  readonly customer: Customer;
  readonly outcome: ApplyOutcome;
  readonly locations: SavedLocations;
}

const saveCustomer =
  ({ transact, externalIds, customers, locations, geocoder, now }: Dependencies) =>
  async (caller: Caller, wanted: SaveCustomer): Promise<SavedCustomer> => {
    const { companyId } = caller;
    const id = await customers.findIdByEmail(companyId, wanted.customerEmail);
    const known = id === undefined ? [] : await locations.all(companyId, id);
    const getCoordinates = await locateAddresses(
      geocoder,
      findMovedAddresses(wanted.locations, known),
    );
    return explainContactConflict({ customers, externalIds }, () =>
      transact(async (unit) => {
        const saving: Saving = { unit, caller, at: now(), getCoordinates };
        const before = await unit.customers.lockByEmail(companyId, wanted.customerEmail);
        const customer = before
          ? await changeExisting(saving, before, wanted)
          : await addNew(saving, wanted);
        const saved = await saveLocations(saving, customer, wanted.locations);
        return { customer, outcome: determineOutcome(before, customer), locations: saved };
      }),
    );
  };

async function addNew(saving: Saving, wanted: SaveCustomer): Promise<Customer> {
  const { customers } = saving.unit;
  const created = await customers.add(
    saving.caller,
    draftCustomer(saving, wanted),
    customerCreated,
  );
  if (!wanted.deleted) return created;
  const removed = deleteRecord(created, saving.at);
  await customers.change(saving.caller, created, removed, customerDeleted);
  return removed;
}

async function changeExisting(
  { unit: { customers }, caller, at }: Saving,
  before: Customer,
  { locations, deleted, ...details }: SaveCustomer,
): Promise<Customer> {
  const hasLocations = before.hasLocations || locations.length > 0;
  const changed = { ...changeCustomer(before, caller.country, details, at), hasLocations };
  if (changed.version !== before.version || hasLocations !== before.hasLocations) {
    const announce = changed.version === before.version ? () => [] : customerUpdated;
    await customers.change(caller, before, changed, announce);
  }
  const after = applyDeletion(changed, deleted, at);
  if (after !== changed) {
    const announce = after.deletedAt ? customerDeleted : customerRestored;
    await customers.change(caller, changed, after, announce);
  }
  return after;
}

function applyDeletion(customer: Customer, deleted: boolean | undefined, at: Date): Customer {
  if (deleted === undefined) return customer;
  return deleted ? deleteRecord(customer, at) : restoreRecord(customer, at);
}

function draftCustomer(
  { caller, at }: Saving,
  { locations, deleted: _, ...details }: SaveCustomer,
): NewCustomer {
  const complete = completeDetails(customerRecord, details);
  const draft = newCustomer(caller.companyId, caller.country, complete, at);
  return { ...draft, hasLocations: locations.length > 0 };
}
