import type { Caller, ApplyOutcome } from '@svc/contracts';
import { deleteRecord, restoreRecord } from '@svc/kernel';
import { completeDetails } from '@svc/records';
import { newCustomer, type NewCustomer } from '../domain/customer';
import {
  customerCreated,
  customerDeleted,
  customerRestored,
  customerUpdated,
} from '../domain/customer-events';
import { customer as customerRecord, type Customer, type CustomerEntry } from '../records/customer';
import type { LocationEntry } from '../records/location';
import { changeCustomer } from './change-customer';
import { claimContact } from './claim-contact';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';
import {
  movedIn,
  outcomeOf,
  saveLocations,
  type SavedLocations,
  type Saving,
} from './save-locations';

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

export const saveCustomer =
  ({ transact, externalIds, customers, locations, geocoder, now }: Dependencies) =>
  async (caller: Caller, wanted: SaveCustomer): Promise<SavedCustomer> => {
    const { companyId } = caller;
    const id = await customers.idOf(companyId, wanted.customerEmail);
    const known = id === undefined ? [] : await locations.all(companyId, id);
    const coordinatesOf = await locateAddresses(geocoder, movedIn(wanted.locations, known));
    return claimContact({ customers, externalIds }, () =>
      transact(async (unit) => {
        const saving: Saving = { unit, caller, at: now(), coordinatesOf };
        const before = await unit.customers.lockByEmail(companyId, wanted.customerEmail);
        const customer = before
          ? await changeExisting(saving, before, wanted)
          : await addNew(saving, wanted);
        const saved = await saveLocations(saving, customer, wanted.locations);
        return { customer, outcome: outcomeOf(before, customer), locations: saved };
      }),
    );
  };

async function addNew(saving: Saving, wanted: SaveCustomer): Promise<Customer> {
  const { customers } = saving.unit;
  const created = await customers.add(saving.caller, draftOf(saving, wanted), customerCreated);
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
  const after = removedOrNot(changed, deleted, at);
  if (after !== changed) {
    const announce = after.deletedAt ? customerDeleted : customerRestored;
    await customers.change(caller, changed, after, announce);
  }
  return after;
}

function removedOrNot(customer: Customer, deleted: boolean | undefined, at: Date): Customer {
  if (deleted === undefined) return customer;
  return deleted ? deleteRecord(customer, at) : restoreRecord(customer, at);
}

export function draftOf(
  { caller, at }: Saving,
  { locations, deleted: _, ...details }: SaveCustomer,
): NewCustomer {
  const complete = completeDetails(customerRecord, details);
  const draft = newCustomer(caller.companyId, caller.country, complete, at);
  return { ...draft, hasLocations: locations.length > 0 };
}
