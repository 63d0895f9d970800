import { REQUEST_STATUSES } from '@svc/contracts';
import { answer, historyAnswer, namedAnswer, removedAnswer } from '@svc/http';
import type { Customer } from '../domain/customer';
import {
  SHOWN_CUSTOMER_FIELDS,
  SHOWN_LOCATION_FIELDS,
  type CustomerHistoryEntry,
} from '../domain/customer-history';
import type { Location } from '../domain/location';
import { REQUEST_SOURCES, subjectOf, type ServiceRequest } from '../domain/service-request';
import type { CustomerSummary } from '../persistence/customer-list';
import type { ServiceRequestDetails } from '../persistence/service-request-reads';
import type { CreatedCustomer } from '../use-cases/create-customer';
import type { CustomerWithLocations } from '../use-cases/get-customer';

export const removedCustomerAnswer = removedAnswer('RemovedCustomer', 'customer_id');

export const removedLocationAnswer = removedAnswer('RemovedLocation', 'location_id');

export const customerAnswer = namedAnswer('Customer', (customer: Customer, { zone }, show) => ({
  customer_id: show.id(customer.id),
  version: show.version(customer.version, 'Grows by 1 with each change.'),
  external_id: show.optionalText(customer.externalId),
  customer_name: show.text(customer.name),
  customer_email: show.text(customer.email, 'Unique in the company whatever its case; as sent.'),
  customer_phone: show.text(
    customer.phone,
    'E.164 (an extension as ;ext=7) and unique in the company; a number that cannot be read as one is kept as sent.',
  ),
  default_sla_hours: show.integer(customer.defaultSlaHours),
  tax_exempt: show.flag(customer.taxExempt),
  tax_exemption_reason: show.optionalText(customer.taxExemptionReason),
  created_at: show.timestamp(customer.createdAt, zone),
  updated_at: show.timestamp(customer.updatedAt, zone),
}));

const changeOfCustomer = historyAnswer(SHOWN_CUSTOMER_FIELDS);
const changeOfLocation = historyAnswer(SHOWN_LOCATION_FIELDS);

export const customerHistoryAnswer = namedAnswer(
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

/** A customer as the dashboard shows it. */
export const customerSummaryAnswer = answer((customer: CustomerSummary, view, show) => ({
  ...customerAnswer.declare(customer, view, show),
  location_count: show.count(customer.locationCount),
  removed_at: show.optionalTimestamp(customer.deletedAt, view.zone),
}));

/** What a write of a location answers. */
export const locationDetailsAnswer = namedAnswer(
  'CustomerLocationDetails',
  (location: Location, _view, show) => ({
    location_id: show.id(location.id),
    version: show.version(location.version, 'Grows by 1 with each change.'),
    external_id: show.optionalText(location.externalId),
    location_name: show.text(location.name),
    address_street: show.text(location.street),
    address_city: show.text(location.city),
    address_state: show.textOfLength(2, location.state),
    address_zip: show.textOfLength(5, location.zip),
    latitude: show.number(location.latitude, 'Found from the address.'),
    longitude: show.number(location.longitude, 'Found from the address.'),
    contact_email: show.optionalText(location.contactEmail),
    contact_phone: show.optionalText(
      location.contactPhone,
      'E.164 where the number can be read as one.',
    ),
    notes: show.optionalText(location.notes),
  }),
);

export const locationAnswer = namedAnswer('CustomerLocation', (location: Location, view, show) => ({
  ...locationDetailsAnswer.declare(location, view, show),
  is_primary: show.flag(location.isPrimary, "Whether it is the customer's first location."),
  created_at: show.timestamp(location.createdAt, view.zone),
  updated_at: show.timestamp(location.updatedAt, view.zone),
}));

export const customerWithLocationsAnswer = namedAnswer(
  'CustomerWithLocations',
  ({ customer, locations }: CustomerWithLocations, view, show) => ({
    ...customerAnswer.declare(customer, view, show),
    locations: show.listIfAny(
      locationAnswer,
      locations,
      view,
      'All locations, the primary one first; only with `include=locations`.',
    ),
  }),
);

/** What a change of a customer answers. */
export const customerNameAnswer = namedAnswer(
  'CustomerName',
  (customer: Customer, _view, show) => ({
    customer_id: show.id(customer.id),
    customer_name: show.text(customer.name),
  }),
);

export const createdCustomerAnswer = namedAnswer(
  'CreatedCustomer',
  ({ customer, location }: CreatedCustomer, view, show) => ({
    ...customerNameAnswer.declare(customer, view, show),
    location_id: show.idIfAny(
      location?.id,
      'The location created with the customer, if one was sent.',
    ),
  }),
);

export const serviceRequestAnswer = answer((request: ServiceRequest, { zone }, show) => ({
  service_request_id: show.id(request.id),
  version: show.version(request.version),
  source: show.oneOf(REQUEST_SOURCES, request.source),
  customer_id: show.optionalId(request.customerId),
  contact_name: show.text(request.contactName),
  contact_email: show.optionalText(request.contactEmail),
  contact_phone: show.optionalText(request.contactPhone),
  description: show.text(request.description),
  created_at: show.timestamp(request.createdAt, zone),
}));

/** A service request as the dashboard shows it, with what became of it. */
export const shownServiceRequestAnswer = answer((request: ServiceRequestDetails, view, show) => ({
  ...serviceRequestAnswer.declare(request, view, show),
  customer_name: show.optionalText(request.customerName),
  customer_removed: show.flag(request.customerIsRemoved),
  subject: show.text(subjectOf(request)),
  status: show.oneOf(REQUEST_STATUSES, request.status),
  job_id: show.optionalId(request.jobId),
}));
