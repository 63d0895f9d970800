import { CUSTOMERS } from '@svc/contracts';
import { created, endpoint, found, listed, pageOf, serve, written, type Routes } from '@svc/http';
import type { CustomersUseCases } from '../use-cases';
import { customerChangesOf, locationChangesOf, newCustomerOf, newLocationOf } from './inputs';
import {
  presentCustomer,
  presentCustomerName,
  presentCustomerWithLocations,
  presentLocation,
  presentLocationDetails,
} from './presenters';
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
      return listed(
        rows.map((row) => presentCustomer(row, caller.zone)),
        page,
        total,
      );
    }),

    getCustomer: endpoint({ query: getCustomerQuery }, async ({ ids, query, caller }) => {
      const withLocations = query.include === 'locations';
      const answer = await customers.getCustomer(caller.companyId, ids.id, withLocations);
      return found(presentCustomerWithLocations(answer, caller.zone));
    }),

    createCustomer: endpoint({ body: createCustomerBody }, async ({ body, caller }) => {
      const { customer, location } = await customers.createCustomer(caller, newCustomerOf(body));
      return created('Customer created.', {
        ...presentCustomerName(customer),
        ...(location && { location_id: location.id }),
      });
    }),

    updateCustomer: endpoint({ body: updateCustomerBody }, async ({ ids, body, caller }) => {
      const customer = await customers.updateCustomer(caller, ids.id, customerChangesOf(body));
      return written('Customer updated.', presentCustomerName(customer));
    }),

    listLocations: endpoint({ query: listLocationsQuery }, async ({ ids, query, caller }) => {
      const page = pageOf(query);
      const { locations, total } = await customers.listLocations(caller.companyId, ids.id, page);
      return listed(
        locations.map((location) => presentLocation(location, caller.zone)),
        page,
        total,
      );
    }),

    createLocation: endpoint({ body: createLocationBody }, async ({ ids, body, caller }) => {
      const location = await customers.createLocation(caller, ids.id, newLocationOf(body));
      return created('Location created.', presentLocationDetails(location));
    }),

    updateLocation: endpoint({ body: updateLocationBody }, async ({ ids, body, caller }) => {
      const location = await customers.updateLocation(caller, {
        customerId: ids.id,
        locationId: ids.location_id,
        changes: locationChangesOf(body),
      });
      return written('Location updated.', presentLocationDetails(location));
    }),
  });
