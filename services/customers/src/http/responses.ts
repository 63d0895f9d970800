import { REQUEST_STATUSES } from '@svc/contracts';
import {
  defineHistoryResponse,
  defineNamedResponse,
  defineRemovedResponse,
  defineResponse,
} from '@svc/http';
import { createResponse, field, toHistoryFields } from '@svc/records';
import { summarizeDescription } from '../domain/service-request';
import type { CustomerHistoryEntry } from '../persistence/customer-history';
import type { ServiceRequestDetails } from '../persistence/service-requests';
import { customer } from '../records/customer';
import { location } from '../records/location';
import { serviceRequest } from '../records/service-request';

export const removedCustomerResponse = defineRemovedResponse('RemovedCustomer', 'customer_id');
export const removedLocationResponse = defineRemovedResponse('RemovedLocation', 'location_id');

export const customerResponse = createResponse(customer, { name: 'Customer' });

export const customerNameResponse = createResponse(customer, {
  name: 'CustomerName',
  only: ['id', 'customerName'],
});

export const createdCustomerResponse = createResponse(customer, {
  name: 'CreatedCustomer',
  only: ['id', 'customerName'],
  also: {
    locationId: field.idIfAny('The location created with the customer, if one was sent.', 31),
  },
});

export const customerSummaryResponse = createResponse(customer, {
  also: {
    locationCount: field.count('joined'),
    deletedAt: field.timestamp('joined', { nullable: true, apiName: 'removed_at' }),
  },
});

export const locationResponse = createResponse(location, { name: 'CustomerLocation' });

export const locationContactResponse = createResponse(location, {
  without: ['isPrimary', 'createdAt', 'updatedAt'],
  also: {
    customerPhone: field.text('joined'),
    customerEmail: field.text('joined'),
  },
});

export const locationDetailsResponse = createResponse(location, {
  name: 'CustomerLocationDetails',
  without: ['isPrimary', 'createdAt', 'updatedAt'],
});

export const customerWithLocationsResponse = createResponse(customer, {
  name: 'CustomerWithLocations',
  also: {
    locations: field.listIfAny(
      locationResponse,
      'All locations, the primary one first; only with `include=locations`.',
    ),
  },
});

const changeOfCustomer = defineHistoryResponse(toHistoryFields(customer));
const changeOfLocation = defineHistoryResponse(toHistoryFields(location));

export const customerHistoryResponse = defineNamedResponse(
  'CustomerHistoryEntry',
  (entry: CustomerHistoryEntry, view, show) => ({
    ...(entry.locationId === null ? changeOfCustomer : changeOfLocation).declare(entry, view, show),
    location_id: show.optionalId(
      entry.locationId,
      'The location that was changed, whose version it is then; null where it was the customer itself.',
    ),
    location_name: show.optionalText(entry.locationName, 'What it is called now.'),
  }),
);

export const serviceRequestResponse = createResponse(serviceRequest);

export const serviceRequestDetailsResponse = defineResponse(
  (request: ServiceRequestDetails, view, show) => ({
    ...serviceRequestResponse.declare(request, view, show),
    customer_name: show.optionalText(request.customerName),
    customer_removed: show.flag(request.customerIsRemoved),
    subject: show.text(summarizeDescription(request)),
    status: show.oneOf(REQUEST_STATUSES, request.status),
    job_id: show.optionalId(request.jobId),
  }),
);
