import { consumersOf, EVENTS, SERVICES, STREAM, type Publisher } from '@svc/contracts';
import { connectTo, isNotFound, prepareStream } from '@svc/messaging';
import { connect, type JetStreamManager } from 'nats';
import {
  findUnconfirmedMessages,
  type UnconfirmedMessages,
  type StoredEvent,
  type UnusableMessage,
} from './lost-events';
import { keptOutbox, resumeContext } from './restored-context';
import { requireSameStream } from './same-stream';

const TIMEOUT_MS = 10_000;

const PUBLISHERS = Object.keys(EVENTS) as Publisher[];

export interface Recovery {
  /** With the credentials of an administrator. */
  readonly natsServers: readonly string[];
  databaseUrlOf(context: Publisher): string;
  /** Looks, and changes nothing. */
  readonly isDryRun: boolean;
  /** Told of each event whose change was lost. */
  readonly onLost: (event: StoredEvent) => void;
  /** Called for each lost message of which nothing can be used. */
  readonly onUnusable: (message: UnusableMessage) => void;
}

/** The result for one context's events. */
export interface Recovered {
  readonly context: Publisher;
  /** Events in the stream whose changes the database no longer has, and what is no usable event. */
  readonly lost_events: number;
  /** Events that the outbox had yet to announce, and the stream has already. */
  readonly announced_already: number;
  /** Records whose version was raised to one that was lost. */
  readonly raised_records: number;
}

/**
 * Brings the stream in step with databases that were restored to a point in time: events of changes
 * after it go, and every consumer hears again what the stream has of the week, of which it skips
 * what its database has had. Databases come first, so that it can be repeated wherever it ended.
 *
 * @throws Refusal, before anything is changed, where the stream is not the one that an outbox tells of
 */
export async function recover(recovery: Recovery): Promise<Recovered[]> {
  const { natsServers, databaseUrlOf, isDryRun, onLost, onUnusable } = recovery;
  const nats = await connect({
    ...connectTo(natsServers),
    name: 'administrator',
    timeout: TIMEOUT_MS,
  });
  try {
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: TIMEOUT_MS });
    const { config } = await manager.streams.info(STREAM);
    const outboxes = [];
    for (const context of PUBLISHERS) {
      outboxes.push(await keptOutbox(context, databaseUrlOf(context)));
    }
    await requireSameStream(manager, outboxes);
    const contexts = await findUnconfirmedMessages(nats, manager, outboxes);
    const recovered: Recovered[] = [];
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

/** Where the stream has what nobody is to act on again. */
const sequencesToDelete = ({ lost, unusable }: UnconfirmedMessages): number[] => [
  // Still true: the key stays revoked, and its copies have to follow.
  ...lost.filter(({ type }) => type !== 'key.revoked').map(({ sequence }) => sequence),
  ...unusable.map(({ sequence }) => sequence),
];

/** Their databases may no longer have what they had acknowledged. */
async function forgetConsumers({ consumers }: JetStreamManager): Promise<void> {
  for (const { durable } of SERVICES.flatMap(consumersOf)) {
    try {
      await consumers.delete(STREAM, durable);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
