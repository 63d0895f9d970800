import type { Caller } from '@svc/contracts';
import { runInOrder } from '@svc/kernel';
import { SomeContactTaken } from '../domain/contact-conflict';
import { customerCreated } from '../domain/customer-events';
import { locationCreated } from '../domain/location-events';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { locateAddresses } from './locate-addresses';
import { draftOf, saveCustomer, type SaveCustomer, type SavedCustomer } from './save-customer';
import { locationDraftOf, type Saving } from './save-locations';

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
    (await addAllIfNew(caller, wanted)) ?? runInOrder(wanted, (each) => save(caller, each));
};

const isPlain = ({ deleted, locations }: SaveCustomer): boolean =>
  !deleted && new Set(locations.map(({ locationName }) => locationName)).size === locations.length;

async function addAll(saving: Saving, wanted: readonly SaveCustomer[]): Promise<SavedCustomer[]> {
  const { unit, caller } = saving;
  const customers = await unit.customers.addAll(
    caller,
    wanted.map((each) => draftOf(saving, each)),
    customerCreated,
  );
  const drafts = customers.map((customer, position) =>
    (wanted[position]?.locations ?? []).map((details, at) =>
      locationDraftOf(saving, customer, details, at === 0),
    ),
  );
  const locations = await unit.locations.addAll(caller, drafts.flat(), locationCreated);
  const waiting = locations.map((location) => ({ location, outcome: 'created' }) as const);
  return customers.map((customer, position) => ({
    customer,
    outcome: 'created',
    locations: waiting.splice(0, drafts[position]?.length),
  }));
}
