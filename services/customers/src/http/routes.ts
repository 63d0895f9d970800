import { CUSTOMERS } from '@svc/contracts';
import {
  created,
  endpoint,
  fields,
  found,
  listed,
  pageOf,
  serve,
  viewOf,
  written,
  type Served,
} from '@svc/http';
import type { CustomersUseCases } from '../use-cases';
import {
  createdCustomerAnswer,
  customerAnswer,
  customerNameAnswer,
  customerWithLocationsAnswer,
  locationAnswer,
  locationDetailsAnswer,
} from './answers';
import { customerChangesOf, locationChangesOf, newCustomerOf, newLocationOf } from './inputs';
import {
  createCustomerBody,
  createLocationBody,
  getCustomerQuery,
  listCustomersQuery,
  updateCustomerBody,
  updateLocationBody,
} from './schemas';

export const customersRoutes = (customers: CustomersUseCases): Served =>
  serve(CUSTOMERS, {
    listCustomers: endpoint({ query: listCustomersQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { customers: rows, total } = await customers.listCustomers(
        caller.companyId,
        {
          search: query.search,
          createdFrom: query.created_after,
          createdBefore: query.created_before,
          hasLocations: query.has_locations === undefined ? undefined : query.has_locations === '1',
        },
        page,
      );
      return listed(customerAnswer.presentAll(rows, viewOf(caller)), page, total);
    }),

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

    listLocations: endpoint({ query: fields.pageQuery }, async ({ ids, query, caller }) => {
      const page = pageOf(query);
      const { locations, total } = await customers.listLocations(caller.companyId, ids.id, page);
      return listed(locationAnswer.presentAll(locations, viewOf(caller)), page, total);
    }),

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
