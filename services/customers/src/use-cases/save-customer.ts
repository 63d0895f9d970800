import type { Caller, Outcome } from '@svc/contracts';
import { deleteRecord, restoreRecord } from '@svc/kernel';
import {
  changeCustomer,
  newCustomer,
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
import { claimContact } from './claim-contact';
import { customerChange } from './customer-change';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';
import {
  movedIn,
  outcomeOf,
  saveLocations,
  type SavedLocation,
  type SavedLocations,
  type Saving,
} from './save-locations';

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
  readonly locations: SavedLocations;
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

async function addNew(saving: Saving, wanted: SaveCustomer): Promise<Customer> {
  const { unit, caller, at } = saving;
  const created = await unit.customers.add(draftOf(saving, wanted));
  await unit.changeLog.record(
    [customerChange(undefined, created, caller)],
    [customerCreated(created, caller.actor)],
  );
  if (!wanted.deleted) return created;
  const removed = deleteRecord(created, at);
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
  return deleted ? deleteRecord(customer, at) : restoreRecord(customer, at);
}

/** A new customer, with what is left out empty. */
export function draftOf({ caller, at }: Saving, { details, locations }: SaveCustomer): NewCustomer {
  const complete = { externalId: null, taxExempt: false, taxExemptionReason: null, ...details };
  const draft = newCustomer(caller.companyId, caller.country, complete, at);
  return { ...draft, hasLocations: locations.length > 0 };
}
