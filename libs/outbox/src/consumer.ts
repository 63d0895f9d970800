import type { StreamConsumer } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { Logger } from '@svc/logging';
import { NotNow, type DeadLetter, type ReceivedEvent, type Stream } from '@svc/messaging';
import type { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { consumeEach } from './consumed-events';
import { consumerMetrics } from './metrics';
import { deleteConsumed, keepDeleting } from './retention';

export interface EventConsumerSettings extends StreamConsumer {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
  /**
   * Whether an event gets a transaction of its own, because its handler locks rows that requests
   * lock too: with those of two events it could block them. All others share transactions.
   */
  readonly standsAlone?: (event: ReceivedEvent) => boolean;
  /** How long a failed event waits before each further delivery. */
  readonly redeliveryDelaysMs?: readonly number[];
  /** Takes the event's effect, in the transaction that also records the event as consumed. */
  handle(tx: EntityManager, event: ReceivedEvent): Promise<void>;
  /** Called after each transaction, for a handler that announces something itself. */
  readonly committed?: () => void;
}

const keepDeadLetter = statement(
  'keep_dead_letter',
  `insert into dead_letters (consumer, company_id, event_id, subject, body, error, deliveries)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (consumer, event_id) do nothing`,
);

/** U+0000 is no text to PostgreSQL, and a letter that cannot be kept would come back for ever. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

/**
 * Handles every event of a subject once, however often it is delivered.
 *
 * Events arrive in the order of the stream until one fails and is delivered again later: a handler
 * compares the event's version with what it has. While the database is away, all of them wait.
 */
export function startConsumer(settings: EventConsumerSettings): { stop(): Promise<void> } {
  const { db, stream, log, metrics, durable, filter, standsAlone = () => false, handle } = settings;
  const { consumed, watch } = consumerMetrics(metrics, db, stream);
  watch(durable);
  const retention = keepDeleting(db, deleteConsumed, log);

  const handleTogether = async (events: readonly ReceivedEvent[]): Promise<void> => {
    // Before that, it is the database that fails, and no event.
    let hasBegun = false;
    const begin = async (tx: EntityManager): Promise<number> => {
      const ids = events.map(({ id }) => id);
      const fresh = await consumeEach(tx, durable, ids);
      hasBegun = true;
      const count = fresh.size;
      for (const event of events) {
        // An event that the batch holds twice is fresh once.
        if (fresh.delete(event.id)) await handle(tx, event);
      }
      return count;
    };
    const handled = await db.transaction(begin).catch((error: unknown) => {
      throw hasBegun ? error : new NotNow(error);
    });
    consumed.inc({ consumer: durable }, handled);
    settings.committed?.();
  };

  const bury = async ({ event, subject, body, error, deliveries }: DeadLetter): Promise<void> => {
    await runOn(db)(keepDeadLetter, [
      durable,
      event?.companyId ?? null,
      event?.id ?? null,
      subject,
      storable(body),
      storable(error),
      deliveries,
    ]);
  };

  const consumption = stream.consume({
    durable,
    filter,
    redeliveryDelaysMs: settings.redeliveryDelaysMs,
    async handle(events) {
      for (const some of inTransactions(events, standsAlone)) await handleTogether(some);
    },
    bury,
  });

  return {
    async stop() {
      await Promise.all([consumption.stop(), retention.stop()]);
    },
  };
}

/** The events that share a transaction, in their order. */
function inTransactions(
  events: readonly ReceivedEvent[],
  standsAlone: (event: ReceivedEvent) => boolean,
): ReceivedEvent[][] {
  const groups: ReceivedEvent[][] = [];
  let open: ReceivedEvent[] | undefined;
  for (const event of events) {
    const isAlone = standsAlone(event);
    if (open && !isAlone) {
      open.push(event);
    } else {
      const group = [event];
      groups.push(group);
      open = isAlone ? undefined : group;
    }
  }
  return groups;
}
