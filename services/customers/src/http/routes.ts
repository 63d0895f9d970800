import { CUSTOMERS } from '@svc/contracts';
import {
  created,
  endpoint,
  foundVersion,
  historyEndpoint,
  listEndpoint,
  serve,
  viewOf,
  written,
  type Served,
} from '@svc/http';
import type { CustomersUseCases } from '../use-cases';
import {
  createdCustomerAnswer,
  customerAnswer,
  customerHistoryAnswer,
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

export const customersRoutes = (customers: CustomersUseCases): Served =>
  serve(CUSTOMERS, {
    listCustomers: listEndpoint(
      { query: listCustomersQuery, shown: customerAnswer, removed: removedCustomerAnswer },
      ({ query, caller: { companyId } }) => {
        const filter = {
          search: query.search,
          externalId: query.external_id,
          createdFrom: query.created_after,
          createdBefore: query.created_before,
          updatedFrom: query.updated_since,
          hasLocations: query.has_locations === undefined ? undefined : query.has_locations === '1',
        };
        return {
          page: (page) => customers.listCustomers(companyId, filter, page),
          changes: (part) => customers.listCustomerChanges(companyId, filter, part),
        };
      },
    ),

    getCustomer: endpoint({ query: getCustomerQuery }, async ({ ids, query, caller }) => {
      const withLocations = query.include === 'locations';
      const customer = await customers.getCustomer(caller.companyId, ids.id, withLocations);
      return foundVersion(
        customer.customer.version,
        customerWithLocationsAnswer.present(customer, viewOf(caller)),
      );
    }),

    createCustomer: endpoint({ body: createCustomerBody }, async ({ body, caller }) => {
      const customer = await customers.createCustomer(caller, newCustomerOf(body));
      return created('Customer created.', createdCustomerAnswer.present(customer, viewOf(caller)));
    }),

    updateCustomer: endpoint(
      { body: updateCustomerBody },
      async ({ ids, body, caller, precondition }) => {
        const changes = customerChangesOf(body);
        const customer = await customers.updateCustomer(caller, ids.id, changes, precondition);
        return written('Customer updated.', customerNameAnswer.present(customer, viewOf(caller)));
      },
    ),

    upsertCustomer: {
      update: 'updateCustomer',
      create: 'createCustomer',
      selector: 'id',
      find: ({ caller, externalId }) =>
        customers.findByExternalId('customers', caller.companyId, externalId),
    },

    listLocations: listEndpoint(
      { query: listLocationsQuery, shown: locationAnswer, removed: removedLocationAnswer },
      ({ ids, query, caller: { companyId } }) => {
        const wanted = {
          companyId,
          customerId: ids.id,
          externalId: query.external_id,
          updatedFrom: query.updated_since,
        };
        return {
          page: (page) => customers.listLocations(wanted, page),
          changes: (part) => customers.listLocationChanges(wanted, part),
        };
      },
    ),

    createLocation: endpoint({ body: createLocationBody }, async ({ ids, body, caller }) => {
      const location = await customers.createLocation(caller, ids.id, newLocationOf(body));
      return created('Location created.', locationDetailsAnswer.present(location, viewOf(caller)));
    }),

    updateLocation: endpoint(
      { body: updateLocationBody },
      async ({ ids, body, caller, precondition }) => {
        const location = await customers.updateLocation(caller, {
          customerId: ids.id,
          locationId: ids.location_id,
          changes: locationChangesOf(body),
          precondition,
        });
        return written(
          'Location updated.',
          locationDetailsAnswer.present(location, viewOf(caller)),
        );
      },
    ),

    upsertLocation: {
      update: 'updateLocation',
      create: 'createLocation',
      selector: 'location_id',
      async find({ caller: { companyId }, externalId, ids: { id: customerId = 0 } }) {
        const asked = { companyId, customerId, externalId };
        const { rows } = await customers.listLocations(asked, { page: 1, perPage: 1 });
        return rows[0]?.id;
      },
    },

    listCustomerHistory: historyEndpoint(customerHistoryAnswer, customers.listCustomerHistory),
  });
