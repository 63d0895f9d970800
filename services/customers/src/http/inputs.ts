import { givenFields } from '@svc/kernel';
import type { CustomerDetails } from '../domain/customer';
import type { LocationDetails, Premises } from '../domain/location';
import type { RequestDetails } from '../domain/service-request';
import type { CreateCustomer } from '../use-cases/create-customer';
import type { SaveCustomer } from '../use-cases/save-customer';
import type { SavedLocation } from '../use-cases/save-locations';
import type {
  CreateCustomerBody,
  CreateLocationBody,
  CreateServiceRequestBody,
  PremisesBody,
  SaveCustomerBody,
  UpdateCustomerBody,
  UpdateLocationBody,
} from './schemas';

const blankToNull = (text: string | null | undefined): string | null | undefined =>
  text === '' ? null : text;

const premisesOf = (body: PremisesBody): Premises => ({
  externalId: body.external_id ?? null,
  name: body.location_name,
  street: body.address_street,
  city: body.address_city,
  state: body.address_state,
  zip: body.address_zip,
  notes: body.notes || null,
});

export const newCustomerOf = (body: CreateCustomerBody): CreateCustomer => ({
  details: {
    externalId: body.external_id ?? null,
    name: body.customer_name,
    email: body.customer_email,
    phone: body.customer_phone,
    defaultSlaHours: body.default_sla_hours,
    taxExempt: body.tax_exempt ?? false,
    taxExemptionReason: body.tax_exemption_reason ?? null,
  },
  premises: body.location ? premisesOf(body.location) : undefined,
});

export const customerChangesOf = (body: UpdateCustomerBody): Partial<CustomerDetails> =>
  givenFields({
    externalId: body.external_id,
    name: body.customer_name,
    email: body.customer_email,
    phone: body.customer_phone,
    defaultSlaHours: body.default_sla_hours,
    taxExempt: body.tax_exempt,
    taxExemptionReason: body.tax_exemption_reason,
  });

export const newLocationOf = (body: CreateLocationBody): LocationDetails => ({
  ...premisesOf(body),
  contactEmail: body.contact_email || null,
  contactPhone: body.contact_phone || null,
});

export const locationChangesOf = (body: UpdateLocationBody): Partial<LocationDetails> =>
  givenFields({
    externalId: body.external_id,
    name: body.location_name,
    street: body.address_street,
    city: body.address_city,
    state: body.address_state,
    zip: body.address_zip,
    contactEmail: blankToNull(body.contact_email),
    contactPhone: blankToNull(body.contact_phone),
    notes: blankToNull(body.notes),
  });

export const savedCustomerOf = (body: SaveCustomerBody): SaveCustomer => ({
  details: customerChangesOf(body) as SaveCustomer['details'],
  locations: body.locations.map((location) => locationChangesOf(location) as SavedLocation),
  deleted: body.deleted,
});

export const serviceRequestOf = (body: CreateServiceRequestBody): RequestDetails => ({
  source: body.source,
  customerId: body.customer_id ?? null,
  contactName: body.contact_name,
  contactEmail: body.contact_email || null,
  contactPhone: body.contact_phone || null,
  description: body.description,
});
