import { STREAM } from '@svc/contracts';
import { ID_HEADER, isJetStreamNotFound } from '@svc/messaging';
import type { JetStreamManager, StoredMsg } from 'nats';
import { CommandError } from '../command-error';
import type { RestoredOutbox } from './restored-context';

/**
 * NATS may have lost its data after the point and counts from 1 again; positions then mean nothing.
 * @throws CommandError if the stream is another one
 */
export async function requireSameStream(
  manager: JetStreamManager,
  outboxes: readonly RestoredOutbox[],
): Promise<void> {
  const { state } = await manager.streams.info(STREAM);
  for (const outbox of outboxes) {
    if (outbox.position > state.last_seq || !(await mayHave(manager, outbox))) {
      throw new CommandError(
        `${outbox.context}: the stream is not the one that its outbox tells of; see deploy/recovery.md.`,
      );
    }
  }
}

/**
 * Unknown counts as possible: the outbox names no event, or the message is gone by age or an earlier
 * recovery.
 */
async function mayHave(
  manager: JetStreamManager,
  { position, eventId }: RestoredOutbox,
): Promise<boolean> {
  if (position === 0 || eventId === null) return true;
  const message = await messageAt(manager, position);
  if (!message) return true;
  const messageId = message.header.get(ID_HEADER);
  // After a loss, an event is repeated under its id with a suffix.
  return messageId === eventId || messageId.startsWith(`${eventId}.`);
}

async function messageAt(
  { streams }: JetStreamManager,
  sequence: number,
): Promise<StoredMsg | undefined> {
  try {
    return await streams.getMessage(STREAM, { seq: sequence });
  } catch (error) {
    if (isJetStreamNotFound(error)) return undefined;
    throw error;
  }
}
