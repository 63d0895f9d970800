import { STREAM } from '@svc/contracts';
import { ID_HEADER, isNotFound } from '@svc/messaging';
import type { JetStreamManager, StoredMsg } from 'nats';
import { Refusal } from '../refusal';
import type { KeptOutbox } from './restored-context';

/**
 * Compares what outboxes tell of the stream with what it has there. NATS may have lost its data after
 * the point, and counts from 1 since: then a position says nothing of what was lost.
 *
 * @throws Refusal where the stream is another one than an outbox tells of
 */
export async function requireSameStream(
  manager: JetStreamManager,
  outboxes: readonly KeptOutbox[],
): Promise<void> {
  const { state } = await manager.streams.info(STREAM);
  for (const outbox of outboxes) {
    if (outbox.position > state.last_seq || !(await mayHave(manager, outbox))) {
      throw new Refusal(
        `${outbox.context}: the stream is not the one that its outbox tells of; see deploy/recovery.md.`,
      );
    }
  }
}

/**
 * Whether the stream may have had the event that an outbox names at its place. Nobody knows where it names none,
 * or the message is gone: for its age, or because an earlier recovery deleted it.
 */
async function mayHave(
  manager: JetStreamManager,
  { position, eventId }: KeptOutbox,
): Promise<boolean> {
  if (position === 0 || eventId === null) return true;
  const message = await messageAt(manager, position);
  if (!message) return true;
  const messageId = message.header.get(ID_HEADER);
  // After a loss, an event is repeated with a suffix to its id.
  return messageId === eventId || messageId.startsWith(`${eventId}.`);
}

async function messageAt(
  { streams }: JetStreamManager,
  sequence: number,
): Promise<StoredMsg | undefined> {
  try {
    return await streams.getMessage(STREAM, { seq: sequence });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
