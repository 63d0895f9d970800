import { requireRecordOfHistory } from '@svc/outbox';
import { createCustomer } from './create-customer';
import { createLocation, updateLocation } from './write-location';
import { createServiceRequest } from './create-service-request';
import { declineServiceRequest, linkJobToRequest } from './decide-service-request';
import type { Dependencies } from './dependencies';
import { getCustomer } from './get-customer';
import {
  listLocationChanges,
  listLocations,
  listLocationsIncludingRemoved,
} from './list-locations';
import { removeCustomer, restoreCustomer } from './remove-customer';
import { saveCustomers } from './save-customers';
import { updateCustomer } from './update-customer';

export const createCustomersUseCases = (dependencies: Dependencies) => ({
  listCustomers: dependencies.customers.list,
  listCustomerChanges: dependencies.customers.listChanges,
  getCustomer: getCustomer(dependencies),
  getCustomers: dependencies.customers.findSome,
  findByExternalId: dependencies.externalIds.find,
  createCustomer: createCustomer(dependencies),
  updateCustomer: updateCustomer(dependencies),
  listLocations: listLocations(dependencies),
  listLocationChanges: listLocationChanges(dependencies),
  findLocationContact: dependencies.locations.findContact,
  createLocation: createLocation(dependencies),
  updateLocation: updateLocation(dependencies),
  saveCustomers: saveCustomers(dependencies),
  removeCustomer: removeCustomer(dependencies),
  restoreCustomer: restoreCustomer(dependencies),
  listCustomerHistory: requireRecordOfHistory(dependencies.history, dependencies.customers.find),
  historyIncludingRemoved: requireRecordOfHistory(
    dependencies.history,
    dependencies.customers.findAny,
  ),
  listSummaries: dependencies.customers.listSummaries,
  getSummary: dependencies.customers.findSummary,
  listLocationsIncludingRemoved: listLocationsIncludingRemoved(dependencies),
  createServiceRequest: createServiceRequest(dependencies),
  listServiceRequests: dependencies.serviceRequests.list,
  getServiceRequest: dependencies.serviceRequests.findDetails,
  findServiceRequests: dependencies.serviceRequests.findSome,
  linkJobToRequest: linkJobToRequest(dependencies),
  declineServiceRequest: declineServiceRequest(dependencies),
});

export type CustomersUseCases = ReturnType<typeof createCustomersUseCases>;
