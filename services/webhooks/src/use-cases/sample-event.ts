import type { Caller } from '@svc/contracts';
import { formatTimestamp } from '@svc/kernel';
import { newEventId } from '@svc/outbox';
import { readScopeOf, type HookEvent, type ReadScope } from '../domain/hook-events';
import { webhookBody, type WebhookBody } from '../domain/webhook-body';
import type { Dependencies } from './dependencies';
import { requireFeature } from './require-feature';
import { requireReadScope } from './subscribe-hook';

type Fields = Readonly<Record<string, unknown>>;

/** The webhook body that an event of the company's newest record would have; of an example where there is none. */
export const sampleEvent =
  ({ companies, findLatestRecord, now }: Dependencies) =>
  async (caller: Caller, event: HookEvent): Promise<WebhookBody> => {
    await requireFeature({ companies }, caller, event);
    requireReadScope(caller, event);
    const latest = await findLatestRecord(event, caller);
    const at = now();
    const { version, object } = latest ?? {
      version: 1,
      object: EXAMPLES[readScopeOf(event)](formatTimestamp(at, caller.zone)),
    };
    return webhookBody(
      {
        id: newEventId(),
        companyId: caller.companyId,
        type: event,
        recordId: 1,
        version: 1,
        occurredAt: at,
        source: caller.actor,
        previous: PREVIOUS[event] ?? {},
        object: null,
      },
      { version, object: { ...object, ...BESIDE[event] } },
    );
  };

const PREVIOUS: Readonly<Partial<Record<HookEvent, WebhookBody['data']['previous']>>> = {
  'job.updated': { job_priority: 'Low' },
  'job.status_changed': { status: 'Assigned' },
  'job.completed': { status: 'In Progress' },
  'job.assigned': { assigned_technician_id: null },
  'job.unassigned': { assigned_technician_id: 1 },
  'asset.updated': { condition: 'good' },
  'asset.status_changed': { status: 'Idle' },
  'asset.transferred': { location_id: 1 },
  'inventory.stock_changed': { quantity_on_hand: 12 },
};

/** What some events say beside the record. */
const BESIDE: Readonly<Partial<Record<HookEvent, Fields>>> = {
  'asset.meter_threshold_reached': {
    meter_reading: {
      meter_id: 1,
      meter_name: 'Operating hours',
      unit: 'h',
      threshold: 500,
      reading_id: 1,
      reading_value: 512,
      reading_date: '2026-03-02',
    },
  },
};

/** What is shown where there is no record yet, by the scope that reads it. */
const EXAMPLES: Readonly<Record<ReadScope, (time: string) => Fields>> = {
  'jobs:read': (time) => ({
    job_id: 1,
    version: 1,
    external_id: null,
    job_title: 'Replace the rooftop unit filter',
    job_description: 'Replace the filter of the rooftop unit and check the drain pan.',
    job_status: 'Pending',
    job_priority: 'Medium',
    assigned_technician_id: null,
    assigned_technician_name: null,
    customer_location_id: 1,
    customer_location_name: 'Main building',
    customer_id: 1,
    customer_name: 'Example customer',
    scheduled_start: null,
    scheduled_end: null,
    actual_start: null,
    actual_end: null,
    created_at: time,
    updated_at: time,
    assets: [],
  }),

  'customers:read': (time) => ({
    customer_id: 1,
    version: 1,
    external_id: null,
    customer_name: 'Example customer',
    customer_email: 'facilities@example.com',
    customer_phone: '+12125550100',
    default_sla_hours: 24,
    tax_exempt: false,
    tax_exemption_reason: null,
    created_at: time,
    updated_at: time,
  }),

  'assets:read': (time) => ({
    asset_id: 1,
    version: 1,
    external_id: null,
    asset_tag: 'AST-000001',
    asset_name: 'Rooftop unit',
    asset_type_id: 1,
    asset_type_name: 'HVAC',
    status: 'Active',
    location_id: 1,
    location_name: 'Main building',
    assigned_to: null,
    assigned_to_name: null,
    serial_number: 'RTU-1',
    model: null,
    manufacturer: null,
    purchase_date: null,
    purchase_cost: null,
    warranty_expiry: null,
    notes: null,
    condition: null,
    ownership_type: null,
    created_at: time,
    updated_at: time,
  }),

  'inventory:read': (time) => ({
    item: {
      id: 1,
      version: 1,
      external_id: null,
      part_number: 'FLT-20',
      part_name: 'Air filter 20 x 20',
      description: null,
      category: null,
      serial_number: null,
      quantity_on_hand: 4,
      min_stock_level: 5,
      reorder_quantity: 20,
      cost_per_unit: null,
      price_per_unit: null,
      supplier_id: null,
      created_at: time,
      updated_at: time,
    },
    stock: [
      {
        location_id: 1,
        location_name: 'Main warehouse',
        location_type: 'warehouse',
        quantity: 4,
        reserved_quantity: 0,
        available: 4,
        last_updated: time,
      },
    ],
  }),

  'technicians:read': (time) => ({
    technician_id: 1,
    version: 1,
    first_name: 'Example',
    last_name: 'Technician',
    status: 'Active',
    availability_status: 'Available',
    vehicle_type: null,
    transport_modes: [],
    created_at: time,
    updated_at: time,
    email: 'technician@example.com',
    phone: null,
    skills: [],
    schedule: [],
  }),
};
