import type { StreamConsumer } from '@svc/contracts';
import { keepDeleting, runOn, statement } from '@svc/database';
import type { Logger } from '@svc/logging';
import { RetryLater, type DeadLetter, type ReceivedEvent, type Stream } from '@svc/messaging';
import { inSpan } from '@svc/tracing';
import type { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { consumeEach } from './consumed-events';
import { consumerMetrics } from './metrics';
import { deleteConsumed, deleteDeadLetters } from './retention';

/** The parts of a process that every consumer works with. */
export interface ConsumerParts {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
}

export interface EventConsumerSettings extends StreamConsumer, ConsumerParts {
  /**
   * The events that may have an effect; all when absent. Called outside a transaction, and repeated
   * until it answers. The other events get no transaction and are not recorded. When one of them is
   * delivered again, this is called for it again, and the event may have an effect by then.
   */
  readonly concerning?: (events: readonly ReceivedEvent[]) => Promise<readonly ReceivedEvent[]>;
  /**
   * Whether each event gets a transaction of its own. Needed where the handler locks rows that requests
   * lock too, in another order: a transaction with the locks of two events could deadlock with them.
   */
  readonly oneByOne?: boolean;
  /** How long a failed event waits before each further delivery. */
  readonly redeliveryDelaysMs?: readonly number[];
  /**
   * Applies the events, in the order of the stream, in the transaction that also records them as
   * consumed. When it fails for several, each is repeated alone.
   */
  handle(tx: EntityManager, events: readonly ReceivedEvent[]): Promise<void>;
  /** Called after each transaction with its events, for a handler that has announced something itself. */
  readonly committed?: (events: readonly ReceivedEvent[]) => void;
}

/** How many dead letters of one consumer are kept: events and unreadable messages, each with a limit of its own. */
const MOST_EVENTS_KEPT = 900;
const MOST_UNREADABLE_KEPT = 100;
/** How much is kept of a body that is no event: enough to see what it was meant to be. */
const UNREADABLE_BYTES_KEPT = 4 * 1024;

/** Either events or unreadable messages. One statement for all, as somebody may publish any number of those. */
const keepDeadLetters = statement<{
  durable: string;
  areEvents: boolean;
  companyIds: readonly (number | null)[];
  eventIds: readonly (string | null)[];
  subjects: readonly string[];
  bodies: readonly string[];
  errors: readonly string[];
  deliveries: readonly number[];
  most: number;
}>()(
  'keep_dead_letters',
  `insert into dead_letters (consumer, company_id, event_id, subject, body, error, deliveries)
   select :durable, company_id, event_id, subject, body, error, deliveries
   from unnest(:companyIds::bigint[], :eventIds::text[], :subjects::text[], :bodies::text[],
       :errors::text[], :deliveries::integer[]) with ordinality
     as letter (company_id, event_id, subject, body, error, deliveries, place)
   order by place
   limit greatest(0, :most::integer - (
     select count(*) from (
       select 1 from dead_letters
       where consumer = :durable and (event_id is not null) = :areEvents
       limit :most::integer) kept))
   on conflict (consumer, event_id) do nothing`,
);

/** Without U+0000, which PostgreSQL cannot store: a dead letter that cannot be stored would be delivered for ever. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

const beginningOf = (body: string): string =>
  Buffer.from(body).subarray(0, UNREADABLE_BYTES_KEPT).toString();

/**
 * Handles every event of a subject once, however often it is delivered.
 *
 * Events arrive in the order of the stream until one fails and is delivered again later: a handler
 * compares the event's version with what it has. While the database is away, all of them wait.
 */
export function startConsumer(settings: EventConsumerSettings): { stop(): Promise<void> } {
  const { db, stream, log, metrics, durable, filter, oneByOne = false, handle } = settings;
  const { concerning = async (events) => events } = settings;
  const { consumed, givenUp, watch } = consumerMetrics(metrics, db, stream);
  watch(durable);
  const retentions = [deleteConsumed, deleteDeadLetters].map((each) => keepDeleting(db, each, log));

  const handleInOneTransaction = async (events: readonly ReceivedEvent[]): Promise<void> => {
    // A failure before that is the database's, and not an event's.
    let hasBegun = false;
    const begin = async (tx: EntityManager): Promise<number> => {
      const ids = events.map(({ id }) => id);
      const fresh = await consumeEach(tx, durable, ids);
      hasBegun = true;
      // `delete` answers true once, so that an event that the batch holds twice is handled once.
      const first = events.filter(({ id }) => fresh.delete(id));
      if (first.length > 0) await handle(tx, first);
      return first.length;
    };
    const handled = await inSpan(
      {
        name: `consume ${durable}`,
        kind: 'CONSUMER',
        attributes: {
          'messaging.system': 'nats',
          'messaging.operation.type': 'process',
          'messaging.consumer.group.name': durable,
          'messaging.batch.message_count': events.length,
        },
        traces: events.map(({ trace }) => trace),
      },
      () => db.transaction(begin),
    ).catch((error: unknown) => {
      throw hasBegun ? error : new RetryLater(error);
    });
    consumed.inc({ consumer: durable }, handled);
    settings.committed?.(events);
  };

  const storeDeadLetters = async (letters: readonly DeadLetter[]): Promise<void> => {
    const areEvents = letters.some(({ event }) => event);
    await runOn(db)(keepDeadLetters, {
      durable,
      areEvents,
      companyIds: letters.map(({ event }) => event?.companyId ?? null),
      eventIds: letters.map(({ event }) => event?.id ?? null),
      subjects: letters.map(({ subject }) => storable(subject)),
      bodies: letters.map(({ event, body }) => storable(event ? body : beginningOf(body))),
      errors: letters.map(({ error }) => storable(error)),
      deliveries: letters.map(({ deliveries }) => deliveries),
      most: areEvents ? MOST_EVENTS_KEPT : MOST_UNREADABLE_KEPT,
    });
    givenUp.inc({ consumer: durable }, letters.length);
  };

  const consumption = stream.consume({
    durable,
    filter,
    redeliveryDelaysMs: settings.redeliveryDelaysMs,
    async handle(events) {
      const wanted = await concerning(events).catch((error: unknown) => {
        throw new RetryLater(error);
      });
      if (oneByOne) for (const event of wanted) await handleInOneTransaction([event]);
      else if (wanted.length > 0) await handleInOneTransaction(wanted);
    },
    storeDeadLetters,
  });

  return {
    async stop() {
      await Promise.all([consumption, ...retentions].map((each) => each.stop()));
    },
  };
}
