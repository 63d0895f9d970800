import { consumersOf, EVENTS, SERVICES, STREAM, type Publisher } from '@svc/contracts';
import { connectTo, prepareStream } from '@svc/messaging';
import { connect, NatsError, type JetStreamManager } from 'nats';
import { beyond, type StoredEvent } from './lost-events';
import { goOn, keptOutbox } from './restored-context';

const TIMEOUT_MS = 10_000;

const PUBLISHERS = Object.keys(EVENTS) as Publisher[];

export interface Recovery {
  /** With the credentials of an administrator. */
  readonly natsServers: readonly string[];
  databaseUrlOf(context: Publisher): string;
  /** Looks, and changes nothing. */
  readonly isDryRun: boolean;
  /** Told of each event whose change was lost. */
  readonly lose: (event: StoredEvent) => void;
}

/** What became of one context's events. */
export interface Recovered {
  readonly context: Publisher;
  /** Events in the stream whose changes the database no longer has. */
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
 */
export async function recover(recovery: Recovery): Promise<Recovered[]> {
  const { natsServers, databaseUrlOf, isDryRun, lose } = recovery;
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
    const contexts = await beyond(nats, manager, outboxes);
    const recovered: Recovered[] = [];
    for (const { context, lost, announced } of contexts) {
      lost.forEach(lose);
      const raised = isDryRun
        ? 0
        : await goOn(context, databaseUrlOf(context), { lost, announced });
      recovered.push({
        context,
        lost_events: lost.length,
        announced_already: announced.length,
        raised_records: raised,
      });
    }
    if (isDryRun) return recovered;
    for (const { sequence, type } of contexts.flatMap(({ lost }) => lost)) {
      // True again: the key stays revoked, and who copies keys has to hear of it.
      if (type === 'key.revoked') continue;
      await manager.streams.deleteMessage(STREAM, sequence, false);
    }
    await forgetConsumers(manager);
    await prepareStream({ servers: natsServers, replicas: config.num_replicas });
    return recovered;
  } finally {
    await nats.close();
  }
}

/** What they had acknowledged, their databases may have had to forget. */
async function forgetConsumers({ consumers }: JetStreamManager): Promise<void> {
  for (const { durable } of SERVICES.flatMap(consumersOf)) {
    try {
      await consumers.delete(STREAM, durable);
    } catch (error) {
      if (!(error instanceof NatsError && error.api_error?.code === 404)) throw error;
    }
  }
}
