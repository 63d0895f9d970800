import { REQUEST_STATUSES } from '@svc/contracts';
import { fields } from '@svc/http';
import { createBody, createEntryBody, createUpdateBody } from '@svc/records';
import { customer } from '../records/customer';
import { location } from '../records/location';
import { serviceRequest } from '../records/service-request';

export const listCustomersQuery = fields.object({
  ...fields.removableListFields,
  ids: fields.queryIds(),
  search: fields
    .searchTerm()
    .description('Only customers with this in their name, e-mail address or phone.')
    .note('Upper and lower case are the same; a phone is also found by its digits alone.'),
  external_id: fields.queryExternalId(),
  created_after: fields.since().description('Only customers created at this second or later.'),
  created_before: fields.until().description('Only customers created at this second or earlier.'),
  has_locations: fields
    .oneOf(['0', '1'])
    .description('1 only customers with locations, 0 only customers without.'),
});

export const listLocationsQuery = fields.object({
  ...fields.removableListFields,
  external_id: fields.queryExternalId(),
});

export const getCustomerQuery = fields.object({
  include: fields.oneOf(['locations']).description('Adds all locations of the customer.'),
});

export const createCustomerBody = createBody(customer, {
  also: {
    location: createBody(location, { without: ['contactEmail', 'contactPhone'] })
      .allow(null)
      .description(
        'A location that is created with the customer; its contact is copied from the customer.',
      ),
  },
});

export const updateCustomerBody = createUpdateBody(customer);

export const saveCustomerBody = createEntryBody(customer, {
  without: ['externalId'],
  also: { locations: fields.array(createEntryBody(location)).default([]), deleted: fields.flag() },
});

export const createLocationBody = createBody(location);
export const updateLocationBody = createUpdateBody(location);
export const createServiceRequestBody = createBody(serviceRequest);

export const listCustomersForPeopleQuery = fields.object({
  ...fields.pageFields,
  search: fields.searchTerm(),
  removed: fields.oneOf(['0', '1']),
});

export const listLocationsForPeopleQuery = fields.object({
  ...fields.pageFields,
  search: fields.searchTerm(),
});

export const listServiceRequestsQuery = fields.object({
  ...fields.pageFields,
  status: fields.oneOf(REQUEST_STATUSES),
});

export const linkJobBody = fields.object({ job_id: fields.id().required() });
