import { REQUEST_STATUSES } from '@svc/contracts';
import { fields, type ValueOf } from '@svc/http';
import { REQUEST_SOURCES } from '../domain/service-request';
import { STATES } from '../domain/us-states';

export const listCustomersQuery = fields.object({
  ...fields.removableListFields,
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

const MAX_SLA_HOURS = 8_760;
const slaHours = () => fields.integer(1, MAX_SLA_HOURS);

const state = () =>
  fields
    .text()
    .custom((value: string, helpers) => {
      const code = value.toUpperCase();
      return STATES.includes(code) ? code : helpers.error('state.unknown');
    })
    .messages({
      'state.unknown':
        '{{#label}} must be the two letters of a US state, territory or military region',
    })
    .note('Two letters of a US state, DC, a territory (FM, MH, PW and UM too) or AA, AE, AP.');

const zip = () =>
  fields
    .text()
    .pattern(/^[0-9]{5}$/)
    .messages({ 'string.pattern.base': '{{#label}} must be 5 digits' })
    .note('Places the location, also where it is one of another state.');

const MAX_NOTES_BYTES = 2_048;
const notes = () =>
  fields
    .anyText()
    .max(MAX_NOTES_BYTES, 'utf8')
    .allow(null, '')
    .messages({ 'string.max': '{{#label}} must be at most {{#limit}} bytes' })
    .note(`Internal; at most ${MAX_NOTES_BYTES} bytes.`);

const premises = {
  location_name: fields.text(),
  address_street: fields.text(),
  address_city: fields.text(),
  address_state: state(),
  address_zip: zip(),
};

/** Blank is as good as null. */
const contact = {
  contact_email: fields.email().allow(null, ''),
  contact_phone: fields.phone().allow(null, '').description('E.164 recommended.'),
};

const requirePremises = {
  location_name: premises.location_name.required(),
  address_street: premises.address_street.required(),
  address_city: premises.address_city.required(),
  address_state: premises.address_state.required(),
  address_zip: premises.address_zip.required(),
};

const premisesBody = fields.object({
  ...requirePremises,
  external_id: fields.externalId(),
  notes: notes(),
});

export type PremisesBody = ValueOf<typeof premisesBody>;

export const createLocationBody = fields.object({
  ...requirePremises,
  ...contact,
  external_id: fields.externalId(),
  notes: notes(),
});

export type CreateLocationBody = ValueOf<typeof createLocationBody>;

/** A body of which at least one field is known. */
const anyOf = <Known extends fields.Fields>(known: Known) =>
  fields
    .object(known)
    .or(...Object.keys(known))
    .messages({
      'object.missing': `The body must hold at least one of ${Object.keys(known).join(', ')}`,
    });

export const updateLocationBody = anyOf({
  ...premises,
  ...contact,
  external_id: fields.externalId(),
  notes: notes(),
});

export type UpdateLocationBody = ValueOf<typeof updateLocationBody>;

const customer = {
  customer_name: fields.text(),
  customer_email: fields.email().description('One customer for each address, whatever its case.'),
  customer_phone: fields
    .phone()
    .description(
      'E.164 recommended; another number is read as one of the country of the company. One customer for each number.',
    ),
  default_sla_hours: slaHours(),
};

const requireCustomer = {
  customer_name: customer.customer_name.required(),
  customer_email: customer.customer_email.required(),
  customer_phone: customer.customer_phone.required(),
  default_sla_hours: customer.default_sla_hours.required(),
};

export const createCustomerBody = fields.object({
  ...requireCustomer,
  external_id: fields.externalId(),
  tax_exempt: fields.flag().allow(null).description('false when absent.'),
  tax_exemption_reason: fields.optionalText(),
  location: premisesBody
    .allow(null)
    .description(
      'A location that is created with the customer; its contact is copied from the customer.',
    ),
});

export type CreateCustomerBody = ValueOf<typeof createCustomerBody>;

export const updateCustomerBody = anyOf({
  ...customer,
  external_id: fields.externalId(),
  tax_exempt: fields.flag(),
  tax_exemption_reason: fields.optionalText(),
});

export type UpdateCustomerBody = ValueOf<typeof updateCustomerBody>;

export const saveCustomerBody = fields.object({
  ...requireCustomer,
  tax_exempt: fields.flag(),
  tax_exemption_reason: fields.optionalText(),
  locations: fields.array(createLocationBody).default([]),
  deleted: fields.flag(),
});

export type SaveCustomerBody = ValueOf<typeof saveCustomerBody>;

export const createServiceRequestBody = fields.object({
  source: fields.oneOf(REQUEST_SOURCES).required(),
  customer_id: fields.id().allow(null),
  contact_name: fields.text().required(),
  ...contact,
  description: fields.text(fields.LONG_TEXT).required(),
});

export type CreateServiceRequestBody = ValueOf<typeof createServiceRequestBody>;

export const showCustomersQuery = fields.object({
  ...fields.pageFields,
  search: fields.searchTerm(),
  removed: fields.oneOf(['0', '1']),
});

export const showLocationsQuery = fields.object({
  ...fields.pageFields,
  search: fields.searchTerm(),
});

export const showServiceRequestsQuery = fields.object({
  ...fields.pageFields,
  status: fields.oneOf(REQUEST_STATUSES),
});

export const linkJobBody = fields.object({ job_id: fields.id().required() });
