import { EVENTS, listConsumers, SERVICES, STREAM, type Publisher } from '@svc/contracts';
import { isJetStreamNotFound, prepareStream, toConnectionTarget } from '@svc/messaging';
import { connect, type JetStreamManager } from 'nats';
import {
  findUnconfirmedMessages,
  type StoredEvent,
  type UnconfirmedMessages,
  type UnusableMessage,
} from './lost-events';
import { readOutbox, resumeContext } from './restored-context';
import { requireSameStream } from './same-stream';

const TIMEOUT_MS = 10_000;

const PUBLISHERS = Object.keys(EVENTS) as Publisher[];

export interface Recovery {
  readonly natsServers: readonly string[];
  databaseUrlOf(context: Publisher): string;
  readonly isDryRun: boolean;
  readonly onLost: (event: StoredEvent) => void;
  readonly onUnusable: (message: UnusableMessage) => void;
}

/**
 * Aligns the stream with databases restored to a point in time: deletes events of lost changes and makes
 * consumers read the stored week again. Databases come first, so the command can be repeated after any
 * failure.
 * @throws CommandError before any change if an outbox refers to another stream
 */
export async function recover(recovery: Recovery) {
  const { natsServers, databaseUrlOf, isDryRun, onLost, onUnusable } = recovery;
  const nats = await connect({
    ...toConnectionTarget(natsServers),
    name: 'administrator',
    timeout: TIMEOUT_MS,
  });
  try {
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: TIMEOUT_MS });
    const { config } = await manager.streams.info(STREAM);
    const outboxes = [];
    for (const context of PUBLISHERS) {
      outboxes.push(await readOutbox(context, databaseUrlOf(context)));
    }
    await requireSameStream(manager, outboxes);
    const contexts = await findUnconfirmedMessages(nats, manager, outboxes);
    const recovered = [];
    for (const { context, lost, unusable, announced } of contexts) {
      lost.forEach(onLost);
      unusable.forEach(onUnusable);
      const lostEvents = lost.length + unusable.length;
      const losesMessages = lostEvents > 0;
      const raised = isDryRun
        ? 0
        : await resumeContext(context, databaseUrlOf(context), { lost, announced, losesMessages });
      recovered.push({
        context,
        lost_events: lostEvents,
        /** Outbox events that the stream already has. */
        announced_already: announced.length,
        raised_records: raised,
      });
    }
    if (isDryRun) return recovered;
    for (const sequence of contexts.flatMap(sequencesToDelete)) {
      await manager.streams.deleteMessage(STREAM, sequence, false);
    }
    await forgetConsumers(manager);
    await prepareStream({ servers: natsServers, replicas: config.num_replicas });
    return recovered;
  } finally {
    await nats.close();
  }
}

const sequencesToDelete = ({ lost, unusable }: UnconfirmedMessages): number[] => [
  // The key stays revoked, and copies of it must follow.
  ...lost.filter(({ type }) => type !== 'key.revoked').map(({ sequence }) => sequence),
  ...unusable.map(({ sequence }) => sequence),
];

/** Their databases may lack events that they had acknowledged. */
async function forgetConsumers({ consumers }: JetStreamManager): Promise<void> {
  for (const { durable } of SERVICES.flatMap(listConsumers)) {
    try {
      await consumers.delete(STREAM, durable);
    } catch (error) {
      if (!isJetStreamNotFound(error)) throw error;
    }
  }
}
