import { CUSTOMERS } from '@svc/contracts';
import {
  createCompanyListHandler,
  createCreationHandler,
  createGetHandler,
  createHistoryHandler,
  createListHandler,
  createUpdateHandler,
  serve,
  toRecordFilter,
  type ServedRoutes,
} from '@svc/http';
import type { CustomersUseCases } from '../use-cases';
import { customerHistoryResponse } from './responses';
import * as operations from './operations';

export const customersRoutes = (customers: CustomersUseCases): ServedRoutes =>
  serve(CUSTOMERS, {
    listCustomers: createCompanyListHandler(
      operations.listCustomers,
      { list: customers.listCustomers, listChanges: customers.listCustomerChanges },
      (query) => ({
        search: query.search,
        ...toRecordFilter(query),
        hasLocations: query.has_locations === undefined ? undefined : query.has_locations === '1',
      }),
    ),

    getCustomer: createGetHandler(operations.getCustomer, ({ ids, query, caller }) =>
      customers.getCustomer(caller.companyId, ids.id, query.include === 'locations'),
    ),

    createCustomer: createCreationHandler(operations.createCustomer, async ({ body, caller }) => {
      const { customer, location } = await customers.createCustomer(caller, body);
      return { ...customer, locationId: location?.id };
    }),

    updateCustomer: createUpdateHandler(
      operations.updateCustomer,
      ({ ids, body, caller, precondition }) =>
        customers.updateCustomer(caller, ids.id, body, precondition),
    ),

    upsertCustomer: {
      update: 'updateCustomer',
      create: 'createCustomer',
      selector: 'id',
      find: ({ caller, externalId }) =>
        customers.findByExternalId('customers', caller.companyId, externalId),
    },

    listLocations: createListHandler(
      operations.listLocations,
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

    createLocation: createCreationHandler(operations.createLocation, ({ ids, body, caller }) =>
      customers.createLocation(caller, ids.id, body),
    ),

    updateLocation: createUpdateHandler(
      operations.updateLocation,
      ({ ids, body: changes, caller, precondition }) =>
        customers.updateLocation(caller, {
          customerId: ids.id,
          locationId: ids.location_id,
          changes,
          precondition,
        }),
    ),

    upsertLocation: {
      update: 'updateLocation',
      create: 'createLocation',
      selector: 'location_id',
      async find({ caller: { companyId }, externalId, ids: { id: customerId = 0 } }) {
        const wanted = { companyId, customerId, externalId };
        const { rows } = await customers.listLocations(wanted, { page: 1, perPage: 1 });
        return rows[0]?.id;
      },
    },

    listCustomerHistory: createHistoryHandler(
      customerHistoryResponse,
      customers.listCustomerHistory,
    ),
  });
