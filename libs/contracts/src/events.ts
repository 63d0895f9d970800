import type { Mode } from './sandbox';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events';

export const EVENTS = {
  gateway: [
    'company.changed',
    'key.created',
    'key.changed',
    'key.expiring',
    'key.revoked',
    'operator.acted',
  ],
  jobs: [
    'job.created',
    'job.updated',
    'job.status_changed',
    'job.completed',
    'job.deleted',
    'job.restored',
    'job.assigned',
    'job.unassigned',
    'invoice.paid',
    'late_job.found',
    'operator.acted',
  ],
  customers: [
    'customer.created',
    'customer.updated',
    'customer.deleted',
    'customer.restored',
    'location.created',
    'location.updated',
    'service_request.created',
    'operator.acted',
  ],
  assets: [
    'asset.created',
    'asset.updated',
    'asset.status_changed',
    'asset.transferred',
    'asset.meter_threshold_reached',
  ],
  inventory: ['item.created', 'item.updated', 'stock.changed', 'stock.low'],
  technicians: ['technician.created', 'technician.updated'],
  webhooks: ['webhook.endpoint_failing', 'webhook.endpoint_off', 'operator.acted'],
} as const;

export type Publisher = keyof typeof EVENTS;
export type EventType = (typeof EVENTS)[Publisher][number];

const ANNOUNCERS = new Map<string, Set<string>>();
for (const [publisher, types] of Object.entries(EVENTS)) {
  for (const type of types) {
    ANNOUNCERS.set(type, (ANNOUNCERS.get(type) ?? new Set()).add(publisher));
  }
}

/**
 * Unknown types are allowed to all, as a newer release may run beside this one. A type moves between contexts
 * in two releases; the first lists it at both.
 */
export const canAnnounce = (context: string, type: string): boolean =>
  ANNOUNCERS.get(type)?.has(context) ?? true;

export const isKnownEventType = (type: string): boolean => ANNOUNCERS.has(type);

const RENAMED: Readonly<Partial<Record<EventType, WebhookEvent>>> = {
  'customer.deleted': 'customer.removed',
  'stock.changed': 'inventory.stock_changed',
  'stock.low': 'inventory.low_stock',
};

const isWebhookEvent = (name: string): name is WebhookEvent =>
  (WEBHOOK_EVENTS as readonly string[]).includes(name);

/** Undefined if companies do not receive the event. */
export function toWebhookEvent(type: string): WebhookEvent | undefined {
  // The public name of a renamed event is no type.
  if (!isKnownEventType(type)) return undefined;
  const name = RENAMED[type as EventType] ?? type;
  return isWebhookEvent(name) ? name : undefined;
}

/** W3C Trace Context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Recorded in the same transaction as the change. */
export interface DomainEvent {
  readonly type: EventType;
  readonly companyId: number;
  readonly recordId: number;
  readonly version: number;
  readonly occurredAt: Date;
  /** `api_key:<id>`, `ui`, `scheduled`, or the origin of a service request. */
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface ChangedRecord {
  readonly companyId: number;
  readonly id: number;
  readonly version: number;
  readonly updatedAt: Date;
}

export const createRecordEvent = (
  type: EventType,
  { companyId, id, version, updatedAt }: ChangedRecord,
  actor: string,
  data: DomainEvent['data'],
): DomainEvent => ({
  type,
  companyId,
  recordId: id,
  version,
  occurredAt: updatedAt,
  actor,
  data,
});

/** Data of `late_job.found`. */
export interface LateJob {
  readonly job_title: string;
  readonly scheduled_end: string;
}

/** Data of `service_request.created`. */
export interface ReceivedRequest {
  readonly contact_name: string;
  readonly subject: string;
}

/** Data of `stock.low`. */
export interface LowItem {
  readonly part_name: string;
  readonly quantity_on_hand: number;
  readonly min_stock_level: number;
}

/** Data of `key.expiring`. */
export interface ExpiringKey {
  readonly name: string;
  readonly mode: Mode;
  readonly last4: string;
  readonly expires_at: string;
}

export type OffReason = 'failing_for_days' | 'deliveries_failed' | 'gone';

export interface EndpointTrouble {
  /** Origin and path; the query may be secret. */
  readonly url: string;
  /** The delivery that failed finally; absent in older events. */
  readonly delivery_id?: string;
  /** ISO time of the first failure since a success. */
  readonly failing_since?: string;
  /** Absent in older events. */
  readonly managed_by?: 'dashboard' | 'api';
  readonly reason: OffReason | null;
  /** The company to notify about its sandbox's endpoint. */
  readonly sandbox_of?: number;
}
