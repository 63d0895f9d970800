import type { StreamConsumer } from '@svc/contracts';
import { createRun, startRetention, statement } from '@svc/database';
import type { Logger } from '@svc/logging';
import { RetryLater, type DeadLetter, type ReceivedEvent, type Stream } from '@svc/messaging';
import { runInSpan } from '@svc/tracing';
import type { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { recordConsumedEvents } from './consumed-events';
import { getConsumerMetrics } from './metrics';
import { deleteConsumed, deleteDeadLetters } from './retention';

export interface ConsumerParts {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly log: Logger;
  readonly metrics: Registry;
}

export interface EventConsumerSettings extends StreamConsumer, ConsumerParts {
  /**
   * Selects events that may have an effect, outside a transaction; repeated until it succeeds. Others are not
   * recorded.
   */
  readonly selectRelevant?: (events: readonly ReceivedEvent[]) => Promise<readonly ReceivedEvent[]>;
  /** For handlers that lock rows in another order than requests: the locks of two events could deadlock. */
  readonly isOneByOne?: boolean;
  readonly redeliveryDelaysMs?: readonly number[];
  /**
   * Runs in the transaction that records the events as consumed. After a failure of several, each is repeated
   * alone.
   */
  handle(tx: EntityManager, events: readonly ReceivedEvent[]): Promise<void>;
  readonly onCommitted?: (events: readonly ReceivedEvent[]) => void;
}

/** Further dead letters are only counted. */
const MAX_EVENT_LETTERS = 900;
const MAX_UNREADABLE_LETTERS = 100;
const MAX_UNREADABLE_BYTES = 4 * 1024;

/** One statement for all, because a context may publish any number of bad messages. */
const storeLetters = statement<{
  durable: string;
  areEvents: boolean;
  companyIds: readonly (number | null)[];
  eventIds: readonly (string | null)[];
  subjects: readonly string[];
  bodies: readonly string[];
  errors: readonly string[];
  deliveries: readonly number[];
  max: number;
}>()(
  'store_dead_letters',
  `insert into dead_letters (consumer, company_id, event_id, subject, body, error, deliveries)
   select :durable, company_id, event_id, subject, body, error, deliveries
   from unnest(:companyIds::bigint[], :eventIds::text[], :subjects::text[], :bodies::text[],
       :errors::text[], :deliveries::integer[]) with ordinality
     as letter (company_id, event_id, subject, body, error, deliveries, position)
   order by position
   limit greatest(0, :max::integer - (
     select count(*) from (
       select 1 from dead_letters
       where consumer = :durable and (event_id is not null) = :areEvents
       limit :max::integer) kept))
   on conflict (consumer, event_id) do nothing`,
);

/** PostgreSQL cannot store U+0000. */
const removeNullCharacters = (text: string): string => text.replaceAll('\0', '\uFFFD');

const truncateBody = (body: string): string =>
  Buffer.from(body).subarray(0, MAX_UNREADABLE_BYTES).toString();

/**
 * Handles every event once. After a failure events may arrive out of order: handlers compare versions.
 * Without a database all events wait.
 */
export function startConsumer(settings: EventConsumerSettings): { stop(): Promise<void> } {
  const { db, stream, log, metrics, durable, filter, isOneByOne = false, handle } = settings;
  const { selectRelevant = async (events) => events } = settings;
  const { consumed, givenUp, watch } = getConsumerMetrics(metrics, db, stream);
  watch(durable);
  const retentions = [deleteConsumed, deleteDeadLetters].map((each) =>
    startRetention(db, each, log),
  );

  const handleInOneTransaction = async (events: readonly ReceivedEvent[]): Promise<void> => {
    // An earlier failure is the database's, not an event's.
    let hasBegun = false;
    const handleNew = async (tx: EntityManager): Promise<number> => {
      const ids = events.map(({ id }) => id);
      const newIds = await recordConsumedEvents(tx, durable, ids);
      hasBegun = true;
      const first = events.filter(({ id }) => newIds.delete(id));
      if (first.length > 0) await handle(tx, first);
      return first.length;
    };
    const handled = await runInSpan(
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
      () => db.transaction(handleNew),
    ).catch((error: unknown) => {
      throw hasBegun ? error : new RetryLater(error);
    });
    consumed.inc({ consumer: durable }, handled);
    settings.onCommitted?.(events);
  };

  const storeDeadLetters = async (letters: readonly DeadLetter[]): Promise<void> => {
    const areEvents = letters.some(({ event }) => event);
    await createRun(db)(storeLetters, {
      durable,
      areEvents,
      companyIds: letters.map(({ event }) => event?.companyId ?? null),
      eventIds: letters.map(({ event }) => event?.id ?? null),
      subjects: letters.map(({ subject }) => removeNullCharacters(subject)),
      bodies: letters.map(({ event, body }) =>
        removeNullCharacters(event ? body : truncateBody(body)),
      ),
      errors: letters.map(({ error }) => removeNullCharacters(error)),
      deliveries: letters.map(({ deliveries }) => deliveries),
      max: areEvents ? MAX_EVENT_LETTERS : MAX_UNREADABLE_LETTERS,
    });
    givenUp.inc({ consumer: durable }, letters.length);
  };

  const consumption = stream.consume({
    durable,
    filter,
    redeliveryDelaysMs: settings.redeliveryDelaysMs,
    async handle(events) {
      const relevant = await selectRelevant(events).catch((error: unknown) => {
        throw new RetryLater(error);
      });
      if (isOneByOne) for (const event of relevant) await handleInOneTransaction([event]);
      else if (relevant.length > 0) await handleInOneTransaction(relevant);
    },
    storeDeadLetters,
  });

  return {
    async stop() {
      await Promise.all([consumption, ...retentions].map((each) => each.stop()));
    },
  };
}
