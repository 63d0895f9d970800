import { createCustomer } from './create-customer';
import { createLocation } from './create-location';
import { createServiceRequest } from './create-service-request';
import { declineServiceRequest } from './decline-service-request';
import type { Dependencies } from './dependencies';
import { getCustomer } from './get-customer';
import { linkJobToRequest } from './link-job-to-request';
import { historyEvenOfRemoved, listCustomerHistory } from './list-customer-history';
import { listCustomers } from './list-customers';
import { listLocationChanges, listLocations } from './list-locations';
import { removeCustomer } from './remove-customer';
import { restoreCustomer } from './restore-customer';
import { saveCustomer } from './save-customer';
import { saveCustomers } from './save-customers';
import { showLocations } from './show-locations';
import { updateCustomer } from './update-customer';
import { updateLocation } from './update-location';

/** Everything that can be done with customers, their locations and service requests. */
export const customersUseCases = (dependencies: Dependencies) => ({
  listCustomers: listCustomers(dependencies),
  listCustomerChanges: dependencies.customers.listChanges,
  getCustomer: getCustomer(dependencies),
  getCustomers: dependencies.customers.findSome,
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
  showCustomers: dependencies.customers.listSummaries,
  showCustomer: dependencies.customers.findSummary,
  showLocations: showLocations(dependencies),
  createServiceRequest: createServiceRequest(dependencies),
  getServiceRequest: dependencies.serviceRequests.find,
  getServiceRequests: dependencies.serviceRequests.findSome,
  showServiceRequests: dependencies.serviceRequests.list,
  showServiceRequest: dependencies.serviceRequests.findDetails,
  linkJobToRequest: linkJobToRequest(dependencies),
  declineServiceRequest: declineServiceRequest(dependencies),
});

export type CustomersUseCases = ReturnType<typeof customersUseCases>;
