import { createRun, statement, type NoValues } from '@svc/database';
import type { Stream } from '@svc/messaging';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

const oldestUnrelayed = statement<NoValues, { age: number }>()(
  'oldest_unrelayed',
  `select extract(epoch from now() - created_at)::float8 as age
   from outbox where relayed_at is null order by seq limit 1`,
);

/** In seconds; 0 if all are relayed. */
async function readAgeOfOldestUnrelayed(db: DataSource): Promise<number> {
  const [oldest] = await createRun(db)(oldestUnrelayed);
  return oldest?.age ?? 0;
}

const countDeadLetters = statement<{ durable: string }, { letters: number }>()(
  'count_dead_letters',
  'select count(*) as letters from dead_letters where consumer = :durable',
);

const UNKNOWN_AFTER_MS = 2_000;

/** NaN if late or failed, so that the other metrics still appear. */
export async function readOrNaN(read: () => number | Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, UNKNOWN_AFTER_MS, Number.NaN);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return Number.NaN;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the counter of relayed events. */
export function createRelayMetrics(registry: Registry, db: DataSource, stream: Stream): Counter {
  const filled = new Gauge({
    name: 'fsm_stream_filled_ratio',
    help: 'How full the event stream is; at 1 it drops its oldest events, read or not.',
    registers: [registry],
    async collect() {
      filled.set(await readOrNaN(stream.readFilledRatio));
    },
  });
  const age = new Gauge({
    name: 'fsm_outbox_oldest_unrelayed_seconds',
    help: 'Age of the oldest event that the stream has not confirmed.',
    registers: [registry],
    async collect() {
      age.set(await readOrNaN(() => readAgeOfOldestUnrelayed(db)));
    },
  });
  return new Counter({
    name: 'fsm_outbox_relayed_events_total',
    help: 'Events that the stream has confirmed.',
    registers: [registry],
  });
}

type ConsumerMetrics = ReturnType<typeof createConsumerMetrics>;

const known = new WeakMap<Registry, ConsumerMetrics>();

/** A process may run several consumers. */
export function getConsumerMetrics(
  registry: Registry,
  db: DataSource,
  stream: Stream,
): ConsumerMetrics {
  const created = known.get(registry) ?? createConsumerMetrics(registry, db, stream);
  known.set(registry, created);
  return created;
}

function createConsumerMetrics(registry: Registry, db: DataSource, stream: Stream) {
  const durables: string[] = [];
  const each = (gauge: Gauge<'consumer'>, read: (durable: string) => Promise<number>) =>
    Promise.all(
      durables.map(async (consumer) =>
        gauge.set({ consumer }, await readOrNaN(() => read(consumer))),
      ),
    );
  const lag = new Gauge({
    name: 'fsm_consumer_lag_events',
    help: 'Events that the consumer has not acknowledged.',
    labelNames: ['consumer'],
    registers: [registry],
    async collect() {
      await each(lag, stream.readLag);
    },
  });
  const letters = new Gauge({
    name: 'fsm_dead_letters',
    help: 'Stored dead letters: at most 1,000, for 30 days.',
    labelNames: ['consumer'],
    registers: [registry],
    async collect() {
      await each(letters, async (durable) => {
        const [row] = await createRun(db)(countDeadLetters, { durable });
        return row?.letters ?? 0;
      });
    },
  });
  return {
    consumed: new Counter({
      name: 'fsm_consumed_events_total',
      help: 'Events handled, without those that have no effect here.',
      labelNames: ['consumer'],
      registers: [registry],
    }),
    givenUp: new Counter({
      name: 'fsm_given_up_messages_total',
      help: 'Messages given up as dead letters, stored or not.',
      labelNames: ['consumer'],
      registers: [registry],
    }),
    watch: (durable: string) => durables.push(durable),
  };
}
