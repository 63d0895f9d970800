import { WEBHOOK_EVENTS } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import { newDeliveryId } from '../delivery/attempt-delivery';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { CompanyEvent, FindWanted } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';

type Fields = Readonly<Record<string, unknown>>;

const recordOf = (event: ReceivedEvent): WebhookEventRecord => ({
  id: event.id,
  companyId: event.companyId,
  type: event.type,
  recordId: event.recordId,
  version: event.version,
  occurredAt: event.occurredAt,
  source: event.actor,
  previous: (event.data['previous'] as Fields | undefined) ?? {},
  object: (event.data['object'] as Fields | undefined) ?? null,
  trace: event.trace,
});

const companyEventOf = ({ companyId, type: event }: ReceivedEvent): CompanyEvent => ({
  companyId,
  event,
});

const nameOf = ({ companyId, event }: CompanyEvent): string => `${companyId} ${event}`;

const isPublic = ({ type }: ReceivedEvent): boolean =>
  (WEBHOOK_EVENTS as readonly string[]).includes(type);

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

/** Turns each event into one delivery for each endpoint that wants it. */
export const fanOut =
  (now: () => Date) =>
  async ({ endpoints, log }: UnitOfWork, events: readonly ReceivedEvent[]): Promise<void> => {
    const subscribed = await endpoints.subscribedTo(
      events.map((event) => ({ ...companyEventOf(event), occurredAt: event.occurredAt })),
    );
    const announced = events.map((event, index) => ({
      event: recordOf(event),
      deliveries: (subscribed[index] ?? []).map(({ id, isReceiving }) => ({
        id: newDeliveryId(),
        endpointId: id,
        isQueued: isReceiving,
      })),
    }));
    const wanted = announced.filter(({ deliveries }) => deliveries.length > 0);
    if (wanted.length > 0) await log.add(wanted, now());
  };
