import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events';

/** What each context announces on the stream, as `<record>.<event>`. */
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

/** Every context that announces a type. */
const ANNOUNCERS = new Map<string, Set<string>>();
for (const [publisher, types] of Object.entries(EVENTS)) {
  for (const type of types) {
    ANNOUNCERS.set(type, (ANNOUNCERS.get(type) ?? new Set()).add(publisher));
  }
}

/**
 * Whether a context may announce events of a type. Any may announce what none of this release does: a
 * newer one runs beside it during an update. A type moves to another context in two releases, the first
 * of which has it at both.
 */
export const mayAnnounce = (context: string, type: string): boolean =>
  ANNOUNCERS.get(type)?.has(context) ?? true;

/** Whether this release knows a type; what it does not is a newer publisher's. */
export const isKnownType = (type: string): boolean => ANNOUNCERS.has(type);

/** What companies hear of by another name than the contexts announce it by. */
const RENAMED: Readonly<Partial<Record<EventType, WebhookEvent>>> = {
  'customer.deleted': 'customer.removed',
  'stock.changed': 'inventory.stock_changed',
  'stock.low': 'inventory.low_stock',
};

const isWebhookEvent = (name: string): name is WebhookEvent =>
  (WEBHOOK_EVENTS as readonly string[]).includes(name);

/** What a company hears of when a context announces an event; undefined where it hears of nothing. */
export function webhookEventOf(type: string): WebhookEvent | undefined {
  // Of an event that receivers know by another name, that name is no type: no context announces it.
  if (!isKnownType(type)) return undefined;
  const name = RENAMED[type as EventType] ?? type;
  return isWebhookEvent(name) ? name : undefined;
}

/**
 * The trace that something belongs to, in the form of W3C Trace Context and of the extension of
 * CloudEvents for distributed tracing.
 */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** A change that happened, as recorded with the change itself. */
export interface DomainEvent {
  readonly type: EventType;
  readonly companyId: number;
  readonly recordId: number;
  /** Version of the record after the change. */
  readonly version: number;
  readonly occurredAt: Date;
  /** `api_key:<id>`, `ui`, `scheduled`, or where a service request comes from. */
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface ChangedRecord {
  readonly companyId: number;
  readonly id: number;
  readonly version: number;
  readonly updatedAt: Date;
}

/** The event of a record's latest change. */
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

/** Why an endpoint was switched off: for its failures, or because its receiver answered 410. */
export type OffReason = 'failing_for_days' | 'deliveries_failed' | 'gone';

/** The data of webhook.endpoint_failing and webhook.endpoint_off. */
export interface EndpointTrouble {
  /** Origin and path: a query may hold what only the receiver should know. */
  readonly url: string;
  /** Who manages the endpoint; absent in events of a release that announced only the dashboard's. */
  readonly managed_by?: 'dashboard' | 'api';
  /** Null while the endpoint is on. */
  readonly reason: OffReason | null;
  /** The company whose people are told, where the endpoint gets the events of its sandbox. */
  readonly sandbox_of?: number;
}
