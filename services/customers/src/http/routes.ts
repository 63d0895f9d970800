import { CUSTOMERS } from '@svc/contracts';
import {
  created,
  endpoint,
  found,
  listEndpoint,
  serve,
  viewOf,
  written,
  type Routes,
} from '@svc/http';
import type { CustomersUseCases } from '../use-cases';
import {
  createdCustomerAnswer,
  customerAnswer,
  customerNameAnswer,
  customerWithLocationsAnswer,
  locationAnswer,
  locationDetailsAnswer,
  removedCustomerAnswer,
  removedLocationAnswer,
} from './answers';
import { customerChangesOf, locationChangesOf, newCustomerOf, newLocationOf } from './inputs';
import {
  createCustomerBody,
  createLocationBody,
  getCustomerQuery,
  listCustomersQuery,
  listLocationsQuery,
  updateCustomerBody,
  updateLocationBody,
} from './schemas';

export const customersRoutes = (customers: CustomersUseCases): Routes =>
  serve(CUSTOMERS, {
    listCustomers: listEndpoint(
      { query: listCustomersQuery, shown: customerAnswer, removed: removedCustomerAnswer },
      ({ query, caller: { companyId } }) => {
        const filter = {
          search: query.search,
          createdFrom: query.created_after,
          createdBefore: query.created_before,
          updatedFrom: query.updated_since,
          hasLocations: query.has_locations === undefined ? undefined : query.has_locations === '1',
        };
        return {
          async page(page) {
            const { customers: rows, total } = await customers.listCustomers(
              companyId,
              filter,
              page,
            );
            return { rows, total };
          },
          changes: (part) => customers.listCustomerChanges(companyId, filter, part),
        };
      },
    ),

    getCustomer: endpoint({ query: getCustomerQuery }, async ({ ids, query, caller }) => {
      const withLocations = query.include === 'locations';
      const customer = await customers.getCustomer(caller.companyId, ids.id, withLocations);
      return found(customerWithLocationsAnswer.present(customer, viewOf(caller)));
    }),

    createCustomer: endpoint({ body: createCustomerBody }, async ({ body, caller }) => {
      const customer = await customers.createCustomer(caller, newCustomerOf(body));
      return created('Customer created.', createdCustomerAnswer.present(customer, viewOf(caller)));
    }),

    updateCustomer: endpoint({ body: updateCustomerBody }, async ({ ids, body, caller }) => {
      const customer = await customers.updateCustomer(caller, ids.id, customerChangesOf(body));
      return written('Customer updated.', customerNameAnswer.present(customer, viewOf(caller)));
    }),

    listLocations: listEndpoint(
      { query: listLocationsQuery, shown: locationAnswer, removed: removedLocationAnswer },
      ({ ids, query, caller: { companyId } }) => {
        const wanted = { companyId, customerId: ids.id, updatedFrom: query.updated_since };
        return {
          async page(page) {
            const { locations: rows, total } = await customers.listLocations(wanted, page);
            return { rows, total };
          },
          changes: (part) => customers.listLocationChanges(wanted, part),
        };
      },
    ),

    createLocation: endpoint({ body: createLocationBody }, async ({ ids, body, caller }) => {
      const location = await customers.createLocation(caller, ids.id, newLocationOf(body));
      return created('Location created.', locationDetailsAnswer.present(location, viewOf(caller)));
    }),

    updateLocation: endpoint({ body: updateLocationBody }, async ({ ids, body, caller }) => {
      const location = await customers.updateLocation(caller, {
        customerId: ids.id,
        locationId: ids.location_id,
        changes: locationChangesOf(body),
      });
      return written('Location updated.', locationDetailsAnswer.present(location, viewOf(caller)));
    }),
  });
