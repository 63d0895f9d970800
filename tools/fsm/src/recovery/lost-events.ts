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

/** A message of which nothing can be taken over: no event, or one that tells what no record comes to. */
export interface UnusableMessage {
  readonly context: Publisher;
  readonly sequence: number;
  readonly subject: string;
  readonly problem: string;
}

/** A context's messages in the stream that its restored database had not confirmed. */
export interface UnconfirmedMessages {
  readonly context: Publisher;
  /** Events of changes that the database no longer has. */
  readonly lost: readonly StoredEvent[];
  /** Lost as well. */
  readonly unusable: readonly UnusableMessage[];
  /** Ids of events that the outbox holds: they happened, and are announced. */
  readonly announced: readonly string[];
}

/**
 * Half of what JavaScript's numbers and the columns of versions hold: no record gets there, and ids and
 * versions go on after them. A compromised context may have sent anything.
 */
const LARGEST_ID = 2 ** 52;
const LARGEST_VERSION = 2 ** 30;

/**
 * Compares the stream with restored outboxes. Everything up to the last event that a context had
 * confirmed was there before; what follows is in its outbox, or is an event of a change that was lost.
 */
export async function findUnconfirmedMessages(
  nats: NatsConnection,
  manager: JetStreamManager,
  outboxes: readonly KeptOutbox[],
): Promise<UnconfirmedMessages[]> {
  const found = outboxes.map((outbox) => ({
    ...outbox,
    lost: [] as StoredEvent[],
    unusable: [] as UnusableMessage[],
    announced: [] as string[],
  }));
  const after = Math.min(...outboxes.map(({ position }) => position));
  for await (const message of storedMessages(nats, manager, { after })) {
    const of = found.find(({ context }) => context === publisherAt(message.subject));
    if (!of || message.seq <= of.position) continue;
    const { seq: sequence, subject } = message;
    const addUnusable = (problem: string): void =>
      void of.unusable.push({ context: of.context, sequence, subject, problem });
    const event = eventIn(message);
    if (event instanceof MalformedEvent) addUnusable(event.message);
    else if (of.eventIds.has(event.id)) of.announced.push(event.id);
    else if (event.recordId > LARGEST_ID) addUnusable(`No record has the id ${event.recordId}.`);
    else if (event.version > LARGEST_VERSION)
      addUnusable(`No record has version ${event.version}.`);
    else of.lost.push({ ...event, sequence });
  }
  return found;
}

/** The event in a message, or why it is none. */
function eventIn(message: JsMsg): ReceivedEvent | MalformedEvent {
  try {
    return parseCloudEvent(message.string(), message.subject);
  } catch (error) {
    if (error instanceof MalformedEvent) return error;
    throw error;
  }
}
