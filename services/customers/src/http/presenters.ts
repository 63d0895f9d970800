import { formatTimestamp } from '@svc/kernel';
import type { Customer } from '../domain/customer';
import type { Location } from '../domain/location';
import type { ServiceRequest } from '../domain/service-request';
import type { CustomerWithLocations } from '../use-cases';

export const presentCustomer = (customer: Customer, zone: string) => ({
  customer_id: customer.id,
  customer_name: customer.name,
  customer_email: customer.email,
  customer_phone: customer.phone,
  default_sla_hours: customer.defaultSlaHours,
  tax_exempt: customer.taxExempt,
  tax_exemption_reason: customer.taxExemptionReason,
  created_at: formatTimestamp(customer.createdAt, zone),
  updated_at: formatTimestamp(customer.updatedAt, zone),
});

export const presentCustomerWithLocations = (
  { customer, locations }: CustomerWithLocations,
  zone: string,
) => ({
  ...presentCustomer(customer, zone),
  ...(locations && { locations: locations.map((location) => presentLocation(location, zone)) }),
});

/** What a write of a customer answers. */
export const presentCustomerName = ({ id, name }: Customer) => ({
  customer_id: id,
  customer_name: name,
});

/** What a write of a location answers. */
export const presentLocationDetails = (location: Location) => ({
  location_id: location.id,
  location_name: location.name,
  address_street: location.street,
  address_city: location.city,
  address_state: location.state,
  address_zip: location.zip,
  latitude: location.latitude,
  longitude: location.longitude,
  contact_email: location.contactEmail,
  contact_phone: location.contactPhone,
  notes: location.notes,
});

export const presentLocation = (location: Location, zone: string) => ({
  ...presentLocationDetails(location),
  is_primary: location.isPrimary,
  created_at: formatTimestamp(location.createdAt, zone),
  updated_at: formatTimestamp(location.updatedAt, zone),
});

export const presentServiceRequest = (request: ServiceRequest, zone: string) => ({
  service_request_id: request.id,
  version: request.version,
  source: request.source,
  customer_id: request.customerId,
  contact_name: request.contactName,
  contact_email: request.contactEmail,
  contact_phone: request.contactPhone,
  description: request.description,
  created_at: formatTimestamp(request.createdAt, zone),
});
