/** When each public event is sent. */
export const EVENT_MEANINGS = {
  'job.created': 'A job is created',
  'job.updated': 'Job details, required skills, linked assets or required parts change',
  'job.status_changed': 'A job moves to a new status',
  'job.completed': 'A job is completed (in addition to job.status_changed)',
  'job.deleted': 'A job is deleted (it can be restored)',
  'job.restored': 'A deleted job is restored',
  'invoice.paid': 'An invoice becomes fully paid',
  'customer.created': 'A customer is added',
  'service_request.created': 'A customer or website visitor submits a service request',
  'job.assigned': 'A job is assigned to a technician',
  'job.unassigned': 'A job loses its technician',
  'customer.updated': 'Customer details change',
  'customer.removed': 'A customer is removed (it can be restored)',
  'customer.restored': 'A removed customer is restored',
  'asset.created': 'An asset is added',
  'asset.updated': 'Asset details change, or the asset is deleted or restored',
  'asset.status_changed': 'An asset moves to a new status',
  'asset.transferred': 'An asset moves to another location (in addition to asset.updated)',
  'asset.meter_threshold_reached': 'A reading reaches the threshold of a meter',
  'inventory.low_stock': 'An item falls to its minimum level (once until restocked)',
  'inventory.stock_changed': 'Stock of an item is added, removed, moved or reserved',
  'technician.updated': 'Technician details, skills or schedule change',
} as const;

export type WebhookEvent = keyof typeof EVENT_MEANINGS;

export const WEBHOOK_EVENTS = Object.keys(EVENT_MEANINGS) as readonly WebhookEvent[];
