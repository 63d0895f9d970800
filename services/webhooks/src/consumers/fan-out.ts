import { toWebhookEvent, type Context } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { CompanyEvent, FindWanted } from '../persistence/endpoint-repository';

type Fields = Readonly<Record<string, unknown>>;

/** Each of these contexts has a consumer of its name. */
export const FANNED_OUT = [
  'jobs',
  'customers',
  'assets',
  'inventory',
  'technicians',
] as const satisfies readonly Context[];

const nameFor = ({ type }: ReceivedEvent): string => toWebhookEvent(type) ?? type;

export const toEventRecord = (event: ReceivedEvent): WebhookEventRecord => ({
  id: event.id,
  companyId: event.companyId,
  type: nameFor(event),
  recordId: event.recordId,
  version: event.version,
  occurredAt: event.occurredAt,
  source: event.actor,
  previous: (event.data['previous'] as Fields | undefined) ?? {},
  object: (event.data['object'] as Fields | undefined) ?? null,
  trace: event.trace,
});

const companyEventOf = (event: ReceivedEvent): CompanyEvent => ({
  companyId: event.companyId,
  event: nameFor(event),
});

const nameOf = ({ companyId, event }: CompanyEvent): string => `${companyId} ${event}`;

const isPublic = ({ type }: ReceivedEvent): boolean => toWebhookEvent(type) !== undefined;

/**
 * Returns the events that at least one endpoint wants; most companies have no endpoint for most
 * events.
 *
 * An event that nobody wanted is not recorded as consumed. If it is delivered again, endpoints that
 * subscribed meanwhile get it once.
 */
export const wantedOf =
  (findWanted: FindWanted) =>
  async (events: readonly ReceivedEvent[]): Promise<readonly ReceivedEvent[]> => {
    const publicEvents = events.filter(isPublic);
    const asked = new Map(publicEvents.map(companyEventOf).map((each) => [nameOf(each), each]));
    const wanted = new Set((await findWanted([...asked.values()])).map(nameOf));
    return publicEvents.filter((event) => wanted.has(nameOf(companyEventOf(event))));
  };
