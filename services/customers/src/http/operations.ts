import { createRequestExample } from '@svc/records';
import { customer } from '../records/customer';
import { location } from '../records/location';
import * as responses from './responses';
import * as schemas from './schemas';

const CONTACT_CONFLICTS =
  'An e-mail address and a phone belong to one customer of the company. Both 409 answers carry `matched_field` (`email` or `phone`), `customer_id` and `customer_name` of the customer that has it, an active one before a removed one and the e-mail before the phone. They are permanent: use the named customer, have it restored, or send another contact.';

const GEOCODING =
  'latitude and longitude are found from the address when a location is created and whenever its address changes.';

export const listCustomers = {
  summary: 'List customers',
  description: 'Newest first. All filters may be combined.',
  query: schemas.listCustomersQuery,
  response: responses.customerResponse,
  removed: responses.removedCustomerResponse,
};

export const getCustomer = {
  summary: 'Get a customer',
  description: '`include=locations` adds all locations of the customer.',
  query: schemas.getCustomerQuery,
  response: responses.customerWithLocationsResponse,
};

export const createCustomer = {
  summary: 'Create a customer',
  description: `${CONTACT_CONFLICTS}\n\nWith \`location\`, the customer and its first location are created together or not at all. ${GEOCODING}`,
  body: schemas.createCustomerBody,
  requestExample: {
    ...createRequestExample(customer, { without: ['externalId'] }),
    customer_phone: '(212) 555-0134',
    location: createRequestExample(location, {
      without: ['externalId', 'contactEmail', 'contactPhone', 'notes'],
    }),
  },
  message: 'Customer created.',
  response: responses.createdCustomerResponse,
  errors: ['customer_duplicate_contact', 'customer_soft_deleted_conflict', 'duplicate_external_id'],
} as const;

export const updateCustomer = {
  summary: 'Update a customer',
  description: `Send the fields to change; the others stay as they are. ${CONTACT_CONFLICTS}`,
  body: schemas.updateCustomerBody,
  requestExample: { customer_phone: '+12125550134', default_sla_hours: 24 },
  message: 'Customer updated.',
  response: responses.customerNameResponse,
  errors: createCustomer.errors,
};

export const listLocations = {
  summary: "List a customer's locations",
  description: 'The primary location first, then the oldest.',
  query: schemas.listLocationsQuery,
  response: responses.locationResponse,
  removed: responses.removedLocationResponse,
};

export const createLocation = {
  summary: 'Create a location',
  description: `The first location of a customer is its primary one. Nothing is copied from the customer. ${GEOCODING}`,
  body: schemas.createLocationBody,
  requestExample: createRequestExample(location),
  message: 'Location created.',
  response: responses.locationDetailsResponse,
  errors: ['duplicate_external_id'],
} as const;

const newAddress = { address_street: '1 Penn Plaza', notes: null };

export const updateLocation = {
  summary: 'Update a location',
  description: `Send the fields to change; the others stay as they are, and null clears contact_email, contact_phone and notes. ${GEOCODING}`,
  body: schemas.updateLocationBody,
  requestExample: newAddress,
  message: 'Location updated.',
  response: responses.locationDetailsResponse,
  example: { ...responses.locationDetailsResponse.example, ...newAddress },
  errors: createLocation.errors,
};
