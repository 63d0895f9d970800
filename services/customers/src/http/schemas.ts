import { fields, type PageQuery } from '@svc/http';
import Joi, { type NumberSchema, type Schema, type StringSchema } from 'joi';
import { REQUEST_SOURCES, type RequestSource } from '../domain/service-request';
import { STATES } from '../domain/us-states';

interface ListCustomersQuery extends PageQuery {
  readonly search?: string;
  readonly created_after?: Date;
  readonly created_before?: Date;
  readonly has_locations?: '0' | '1';
}

export const listCustomersQuery = Joi.object<ListCustomersQuery, true>({
  ...fields.pageFields,
  search: fields
    .text()
    .trim()
    .description('Only customers with this in their name, e-mail address or phone.')
    .note('Upper and lower case are the same; a phone is also found by its digits alone.'),
  created_after: fields.since().description('Only customers created at this second or later.'),
  created_before: fields.until().description('Only customers created at this second or earlier.'),
  has_locations: Joi.string()
    .valid('0', '1')
    .description('1 only customers with locations, 0 only customers without.'),
});

interface GetCustomerQuery {
  readonly include?: 'locations';
}

export const getCustomerQuery = Joi.object<GetCustomerQuery, true>({
  include: Joi.string().valid('locations').description('Adds all locations of the customer.'),
});

export const listLocationsQuery = Joi.object<PageQuery, true>(fields.pageFields);

/** Only how an address looks counts, not whether its domain exists. */
const email = (): StringSchema =>
  fields
    .string()
    .email({ tlds: { allow: false } })
    .max(fields.SHORT_TEXT);

const phone = (): StringSchema => fields.string().min(5).max(32);

const MAX_SLA_HOURS = 8_760;
const slaHours = (): NumberSchema => fields.integer(1, MAX_SLA_HOURS);

const state = (): StringSchema =>
  fields
    .text()
    .custom((value: string, helpers) => {
      const code = value.toUpperCase();
      return STATES.includes(code) ? code : helpers.error('state.unknown');
    })
    .messages({ 'state.unknown': '{{#label}} must be the two letters of a US state or territory' })
    .note('Two letters of a US state, DC or a territory.');

const zip = (): StringSchema =>
  fields
    .text()
    .pattern(/^[0-9]{5}$/)
    .messages({ 'string.pattern.base': '{{#label}} must be 5 digits' });

const MAX_NOTES_BYTES = 2_048;
const notes = (): StringSchema =>
  fields
    .string()
    .max(MAX_NOTES_BYTES, 'utf8')
    .allow(null, '')
    .messages({ 'string.max': '{{#label}} must be at most {{#limit}} bytes' })
    .note(`Internal; at most ${MAX_NOTES_BYTES} bytes.`);

export interface PremisesBody {
  readonly location_name: string;
  readonly address_street: string;
  readonly address_city: string;
  readonly address_state: string;
  readonly address_zip: string;
  readonly notes?: string | null;
}

export interface CreateLocationBody extends PremisesBody {
  readonly contact_email?: string | null;
  readonly contact_phone?: string | null;
}

const premises = {
  location_name: fields.text(),
  address_street: fields.text(),
  address_city: fields.text(),
  address_state: state(),
  address_zip: zip(),
};

/** Blank is as good as null. */
const contact = {
  contact_email: email().allow(null, ''),
  contact_phone: phone().allow(null, '').description('E.164 recommended.'),
};

const requirePremises = {
  location_name: premises.location_name.required(),
  address_street: premises.address_street.required(),
  address_city: premises.address_city.required(),
  address_state: premises.address_state.required(),
  address_zip: premises.address_zip.required(),
};

export const createLocationBody = Joi.object<CreateLocationBody, true>({
  ...requirePremises,
  ...contact,
  notes: notes(),
});

export type UpdateLocationBody = Partial<CreateLocationBody>;

/** A body of which at least one field is known. */
const anyOf = <Body>(known: Readonly<Record<keyof Body & string, Schema>>) =>
  Joi.object<Body>(known as Record<string, Schema>)
    .or(...Object.keys(known))
    .messages({
      'object.missing': `The body must hold at least one of ${Object.keys(known).join(', ')}`,
    });

export const updateLocationBody = anyOf<UpdateLocationBody>({
  ...premises,
  ...contact,
  notes: notes(),
});

export interface CreateCustomerBody {
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_phone: string;
  readonly default_sla_hours: number;
  readonly tax_exempt?: boolean | null;
  readonly tax_exemption_reason?: string | null;
  readonly location?: PremisesBody | null;
}

const customer = {
  customer_name: fields.text(),
  customer_email: email().description('One customer for each address, whatever its case.'),
  customer_phone: phone().description(
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

export const createCustomerBody = Joi.object<CreateCustomerBody, true>({
  ...requireCustomer,
  tax_exempt: fields.flag().allow(null).description('false when absent.'),
  tax_exemption_reason: fields.optionalText(),
  location: Joi.object<PremisesBody, true>({ ...requirePremises, notes: notes() })
    .allow(null)
    .description(
      'A location that is created with the customer; its contact is copied from the customer.',
    ),
});

export interface UpdateCustomerBody {
  readonly customer_name?: string;
  readonly customer_email?: string;
  readonly customer_phone?: string;
  readonly default_sla_hours?: number;
  readonly tax_exempt?: boolean;
  readonly tax_exemption_reason?: string | null;
}

export const updateCustomerBody = anyOf<UpdateCustomerBody>({
  ...customer,
  tax_exempt: fields.flag(),
  tax_exemption_reason: fields.optionalText(),
});

export interface SaveCustomerBody {
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_phone: string;
  readonly default_sla_hours: number;
  readonly tax_exempt?: boolean;
  readonly tax_exemption_reason?: string | null;
  readonly locations: CreateLocationBody[];
  readonly deleted?: boolean;
}

/** The operator's manifest holds them all; a body has room for no more of whole locations. */
const MAX_LOCATIONS = 2_000;

export const saveCustomerBody = Joi.object<SaveCustomerBody, true>({
  ...requireCustomer,
  tax_exempt: fields.flag(),
  tax_exemption_reason: fields.optionalText(),
  locations: fields.array(createLocationBody, MAX_LOCATIONS).default([]),
  deleted: fields.flag(),
});

export interface CreateServiceRequestBody {
  readonly source: RequestSource;
  readonly customer_id?: number | null;
  readonly contact_name: string;
  readonly contact_email?: string | null;
  readonly contact_phone?: string | null;
  readonly description: string;
}

export const createServiceRequestBody = Joi.object<CreateServiceRequestBody, true>({
  source: Joi.string()
    .valid(...REQUEST_SOURCES)
    .required(),
  customer_id: fields.id().allow(null),
  contact_name: fields.text().required(),
  ...contact,
  description: fields.text(fields.LONG_TEXT).required(),
});
