import type { CUSTOMERS } from '@svc/contracts';
import {
  bulkDocumentation,
  EXAMPLE_REQUEST_ID,
  foundReply,
  historyDocumentation,
  listedReply,
  upsertOf,
  writtenReply,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
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
  serviceRequestAnswer,
} from './answers';
import {
  createCustomerBody,
  createLocationBody,
  getCustomerQuery,
  listCustomersQuery,
  listLocationsQuery,
  updateCustomerBody,
  updateLocationBody,
} from './schemas';

const exampleCustomer = {
  customer_id: 12,
  version: 2,
  external_id: 'CRM-12',
  customer_name: 'Riverside Medical Center',
  customer_email: 'facilities@riverside.example',
  customer_phone: '+12125550134',
  default_sla_hours: 24,
  tax_exempt: true,
  tax_exemption_reason: 'Non-profit hospital',
  created_at: '2026-03-02T09:15:00-05:00',
  updated_at: '2026-03-09T16:40:12-04:00',
};

const exampleLocationBody = {
  external_id: 'CRM-12-1',
  location_name: 'Main building',
  address_street: '350 5th Avenue',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
  contact_email: 'desk@riverside.example',
  contact_phone: '+12125550135',
  notes: 'Ring at the loading dock.',
};

const exampleDetails = {
  location_id: 31,
  version: 1,
  ...exampleLocationBody,
  latitude: 40.75065,
  longitude: -73.997293,
};

const exampleLocation = {
  ...exampleDetails,
  is_primary: true,
  created_at: '2026-03-02T09:15:00-05:00',
  updated_at: '2026-03-02T09:15:00-05:00',
};

const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };

const CONTACT_CONFLICTS =
  'An e-mail address and a phone belong to one customer of the company. Both 409 answers carry `matched_field` (`email` or `phone`), `customer_id` and `customer_name` of the customer that has it, an active one before a removed one and the e-mail before the phone. They are permanent: use the named customer, have it restored, or send another contact.';

const GEOCODING =
  'latitude and longitude are found from the address when a location is created and whenever its address changes.';

const operations = {
  listCustomers: {
    summary: 'List customers',
    description: 'Newest first. All filters may be combined.',
    query: listCustomersQuery,
    reply: listedReply(customerAnswer, { removed: removedCustomerAnswer }),
    status: 200,
    example: { success: true, data: [exampleCustomer], pagination, request_id: EXAMPLE_REQUEST_ID },
    errors: [],
  },

  getCustomer: {
    summary: 'Get a customer',
    description: '`include=locations` adds all locations of the customer.',
    query: getCustomerQuery,
    reply: foundReply(customerWithLocationsAnswer),
    status: 200,
    isVersioned: true,
    example: {
      success: true,
      data: { ...exampleCustomer, locations: [exampleLocation] },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [],
  },

  createCustomer: {
    summary: 'Create a customer',
    description: `${CONTACT_CONFLICTS}\n\nWith \`location\`, the customer and its first location are created together or not at all. ${GEOCODING}`,
    body: createCustomerBody,
    requestExample: {
      customer_name: 'Riverside Medical Center',
      customer_email: 'facilities@riverside.example',
      customer_phone: '(212) 555-0134',
      default_sla_hours: 24,
      tax_exempt: true,
      tax_exemption_reason: 'Non-profit hospital',
      location: {
        location_name: 'Main building',
        address_street: '350 5th Avenue',
        address_city: 'New York',
        address_state: 'NY',
        address_zip: '10001',
      },
    },
    reply: writtenReply(createdCustomerAnswer),
    status: 201,
    example: {
      success: true,
      message: 'Customer created.',
      data: { customer_id: 12, customer_name: 'Riverside Medical Center', location_id: 31 },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [
      'customer_duplicate_contact',
      'customer_soft_deleted_conflict',
      'duplicate_external_id',
    ],
  },

  updateCustomer: {
    summary: 'Update a customer',
    description: `Send the fields to change; the others stay as they are. ${CONTACT_CONFLICTS}`,
    body: updateCustomerBody,
    requestExample: { customer_phone: '+12125550134', default_sla_hours: 24 },
    reply: writtenReply(customerNameAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Customer updated.',
      data: { customer_id: 12, customer_name: 'Riverside Medical Center' },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: [
      'customer_duplicate_contact',
      'customer_soft_deleted_conflict',
      'duplicate_external_id',
    ],
  },

  listLocations: {
    summary: "List a customer's locations",
    description: 'The primary location first, then the oldest.',
    query: listLocationsQuery,
    reply: listedReply(locationAnswer, { removed: removedLocationAnswer }),
    status: 200,
    example: { success: true, data: [exampleLocation], pagination, request_id: EXAMPLE_REQUEST_ID },
    errors: [],
  },

  createLocation: {
    summary: 'Create a location',
    description: `The first location of a customer is its primary one. Nothing is copied from the customer. ${GEOCODING}`,
    body: createLocationBody,
    requestExample: exampleLocationBody,
    reply: writtenReply(locationDetailsAnswer),
    status: 201,
    example: {
      success: true,
      message: 'Location created.',
      data: exampleDetails,
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: ['duplicate_external_id'],
  },

  updateLocation: {
    summary: 'Update a location',
    description: `Send the fields to change; the others stay as they are, and null clears contact_email, contact_phone and notes. ${GEOCODING}`,
    body: updateLocationBody,
    requestExample: { address_street: '1 Penn Plaza', notes: null },
    reply: writtenReply(locationDetailsAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Location updated.',
      data: { ...exampleDetails, address_street: '1 Penn Plaza', notes: null },
      request_id: EXAMPLE_REQUEST_ID,
    },
    errors: ['duplicate_external_id'],
  },

  listCustomerHistory: historyDocumentation({
    record: 'customer',
    reply: customerHistoryAnswer,
    more: 'Changes of its locations are told as well, with `location_id`; they are removed and restored with the customer.',
    changes: [{ field: 'default_sla_hours', before: 24, after: 8 }],
    beside: { location_id: null, location_name: null },
  }),
} satisfies Omit<
  Documentation<typeof CUSTOMERS>,
  'upsertCustomer' | 'upsertLocation' | 'bulkCustomers'
>;

export const customersDocumentation: Documentation<typeof CUSTOMERS> = {
  ...operations,
  upsertCustomer: upsertOf('a customer', operations.updateCustomer, operations.createCustomer),
  upsertLocation: upsertOf('a location', operations.updateLocation, operations.createLocation),
  bulkCustomers: bulkDocumentation({
    records: 'customers',
    operations: [
      { method: 'PUT', id: 12, body: operations.updateCustomer.requestExample },
      { method: 'PUT', id: 12, sub: 'locations', location_id: 31, body: { notes: 'Ring twice.' } },
    ],
    answers: [
      { status: 200, body: operations.updateCustomer.example },
      {
        status: 404,
        body: { success: false, error: 'not_found', message: 'Location not found.' },
      },
    ],
  }),
};

/** What events of customers and service requests show. */
export const customersEventRecords: EventRecords = {
  customer: { answer: customerAnswer, id: 'customer_id' },
  service_request: { answer: serviceRequestAnswer, id: 'service_request_id' },
};
