import { createCustomer } from './create-customer';
import { createLocation } from './create-location';
import { createServiceRequest } from './create-service-request';
import { declineServiceRequest } from './decline-service-request';
import type { Dependencies } from './dependencies';
import { getCustomer, getCustomers } from './get-customer';
import { getServiceRequest, getServiceRequests } from './get-service-request';
import { linkJobToRequest } from './link-job-to-request';
import { historyEvenOfRemoved, listCustomerHistory } from './list-customer-history';
import { listCustomers } from './list-customers';
import { listLocationChanges, listLocations } from './list-locations';
import { removeCustomer } from './remove-customer';
import { restoreCustomer } from './restore-customer';
import { saveCustomer } from './save-customer';
import { saveCustomers } from './save-customers';
import { showCustomer, showCustomers, showLocations } from './show-customers';
import { showServiceRequest, showServiceRequests } from './show-service-requests';
import { updateCustomer } from './update-customer';
import { updateLocation } from './update-location';

/** Everything that can be done with customers, their locations and service requests. */
export const customersUseCases = (dependencies: Dependencies) => ({
  listCustomers: listCustomers(dependencies),
  listCustomerChanges: dependencies.customers.listChanges,
  getCustomer: getCustomer(dependencies),
  getCustomers: getCustomers(dependencies),
  findByExternalId: dependencies.externalIds.find,
  createCustomer: createCustomer(dependencies),
  updateCustomer: updateCustomer(dependencies),
  listLocations: listLocations(dependencies),
  listLocationChanges: listLocationChanges(dependencies),
  createLocation: createLocation(dependencies),
  updateLocation: updateLocation(dependencies),
  saveCustomer: saveCustomer(dependencies),
  saveCustomers: saveCustomers(dependencies),
  removeCustomer: removeCustomer(dependencies),
  restoreCustomer: restoreCustomer(dependencies),
  listCustomerHistory: listCustomerHistory(dependencies),
  historyEvenOfRemoved: historyEvenOfRemoved(dependencies),
  showCustomers: showCustomers(dependencies),
  showCustomer: showCustomer(dependencies),
  showLocations: showLocations(dependencies),
  createServiceRequest: createServiceRequest(dependencies),
  getServiceRequest: getServiceRequest(dependencies),
  getServiceRequests: getServiceRequests(dependencies),
  showServiceRequests: showServiceRequests(dependencies),
  showServiceRequest: showServiceRequest(dependencies),
  linkJobToRequest: linkJobToRequest(dependencies),
  declineServiceRequest: declineServiceRequest(dependencies),
});

export type CustomersUseCases = ReturnType<typeof customersUseCases>;
