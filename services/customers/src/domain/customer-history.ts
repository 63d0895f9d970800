import { SHOWN_DELETION, shownAsItIs, type HistoryEntry, type ShownFields } from '@svc/kernel';
import { DETAILS, type Customer } from './customer';
import { DETAILS as LOCATION_DETAILS, type Location } from './location';

/** The fields whose changes the history of a customer tells. */
export const CUSTOMER_FIELDS = [
  ...DETAILS,
  'deletedAt',
] as const satisfies readonly (keyof Customer)[];

/** Those of its locations; coordinates follow from the address. */
export const LOCATION_FIELDS = [
  ...LOCATION_DETAILS,
  'latitude',
  'longitude',
] as const satisfies readonly (keyof Location)[];

/** A change of a customer, or of one of its locations. */
export interface CustomerHistoryEntry extends HistoryEntry {
  /** Null where it was the customer itself. */
  readonly locationId: number | null;
  /** What the location is called now. */
  readonly locationName: string | null;
}

export const SHOWN_CUSTOMER_FIELDS: ShownFields<Customer, (typeof CUSTOMER_FIELDS)[number]> = {
  externalId: shownAsItIs('external_id'),
  name: shownAsItIs('customer_name'),
  email: shownAsItIs('customer_email'),
  phone: shownAsItIs('customer_phone'),
  defaultSlaHours: shownAsItIs('default_sla_hours'),
  taxExempt: shownAsItIs('tax_exempt'),
  taxExemptionReason: shownAsItIs('tax_exemption_reason'),
  deletedAt: SHOWN_DELETION,
};

export const SHOWN_LOCATION_FIELDS: ShownFields<Location, (typeof LOCATION_FIELDS)[number]> = {
  externalId: shownAsItIs('external_id'),
  name: shownAsItIs('location_name'),
  street: shownAsItIs('address_street'),
  city: shownAsItIs('address_city'),
  state: shownAsItIs('address_state'),
  zip: shownAsItIs('address_zip'),
  contactEmail: shownAsItIs('contact_email'),
  contactPhone: shownAsItIs('contact_phone'),
  notes: shownAsItIs('notes'),
  latitude: shownAsItIs('latitude'),
  longitude: shownAsItIs('longitude'),
};
