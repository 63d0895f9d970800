import { STREAM, subjectsOf, type Publisher } from '@svc/contracts';
import { MalformedEvent, parseCloudEvent, type ReceivedEvent } from '@svc/messaging';
import {
  AckPolicy,
  DeliverPolicy,
  nanos,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import type { KeptOutbox } from './restored-context';

/** An event and where the stream keeps it. */
export interface StoredEvent extends ReceivedEvent {
  readonly sequence: number;
}

/** What the stream holds of a context beyond what its restored database had confirmed. */
export interface Beyond {
  /** Events of changes that the database no longer has. */
  readonly lost: readonly StoredEvent[];
  /** Ids of events that the outbox holds: they happened, and are announced. */
  readonly announced: readonly string[];
}

const BATCH = 500;
const PATIENCE_MS = 30_000;
const FORGOTTEN_MS = 60_000;

/**
 * Compares the stream with a restored outbox. Everything up to the last confirmed event was there
 * before; what follows is in the outbox, or is an event of a change that was lost.
 */
export async function beyond(
  nats: NatsConnection,
  manager: JetStreamManager,
  context: Publisher,
  { position, eventIds }: KeptOutbox,
): Promise<Beyond> {
  const lost: StoredEvent[] = [];
  const announced: string[] = [];
  for await (const message of messagesAfter(nats, manager, { context, position })) {
    const event = eventIn(message);
    if (!event) continue;
    if (eventIds.has(event.id)) announced.push(event.id);
    else lost.push({ ...event, sequence: message.seq });
  }
  return { lost, announced };
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

async function* messagesAfter(
  nats: NatsConnection,
  manager: JetStreamManager,
  { context, position }: { readonly context: Publisher; readonly position: number },
): AsyncGenerator<JsMsg> {
  const { name, num_pending: messages } = await manager.consumers.add(STREAM, {
    filter_subject: subjectsOf(context)[0],
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: position + 1,
    inactive_threshold: nanos(FORGOTTEN_MS),
  });
  const consumer = await nats.jetstream().consumers.get(STREAM, name);
  for (let read = 0; read < messages;) {
    const wanted = Math.min(BATCH, messages - read);
    const before = read;
    for await (const message of await consumer.fetch({
      max_messages: wanted,
      expires: PATIENCE_MS,
    })) {
      read += 1;
      yield message;
    }
    if (read === before) throw new Error(`NATS: the stream gave no event for ${PATIENCE_MS} ms.`);
  }
}
