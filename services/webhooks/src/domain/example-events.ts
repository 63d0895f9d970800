import type { ThresholdEventExtras, WebhookEvent } from '@svc/contracts';

type Fields = Readonly<Record<string, unknown>>;
type EventKind = WebhookEvent extends `${infer Kind}.${string}` ? Kind : never;

const PREVIOUS: Readonly<Partial<Record<WebhookEvent, Fields>>> = {
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

const EXTRAS: Readonly<Partial<Record<WebhookEvent, Fields>>> = {
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
  } satisfies ThresholdEventExtras,
};

const RECORDS: Readonly<Record<EventKind, (time: string) => Fields>> = {
  job: (time) => ({
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

  customer: (time) => ({
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

  asset: (time) => ({
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

  inventory: (time) => ({
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

  technician: (time) => ({
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

  invoice: (time) => ({
    invoice_id: 1,
    version: 2,
    invoice_number: 'INV-000001',
    job_id: 1,
    status: 'Paid',
    currency: 'USD',
    total_cents: 48_250,
    paid_cents: 48_250,
    created_at: time,
    updated_at: time,
    paid_at: time,
  }),

  service_request: (time) => ({
    service_request_id: 1,
    version: 1,
    source: 'booking',
    customer_id: null,
    contact_name: 'Example visitor',
    contact_email: 'visitor@example.com',
    contact_phone: null,
    description: 'The rooftop unit drips.',
    created_at: time,
  }),
};

export const createExampleRecord = (event: WebhookEvent, time: string): Fields =>
  RECORDS[event.split('.')[0] as EventKind](time);

export const getExamplePrevious = (event: WebhookEvent): Fields => PREVIOUS[event] ?? {};

export const getExampleExtras = (event: WebhookEvent): Fields => EXTRAS[event] ?? {};
