import { publisherAt, type Publisher } from '@svc/contracts';
import {
  MalformedEvent,
  parseCloudEvent,
  storedMessages,
  type ReceivedEvent,
} from '@svc/messaging';
import type { JetStreamManager, JsMsg, NatsConnection } from 'nats';
import type { KeptOutbox } from './restored-context';

/** An event and where the stream keeps it. */
export interface StoredEvent extends ReceivedEvent {
  readonly sequence: number;
}

/** What the stream holds of a context beyond what its restored database had confirmed. */
export interface Beyond {
  readonly context: Publisher;
  /** Events of changes that the database no longer has. */
  readonly lost: readonly StoredEvent[];
  /** Ids of events that the outbox holds: they happened, and are announced. */
  readonly announced: readonly string[];
}

/**
 * Compares the stream with restored outboxes. Everything up to the last event that a context had
 * confirmed was there before; what follows is in its outbox, or is an event of a change that was lost.
 */
export async function beyond(
  nats: NatsConnection,
  manager: JetStreamManager,
  outboxes: readonly KeptOutbox[],
): Promise<Beyond[]> {
  const found = outboxes.map((outbox) => ({
    ...outbox,
    lost: [] as StoredEvent[],
    announced: [] as string[],
  }));
  const after = Math.min(...outboxes.map(({ position }) => position));
  for await (const message of storedMessages(nats, manager, { after })) {
    const of = found.find(({ context }) => context === publisherAt(message.subject));
    if (!of || message.seq <= of.position) continue;
    const event = eventIn(message);
    if (!event) continue;
    if (of.eventIds.has(event.id)) of.announced.push(event.id);
    else of.lost.push({ ...event, sequence: message.seq });
  }
  return found;
}

/** Undefined for what is no event: nobody acts on it, before or after. */
function eventIn(message: JsMsg): ReceivedEvent | undefined {
  try {
    return parseCloudEvent(message.string(), message.subject);
  } catch (error) {
    if (error instanceof MalformedEvent) return undefined;
    throw error;
  }
}
