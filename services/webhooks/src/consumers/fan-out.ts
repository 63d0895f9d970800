import { webhookEventOf, type Context } from '@svc/contracts';
import { fairShares } from '@svc/kernel';
import type { ReceivedEvent } from '@svc/messaging';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { CompanyEvent, FindWanted } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';
import { announcedEvent } from '../use-cases/announced-event';

type Fields = Readonly<Record<string, unknown>>;

/** The contexts whose events companies can have sent to them, each with a consumer of its name. */
export const FANNED_OUT = [
  'jobs',
  'customers',
  'assets',
  'inventory',
  'technicians',
] as const satisfies readonly Context[];

/** The event's name for companies, where they can get it. */
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

/**
 * How many deliveries are written at once, before later events are looked at: a third of a second's work. A
 * company may have as many of them as it leaves free for others.
 */
const MOST_AT_ONCE = 2_000;
/** How many of them may be of one event; an event with more waits for a turn. */
const MOST_OF_AN_EVENT = 100;

/** What is written at once, and what waits for a turn. */
export interface Shared<Event> {
  readonly now: readonly Event[];
  readonly later: readonly Event[];
}

/**
 * Shares what is written at once among companies, so that whoever has many endpoints, or makes many
 * changes at once, does not hold up the events of others. What follows an event that waits waits too.
 */
export function shareAmongCompanies<
  Event extends { readonly companyId: number; readonly deliveries: number },
>(events: readonly Event[]): Shared<Event> {
  const shares = fairShares(MOST_AT_ONCE);
  const waiting = new Set<number>();
  const now: Event[] = [];
  const later: Event[] = [];
  for (const event of events) {
    const { companyId, deliveries } = event;
    const mayBeNow = deliveries <= MOST_OF_AN_EVENT && !waiting.has(companyId);
    if (mayBeNow && shares.take(companyId, deliveries)) {
      now.push(event);
    } else {
      waiting.add(companyId);
      later.push(event);
    }
  }
  return { now, later };
}

/** Turns each event into one delivery for each endpoint that wants it, or lets it wait for that. */
export const fanOut =
  (now: () => Date) =>
  async (unit: UnitOfWork, events: readonly ReceivedEvent[]): Promise<void> => {
    const lists = await unit.endpoints.subscribedTo(
      events.map((event) => ({ ...companyEventOf(event), occurredAt: event.occurredAt })),
      MOST_OF_AN_EVENT + 1,
    );
    const shared = shareAmongCompanies(
      events.map((event, index) => {
        const subscribed = lists[index] ?? [];
        const { companyId } = event;
        return { companyId, event, subscribed, deliveries: subscribed.length };
      }),
    );
    const announced = shared.now
      .filter(({ deliveries }) => deliveries > 0)
      .map(({ event, subscribed }) => announcedEvent(recordOf(event), subscribed));
    const waiting = shared.later.map(({ event }) => recordOf(event));
    const at = now();
    if (announced.length > 0) await unit.deliveries.add(announced, at);
    if (waiting.length > 0) await unit.waiting.put(waiting, at);
  };
