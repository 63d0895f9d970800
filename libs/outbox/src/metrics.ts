import { runOn, statement } from '@svc/database';
import type { Stream } from '@svc/messaging';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

const oldestUnrelayed = statement(
  'oldest_unrelayed',
  `select extract(epoch from now() - created_at)::float8 as age
   from outbox where relayed_at is null order by seq limit 1`,
);

const countDeadLetters = statement(
  'count_dead_letters',
  'select count(*) as letters from dead_letters where consumer = $1',
);

/** A value that cannot be told now is NaN, so that the other metrics are still answered. */
const orUnknown = (read: () => Promise<number>): Promise<number> => read().catch(() => Number.NaN);

export interface RelayMetrics {
  readonly relayed: Counter;
}

export function relayMetrics(registry: Registry, db: DataSource): RelayMetrics {
  const age = new Gauge({
    name: 'outbox_oldest_unrelayed_seconds',
    help: 'Age of the oldest event that the stream has not confirmed.',
    registers: [registry],
    async collect() {
      age.set(
        await orUnknown(async () => {
          const [oldest] = await runOn(db)<{ age: number }>(oldestUnrelayed, []);
          return oldest?.age ?? 0;
        }),
      );
    },
  });
  return {
    relayed: new Counter({
      name: 'outbox_relayed_total',
      help: 'Events that the stream has confirmed.',
      registers: [registry],
    }),
  };
}

export interface ConsumerMetrics {
  readonly consumed: Counter<'consumer'>;
  /** Adds a durable consumer to those whose lag is reported. */
  watch(durable: string): void;
}

const known = new WeakMap<Registry, ConsumerMetrics>();

/** One set per registry: a process may run several consumers. */
export function consumerMetrics(
  registry: Registry,
  db: DataSource,
  stream: Stream,
): ConsumerMetrics {
  const created = known.get(registry) ?? createConsumerMetrics(registry, db, stream);
  known.set(registry, created);
  return created;
}

function createConsumerMetrics(
  registry: Registry,
  db: DataSource,
  stream: Stream,
): ConsumerMetrics {
  const durables: string[] = [];
  const lag = new Gauge({
    name: 'consumer_lag',
    help: 'Events that the consumer has yet to settle.',
    labelNames: ['consumer'],
    registers: [registry],
    async collect() {
      for (const durable of durables) {
        lag.set({ consumer: durable }, await orUnknown(() => stream.lagOf(durable)));
      }
    },
  });
  const letters = new Gauge({
    name: 'dead_letters',
    help: 'Messages that were given up and wait for a person.',
    labelNames: ['consumer'],
    registers: [registry],
    async collect() {
      for (const durable of durables) {
        const kept = await orUnknown(async () => {
          const [row] = await runOn(db)<{ letters: number }>(countDeadLetters, [durable]);
          return row?.letters ?? 0;
        });
        letters.set({ consumer: durable }, kept);
      }
    },
  });
  return {
    consumed: new Counter({
      name: 'consumed_events_total',
      help: 'Events handled, each once.',
      labelNames: ['consumer'],
      registers: [registry],
    }),
    watch: (durable) => durables.push(durable),
  };
}
