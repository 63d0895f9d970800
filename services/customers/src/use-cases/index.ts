import type { Geocoder } from '../geocoding/geocoder';
import type { CustomerReads } from '../persistence/customer-reads';
import type { LocationReads } from '../persistence/location-reads';
import type { ServiceRequestReads } from '../persistence/service-request-reads';
import type { Transact } from '../persistence/transaction';
import { createCustomer } from './create-customer';
import { createLocation } from './create-location';
import { createServiceRequest } from './create-service-request';
import { getCustomer, getCustomers } from './get-customer';
import { getServiceRequest, getServiceRequests } from './get-service-request';
import { listCustomers } from './list-customers';
import { listLocations } from './list-locations';
import { removeCustomer } from './remove-customer';
import { restoreCustomer } from './restore-customer';
import { saveCustomer, saveCustomers } from './save-customer';
import { updateCustomer } from './update-customer';
import { updateLocation } from './update-location';

export type { CreateCustomer, CreatedCustomer } from './create-customer';
export type { CustomerWithLocations } from './get-customer';
export type { SaveCustomer, SavedCustomer, SavedLocation } from './save-customer';

export interface CustomersTools {
  readonly transact: Transact;
  readonly customers: CustomerReads;
  readonly locations: LocationReads;
  readonly serviceRequests: ServiceRequestReads;
  readonly geocoder: Geocoder;
  readonly now: () => Date;
}

/** The operations of this context and what the operator may do beyond them, wired to their tools. */
export const customersUseCases = (tools: CustomersTools) => {
  const { transact, customers, locations, serviceRequests, now } = tools;
  return {
    listCustomers: listCustomers(customers),
    getCustomer: getCustomer(customers, locations),
    getCustomers: getCustomers(customers),
    createCustomer: createCustomer(tools),
    updateCustomer: updateCustomer(transact, customers, now),
    listLocations: listLocations(customers, locations),
    createLocation: createLocation(tools),
    updateLocation: updateLocation(tools),
    saveCustomer: saveCustomer(tools),
    saveCustomers: saveCustomers(tools),
    removeCustomer: removeCustomer(transact, now),
    restoreCustomer: restoreCustomer(transact, now),
    createServiceRequest: createServiceRequest(tools),
    getServiceRequest: getServiceRequest(serviceRequests),
    getServiceRequests: getServiceRequests(serviceRequests),
  };
};

export type CustomersUseCases = ReturnType<typeof customersUseCases>;
