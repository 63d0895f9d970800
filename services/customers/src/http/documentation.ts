import type { CUSTOMERS } from '@svc/contracts';
import {
  documentBulk,
  documentCreate,
  documentGet,
  documentHistory,
  documentList,
  documentUpdate,
  documentUpsert,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { customerHistoryResponse, customerResponse, serviceRequestResponse } from './responses';
import * as operations from './operations';

const createCustomer = documentCreate(operations.createCustomer);
const updateCustomer = documentUpdate(operations.updateCustomer);
const createLocation = documentCreate(operations.createLocation);
const updateLocation = documentUpdate(operations.updateLocation);

export const customersDocumentation: Documentation<typeof CUSTOMERS> = {
  listCustomers: documentList(operations.listCustomers),
  getCustomer: documentGet(operations.getCustomer),
  createCustomer,
  updateCustomer,
  listLocations: documentList(operations.listLocations),
  createLocation,
  updateLocation,
  listCustomerHistory: documentHistory({
    record: 'customer',
    reply: customerHistoryResponse,
    more: 'Changes of its locations are told as well, with `location_id`; they are removed and restored with the customer.',
    changes: [{ field: 'default_sla_hours', before: 24, after: 8 }],
    beside: { location_id: null, location_name: null },
  }),
  upsertCustomer: documentUpsert('a customer', updateCustomer, createCustomer),
  upsertLocation: documentUpsert('a location', updateLocation, createLocation),
  bulkCustomers: documentBulk({
    records: 'customers',
    operations: [
      { method: 'PUT', id: 12, body: operations.updateCustomer.requestExample },
      { method: 'PUT', id: 12, sub: 'locations', location_id: 31, body: { notes: 'Ring twice.' } },
    ],
    responses: [
      { status: 200, body: updateCustomer.example },
      {
        status: 404,
        body: { success: false, error: 'not_found', message: 'Location not found.' },
      },
    ],
  }),
};

export const customersEventRecords: EventRecords = {
  customer: { response: customerResponse, id: 'customer_id' },
  service_request: { response: serviceRequestResponse, id: 'service_request_id' },
};
