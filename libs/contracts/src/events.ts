import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events';

/** Events of each context, as `<record>.<event>`. */
export const EVENTS = {
  gateway: ['company.changed', 'key.created', 'key.changed', 'key.revoked', 'operator.acted'],
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
 * Whether a context may announce a type. Unknown types are allowed to all, as a newer release may run beside
 * this one. A type moves between contexts in two releases; the first lists it at both.
 */
export const mayAnnounce = (context: string, type: string): boolean =>
  ANNOUNCERS.get(type)?.has(context) ?? true;

export const isKnownType = (type: string): boolean => ANNOUNCERS.has(type);

/** Events that companies know by another name. */
const RENAMED: Readonly<Partial<Record<EventType, WebhookEvent>>> = {
  'customer.deleted': 'customer.removed',
  'stock.changed': 'inventory.stock_changed',
  'stock.low': 'inventory.low_stock',
};

const isWebhookEvent = (name: string): name is WebhookEvent =>
  (WEBHOOK_EVENTS as readonly string[]).includes(name);

/** The event's name for companies; undefined if they do not receive it. */
export function webhookEventOf(type: string): WebhookEvent | undefined {
  // The public name of a renamed event is no type: no context announces it.
  if (!isKnownType(type)) return undefined;
  const name = RENAMED[type as EventType] ?? type;
  return isWebhookEvent(name) ? name : undefined;
}

/** W3C Trace Context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** A change, recorded in the same transaction as the change itself. */
export interface DomainEvent {
  readonly type: EventType;
  readonly companyId: number;
  readonly recordId: number;
  /** After the change. */
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

export const recordEvent = (
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

/** Why an endpoint was switched off: failures, or a 410 from its receiver. */
export type OffReason = 'failing_for_days' | 'deliveries_failed' | 'gone';

/** Data of webhook.endpoint_failing and webhook.endpoint_off. */
export interface EndpointTrouble {
  /** Origin and path; the query may be secret. */
  readonly url: string;
  /** Absent in events of releases that announced only the dashboard's endpoints. */
  readonly managed_by?: 'dashboard' | 'api';
  /** Null while the endpoint is on. */
  readonly reason: OffReason | null;
  /** The company to notify, where the endpoint receives its sandbox's events. */
  readonly sandbox_of?: number;
}
