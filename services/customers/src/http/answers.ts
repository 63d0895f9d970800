import { REQUEST_STATUSES } from '@svc/contracts';
import {
  defineResponse,
  defineHistoryResponse,
  defineNamedResponse,
  defineRemovedResponse,
} from '@svc/http';
import { createResponse, field, toHistoryFields } from '@svc/records';
import { subjectOf } from '../domain/service-request';
import type { CustomerHistoryEntry } from '../persistence/customer-history';
import type { ServiceRequestDetails } from '../persistence/service-requests';
import { customer } from '../records/customer';
import { location } from '../records/location';
import { serviceRequest } from '../records/service-request';

export const removedCustomerAnswer = defineRemovedResponse('RemovedCustomer', 'customer_id');
export const removedLocationAnswer = defineRemovedResponse('RemovedLocation', 'location_id');

export const customerAnswer = createResponse(customer, { name: 'Customer' });

export const customerNameAnswer = createResponse(customer, {
  name: 'CustomerName',
  only: ['id', 'customerName'],
});

export const createdCustomerAnswer = createResponse(customer, {
  name: 'CreatedCustomer',
  only: ['id', 'customerName'],
  also: {
    locationId: field.idIfAny('The location created with the customer, if one was sent.', 31),
  },
});

export const customerSummaryAnswer = createResponse(customer, {
  also: {
    locationCount: field.count('joined'),
    deletedAt: field.timestamp('joined', { nullable: true, apiName: 'removed_at' }),
  },
});

export const locationAnswer = createResponse(location, { name: 'CustomerLocation' });

export const locationDetailsAnswer = createResponse(location, {
  name: 'CustomerLocationDetails',
  without: ['isPrimary', 'createdAt', 'updatedAt'],
});

export const customerWithLocationsAnswer = createResponse(customer, {
  name: 'CustomerWithLocations',
  also: {
    locations: field.listIfAny(
      locationAnswer,
      'All locations, the primary one first; only with `include=locations`.',
    ),
  },
});

const changeOfCustomer = defineHistoryResponse(toHistoryFields(customer));
const changeOfLocation = defineHistoryResponse(toHistoryFields(location));

export const customerHistoryAnswer = defineNamedResponse(
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

export const serviceRequestAnswer = createResponse(serviceRequest);

export const serviceRequestDetailsAnswer = defineResponse(
  (request: ServiceRequestDetails, view, show) => ({
    ...serviceRequestAnswer.declare(request, view, show),
    customer_name: show.optionalText(request.customerName),
    customer_removed: show.flag(request.customerIsRemoved),
    subject: show.text(subjectOf(request)),
    status: show.oneOf(REQUEST_STATUSES, request.status),
    job_id: show.optionalId(request.jobId),
  }),
);
