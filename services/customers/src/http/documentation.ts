import type { CUSTOMERS } from '@svc/contracts';
import {
  bulkDocumentation,
  createDocumentation,
  getDocumentation,
  historyDocumentation,
  listDocumentation,
  updateDocumentation,
  upsertOf,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { customerAnswer, customerHistoryAnswer, serviceRequestAnswer } from './answers';
import * as operations from './operations';

const createCustomer = createDocumentation(operations.createCustomer);
const updateCustomer = updateDocumentation(operations.updateCustomer);
const createLocation = createDocumentation(operations.createLocation);
const updateLocation = updateDocumentation(operations.updateLocation);

export const customersDocumentation: Documentation<typeof CUSTOMERS> = {
  listCustomers: listDocumentation(operations.listCustomers),
  getCustomer: getDocumentation(operations.getCustomer),
  createCustomer,
  updateCustomer,
  listLocations: listDocumentation(operations.listLocations),
  createLocation,
  updateLocation,
  listCustomerHistory: historyDocumentation({
    record: 'customer',
    reply: customerHistoryAnswer,
    more: 'Changes of its locations are told as well, with `location_id`; they are removed and restored with the customer.',
    changes: [{ field: 'default_sla_hours', before: 24, after: 8 }],
    beside: { location_id: null, location_name: null },
  }),
  upsertCustomer: upsertOf('a customer', updateCustomer, createCustomer),
  upsertLocation: upsertOf('a location', updateLocation, createLocation),
  bulkCustomers: bulkDocumentation({
    records: 'customers',
    operations: [
      { method: 'PUT', id: 12, body: operations.updateCustomer.requestExample },
      { method: 'PUT', id: 12, sub: 'locations', location_id: 31, body: { notes: 'Ring twice.' } },
    ],
    answers: [
      { status: 200, body: updateCustomer.example },
      {
        status: 404,
        body: { success: false, error: 'not_found', message: 'Location not found.' },
      },
    ],
  }),
};

export const customersEventRecords: EventRecords = {
  customer: { answer: customerAnswer, id: 'customer_id' },
  service_request: { answer: serviceRequestAnswer, id: 'service_request_id' },
};
