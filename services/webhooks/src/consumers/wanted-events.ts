import { toWebhookEvent, type Context } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { CompanyEvent, FindWanted } from '../persistence/endpoint-repository';

type Fields = Readonly<Record<string, unknown>>;

export const EVENT_CONTEXTS = [
  'jobs',
  'customers',
  'assets',
  'inventory',
  'technicians',
] as const satisfies readonly Context[];

const toPublicName = ({ type }: ReceivedEvent): string => toWebhookEvent(type) ?? type;

export const toEventRecord = (event: ReceivedEvent): WebhookEventRecord => ({
  id: event.id,
  companyId: event.companyId,
  type: toPublicName(event),
  recordId: event.recordId,
  version: event.version,
  occurredAt: event.occurredAt,
  source: event.actor,
  previous: (event.data['previous'] as Fields | undefined) ?? {},
  object: (event.data['object'] as Fields | undefined) ?? null,
  trace: event.trace,
});

const toCompanyEvent = (event: ReceivedEvent): CompanyEvent => ({
  companyId: event.companyId,
  event: toPublicName(event),
});

const toKey = ({ companyId, event }: CompanyEvent): string => `${companyId} ${event}`;

const isPublic = ({ type }: ReceivedEvent): boolean => toWebhookEvent(type) !== undefined;

/** Returns the events that at least one endpoint wants; others are not recorded as consumed. */
export const filterWanted =
  (findWanted: FindWanted) =>
  async (events: readonly ReceivedEvent[]): Promise<readonly ReceivedEvent[]> => {
    const publicEvents = events.filter(isPublic);
    const companyEvents = new Map(
      publicEvents.map(toCompanyEvent).map((each) => [toKey(each), each]),
    );
    const wanted = new Set((await findWanted([...companyEvents.values()])).map(toKey));
    return publicEvents.filter((event) => wanted.has(toKey(toCompanyEvent(event))));
  };
