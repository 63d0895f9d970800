import { webhookEventOf, type Context } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import { newDeliveryId } from '../delivery/attempt-delivery';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { AnnouncedEvent } from '../persistence/delivery-log';
import type { CompanyEvent, FindWanted } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';

type Fields = Readonly<Record<string, unknown>>;

/** The contexts whose events companies can have sent to them, each with a consumer of its name. */
export const FANNED_OUT = [
  'jobs',
  'customers',
  'assets',
  'inventory',
  'technicians',
] as const satisfies readonly Context[];

/** What a company that can hear of the event knows it by. */
const nameFor = ({ type }: ReceivedEvent): string => webhookEventOf(type) ?? type;

const recordOf = (event: ReceivedEvent): WebhookEventRecord => ({
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

const isPublic = ({ type }: ReceivedEvent): boolean => webhookEventOf(type) !== undefined;

/**
 * The events that at least one endpoint wants; most companies have no endpoint for most events.
 *
 * Every subscription from before an event is found, because it was committed before the event was. An
 * event that nobody wanted may be delivered to this consumer again. Then it goes, once, to those who
 * have subscribed meanwhile, like an event that has waited in the stream.
 */
export const wantedOf =
  (findWanted: FindWanted) =>
  async (events: readonly ReceivedEvent[]): Promise<readonly ReceivedEvent[]> => {
    const publicEvents = events.filter(isPublic);
    const asked = new Map(publicEvents.map(companyEventOf).map((each) => [nameOf(each), each]));
    const wanted = new Set((await findWanted([...asked.values()])).map(nameOf));
    return publicEvents.filter((event) => wanted.has(nameOf(companyEventOf(event))));
  };

/** Of deliveries in one statement: it has to end in a fraction of the time that PostgreSQL gives it. */
const MOST_AT_ONCE = 2_000;

/** The events that have deliveries, in their order, and few enough of these in each part. */
export function inParts(events: readonly AnnouncedEvent[]): AnnouncedEvent[][] {
  const parts: AnnouncedEvent[][] = [];
  let room = 0;
  for (const event of events) {
    const { length } = event.deliveries;
    if (length === 0) continue;
    if (length > room) {
      parts.push([]);
      room = MOST_AT_ONCE;
    }
    parts.at(-1)?.push(event);
    room -= length;
  }
  return parts;
}

/** Turns each event into one delivery for each endpoint that wants it. */
export const fanOut =
  (now: () => Date) =>
  async (unit: UnitOfWork, events: readonly ReceivedEvent[]): Promise<void> => {
    const subscribed = await unit.endpoints.subscribedTo(
      events.map((event) => ({ ...companyEventOf(event), occurredAt: event.occurredAt })),
    );
    const announced = events.map((event, index) => ({
      event: recordOf(event),
      deliveries: (subscribed[index] ?? []).map(({ id, isReceiving, isMissed }) => ({
        id: newDeliveryId(),
        endpointId: id,
        isQueued: isReceiving,
        isMissed,
      })),
    }));
    const at = now();
    for (const part of inParts(announced)) await unit.deliveries.add(part, at);
  };
