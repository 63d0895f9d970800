import { runOn } from '@svc/database';
import type { DataSource } from 'typeorm';
import type { Geocoder } from '../geocoding/geocoder';
import { customerReads } from '../persistence/customer-reads';
import { locationReads } from '../persistence/location-reads';
import { transactOn } from '../persistence/transaction';
import { createCustomer } from './create-customer';
import { createLocation } from './create-location';
import { getCustomer } from './get-customer';
import { listCustomers } from './list-customers';
import { listLocations } from './list-locations';
import { removeCustomer } from './remove-customer';
import { restoreCustomer } from './restore-customer';
import { saveCustomer } from './save-customer';
import { updateCustomer } from './update-customer';
import { updateLocation } from './update-location';

export type { CreateCustomer } from './create-customer';
export type { CustomerWithLocations } from './get-customer';
export type { SaveCustomer, SavedLocation } from './save-customer';

export interface UseCaseSettings {
  readonly db: DataSource;
  /** Called after each change that was committed. */
  readonly committed: () => void;
  readonly geocoder: Geocoder;
  readonly now: () => Date;
}

/** Everything that can be asked of this context, wired to its database and its geocoder. */
export const customersUseCases = ({ db, committed, geocoder, now }: UseCaseSettings) => {
  const run = runOn(db);
  const customers = customerReads(run);
  const locations = locationReads(run);
  const transact = transactOn(db, committed);
  const tools = { transact, customers, locations, geocoder, now };
  return {
    listCustomers: listCustomers(customers),
    getCustomer: getCustomer(customers, locations),
    createCustomer: createCustomer(tools),
    updateCustomer: updateCustomer(transact, customers, now),
    listLocations: listLocations(customers, locations),
    createLocation: createLocation(tools),
    updateLocation: updateLocation(tools),
    saveCustomer: saveCustomer(tools),
    removeCustomer: removeCustomer(transact, now),
    restoreCustomer: restoreCustomer(transact, now),
    customerCards: customers,
    locationCards: locations,
  };
};

export type CustomersUseCases = ReturnType<typeof customersUseCases>;
