import { DEFAULT_LIMITS } from '@svc/contracts';
import Joi, { type ArraySchema, type ObjectSchema, type Schema } from 'joi';
import type { Manifest } from './manifest';

/**
 * What a manifest looks like: its sections, their fields and the fields' types. Which values a field
 * may have is the business of the service that keeps it, and of nobody else.
 */

const text = (): Schema => Joi.string().max(10_000);
const optional = (): Schema => text().allow(null, '');
const number = (): Schema => Joi.number();
const flag = (): Schema => Joi.boolean();
const texts = (): ArraySchema => Joi.array().items(text());

/** The name of an entry in this manifest, or of the entry that is meant. */
const ref = (): Schema => Joi.string().max(255);

const entry = (fields: Readonly<Record<string, Schema>>): ObjectSchema =>
  Joi.object({ ref: ref(), ...fields });

const section = (item: ObjectSchema): ArraySchema => Joi.array().items(item).default([]);

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

const skills = Joi.array().items(
  Joi.object({ skill_name: text().required(), skill_level: number().required() }),
);

const technician = entry({
  first_name: text().required(),
  last_name: text().required(),
  email: text().required(),
  phone: optional(),
  status: text(),
  availability_status: text(),
  vehicle_type: optional(),
  transport_modes: texts(),
  skills,
  schedule: Joi.array().items(
    Joi.object({
      day_of_week: number().required(),
      start_time: text().required(),
      end_time: text().required(),
      is_available: flag(),
    }),
  ),
});

const named = entry({ name: text().required() });

const inventoryLocation = entry({
  location_name: text().required(),
  location_type: text().required(),
  address: optional(),
  city: optional(),
  state: optional(),
  zip: optional(),
  is_active: flag(),
});

const customerLocation = entry({
  location_name: text().required(),
  address_street: text().required(),
  address_city: text().required(),
  address_state: text().required(),
  address_zip: text().required(),
  contact_email: optional(),
  contact_phone: optional(),
  notes: optional(),
});

const customer = entry({
  customer_name: text().required(),
  customer_email: text().required(),
  customer_phone: text().required(),
  default_sla_hours: number().required(),
  tax_exempt: flag(),
  tax_exemption_reason: optional(),
  deleted: flag(),
  locations: section(customerLocation),
});

const meter = entry({
  name: text().required(),
  unit: optional(),
  threshold: number().allow(null),
  readings: Joi.array().items(
    Joi.object({ reading_value: number().required(), reading_date: text().required() }),
  ),
});

const serviceRecord = Joi.object({
  service_type: text().required(),
  description: text().required(),
  service_date: text().required(),
  service_cost: number().allow(null),
  technician: ref(),
  resolution_notes: optional(),
  labor_hours: number().allow(null),
  is_warranty_work: flag(),
  warranty_claim_number: optional(),
});

const asset = entry({
  asset_name: text().required(),
  asset_type: ref().required(),
  location: ref(),
  assigned_to: ref(),
  serial_number: text().required(),
  model: optional(),
  manufacturer: optional(),
  purchase_date: optional(),
  purchase_cost: number().allow(null),
  warranty_expiry: optional(),
  status: text(),
  notes: optional(),
  condition: text().allow(null),
  ownership_type: text().allow(null),
  meters: section(meter),
  service_records: Joi.array().items(serviceRecord),
});

const movement = Joi.object({
  type: text().required(),
  location: ref().required(),
  to: ref(),
  quantity: number().required(),
  notes: optional(),
});

const inventoryItem = entry({
  part_number: text().required(),
  part_name: text().required(),
  description: optional(),
  category: optional(),
  serial_number: optional(),
  min_stock_level: number(),
  reorder_quantity: number(),
  cost_per_unit: number().allow(null),
  price_per_unit: number().allow(null),
  supplier: ref(),
  stock: Joi.object().pattern(ref(), number()).default({}),
  movements: Joi.array().items(movement),
}).rename('supplier_id', 'supplier');

const job = entry({
  job_title: text().required(),
  job_description: text().required(),
  location: ref().required(),
  job_priority: text(),
  job_status: text(),
  technician: ref().allow(null),
  scheduled_start: optional(),
  scheduled_end: optional(),
  assets: Joi.array().items(ref()),
  asset_relationship_type: text(),
  required_skills: skills,
  required_parts: Joi.array().items(
    Joi.object({ item: ref().required(), from: ref().required(), quantity: number().required() }),
  ),
}).rename('asset_ids', 'assets');

const webhookEndpoint = entry({ url: text().required(), events: texts().required() });

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
