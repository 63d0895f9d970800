import { findPublisher, type Publisher } from '@svc/contracts';
import {
  MalformedEvent,
  parseCloudEvent,
  readStoredMessages,
  type ReceivedEvent,
} from '@svc/messaging';
import type { JetStreamManager, JsMsg, NatsConnection } from 'nats';
import type { RestoredOutbox } from './restored-context';

export interface StoredEvent extends ReceivedEvent {
  readonly sequence: number;
}

/** A message that is no event, or whose id or version no record reaches. */
export interface UnusableMessage {
  readonly context: Publisher;
  readonly sequence: number;
  readonly subject: string;
  readonly problem: string;
}

export type UnconfirmedMessages = Awaited<ReturnType<typeof findUnconfirmedMessages>>[number];

/**
 * Half the range of JavaScript's numbers and of version columns: a compromised context may have sent
 * anything, and ids continue after the highest.
 */
const MAX_ID = 2 ** 52;
const MAX_VERSION = 2 ** 30;

/**
 * Finds the messages in the stream that the restored databases had not confirmed.
 * Events up to the last confirmed one are in the database; later ones are in its outbox or were lost.
 */
export async function findUnconfirmedMessages(
  nats: NatsConnection,
  manager: JetStreamManager,
  outboxes: readonly RestoredOutbox[],
) {
  const found = outboxes.map((outbox) => ({
    ...outbox,
    lost: [] as StoredEvent[],
    unusable: [] as UnusableMessage[],
    /** Ids of outbox events that the stream already has. */
    announced: [] as string[],
  }));
  const after = Math.min(...outboxes.map(({ position }) => position));
  for await (const message of readStoredMessages(nats, manager, { after })) {
    const of = found.find(({ context }) => context === findPublisher(message.subject));
    if (!of || message.seq <= of.position) continue;
    const { seq: sequence, subject } = message;
    const addUnusable = (problem: string): void =>
      void of.unusable.push({ context: of.context, sequence, subject, problem });
    const event = eventIn(message);
    if (event instanceof MalformedEvent) addUnusable(event.message);
    else if (of.eventIds.has(event.id)) of.announced.push(event.id);
    else if (event.recordId > MAX_ID) addUnusable(`No record has the id ${event.recordId}.`);
    else if (event.version > MAX_VERSION) addUnusable(`No record has version ${event.version}.`);
    else of.lost.push({ ...event, sequence });
  }
  return found;
}

function eventIn(message: JsMsg): ReceivedEvent | MalformedEvent {
  try {
    return parseCloudEvent(message.string(), message.subject);
  } catch (error) {
    if (error instanceof MalformedEvent) return error;
    throw error;
  }
}
