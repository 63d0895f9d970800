import { applyAssetBody } from '@svc/assets/schemas';
import { DEFAULT_LIMITS } from '@svc/contracts';
import { saveCustomerBody } from '@svc/customers/schemas';
import { applyItemBody, saveLocationBody } from '@svc/inventory/schemas';
import { applyJobBody } from '@svc/jobs/schemas';
import { saveTechnicianBody } from '@svc/technicians/schemas';
import { newEndpointBody } from '@svc/webhooks/schemas';
import Joi, {
  type ArraySchema,
  type Description,
  type ObjectSchema,
  type PresenceMode,
  type Schema,
} from 'joi';
import type { Manifest } from './manifest';
import { REFS, type Refs } from './refs';

/** Records have the fields that their service accepts, with refs in place of ids. Services check the values. */

type Fields = Readonly<Record<string, Schema>>;
type Descriptions = Readonly<Record<string, Description>>;

const text = (): Schema => Joi.string().max(10_000);
const number = (): Schema => Joi.number();
const texts = (): ArraySchema => Joi.array().items(text());

const ref = (): Schema => Joi.string().max(255);

const entry = (fields: Fields): ObjectSchema => Joi.object({ ref: ref(), ...fields });

const section = (item: ObjectSchema): ArraySchema => Joi.array().items(item).default([]);

const accepted = (body: Schema): Descriptions => body.describe()['keys'] as Descriptions;

const typeOf = ({ type, keys, items = [] }: Description): Schema => {
  if (type === 'array') return Joi.array().items(...(items as Description[]).map(typeOf));
  if (type === 'object') return Joi.object(fieldsOf(keys as Descriptions));
  if (type === 'boolean') return Joi.boolean();
  return type === 'number' ? number() : text();
};

const presenceIn = (flags: object = {}): PresenceMode =>
  ({ presence: 'optional' as const, ...flags }).presence;

function fieldOf(field: Description, type: Schema): Schema {
  const isNullable = (field['allow'] as unknown[] | undefined)?.includes(null);
  const blank = field.type === 'string' ? [null, ''] : [null];
  const schema = type.presence(presenceIn(field.flags));
  return isNullable ? schema.allow(...blank) : schema;
}

const fieldsOf = (all: Descriptions, refs: Refs = {}): Fields => {
  const ids = Object.values(refs).map(({ idField }) => idField);
  const own = Object.entries(all).filter(
    ([name, { flags }]) => !ids.includes(name) && presenceIn(flags) !== 'forbidden',
  );
  return Object.fromEntries([
    ...own.map(([name, field]) => [name, fieldOf(field, typeOf(field))]),
    ...Object.entries(refs).map(([name, { idField }]) => [name, refInPlaceOf(all[idField])]),
  ]);
};

const refInPlaceOf = (field: Description = {}): Schema =>
  fieldOf(field, field.type === 'array' ? Joi.array().items(ref()) : ref());

const listed = (body: Descriptions, list: string): Descriptions =>
  (body[list]?.['items'] as [Description])[0]['keys'] as Descriptions;

const company = Joi.object({
  slug: text().required(),
  name: text(),
  timezone: text(),
  country: text(),
  plan: text(),
  features: texts(),
  limits: Joi.object(
    Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, number()])),
  ),
}).required();

const user = entry({
  email: text().required(),
  name: text().required(),
  role: text().required(),
  password: text(),
});

const technician = entry(fieldsOf(accepted(saveTechnicianBody)));

const named = entry({ name: text().required() });

const inventoryLocation = entry(fieldsOf(accepted(saveLocationBody)));

const savedCustomer = accepted(saveCustomerBody);

const customer = entry({
  ...fieldsOf(savedCustomer),
  locations: section(entry(fieldsOf(listed(savedCustomer, 'locations')))),
});

const savedAsset = accepted(applyAssetBody);

const asset = entry({
  ...fieldsOf(savedAsset, REFS.assets),
  meters: section(entry(fieldsOf(listed(savedAsset, 'meters')))),
  service_records: Joi.array().items(
    Joi.object(fieldsOf(listed(savedAsset, 'service_records'), REFS.service_records)),
  ),
});

const movement = Joi.object({
  type: text().required(),
  location: ref().required(),
  to: ref(),
  quantity: number().required(),
  notes: text().allow(null, ''),
});

const inventoryItem = entry({
  ...fieldsOf(accepted(applyItemBody), REFS.inventory_items),
  stock: Joi.object().pattern(ref(), number()).default({}),
  movements: Joi.array().items(movement),
}).rename('supplier_id', 'supplier');

const savedJob = accepted(applyJobBody);

const job = entry({
  ...fieldsOf(savedJob, REFS.jobs),
  required_parts: Joi.array().items(
    Joi.object(fieldsOf(listed(savedJob, 'required_parts'), REFS.required_parts)),
  ),
}).rename('asset_ids', 'assets');

const webhookEndpoint = entry(fieldsOf(accepted(newEndpointBody)));

const apiKey = entry({
  name: text().required(),
  mode: text(),
  scopes: Joi.alternatives(Joi.valid('all'), texts()).required(),
  ip_allowlist: texts(),
});

export const manifestSchema = Joi.object<Manifest>({
  company,
  users: section(user),
  technicians: section(technician),
  asset_types: section(named),
  suppliers: section(named),
  inventory_locations: section(inventoryLocation),
  customers: section(customer),
  assets: section(asset),
  inventory_items: section(inventoryItem),
  jobs: section(job),
  webhook_endpoints: section(webhookEndpoint),
  api_keys: section(apiKey),
}).required();
