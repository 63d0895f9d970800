import { consumerOf } from '@svc/contracts';
import { runOn } from '@svc/database';
import type { Logger } from '@svc/logging';
import type { ReceivedEvent, Stream } from '@svc/messaging';
import { startConsumer } from '@svc/outbox';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { fanOut } from './consumers/fan-out';
import { followGateway } from './consumers/gateway-events';
import { deliveryLog } from './persistence/delivery-log';
import { deliveryQueue } from './persistence/delivery-queue';
import { failingAmong } from './persistence/endpoint-repository';
import type { SecretBox } from './persistence/secret-box';
import { unitOf, type Transact, type Unit } from './persistence/transaction';
import { settleAttempts } from './use-cases/settle-attempts';
import { giveUpDeliveries } from './use-cases/stop-endpoint';
import { startEngine, type Engine } from './delivery/engine';
import { deliveryMetrics } from './delivery/metrics';
import { recordReader, type Owners } from './delivery/record-reader';
import type { Sender } from './delivery/send';

export interface DeliveringSettings {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly transact: Transact;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly owners: Owners;
  /** Milliseconds between attempts. */
  readonly gapsMs: readonly number[];
  readonly metrics: Registry;
  readonly log: Logger;
  readonly now: () => Date;
}

const DEFAULT_PARK_MS = 15_000;

type Handle = (unit: Unit, event: ReceivedEvent) => Promise<void>;

/** Takes events from the stream, turns them into deliveries, and sends those. */
export function startDelivering(settings: DeliveringSettings): Engine {
  const { db, stream, transact, box, sender, owners, gapsMs, metrics, log, now } = settings;
  const run = runOn(db);
  const engine = startEngine({
    queue: deliveryQueue(run),
    box,
    sender,
    records: recordReader(owners),
    settle: settleAttempts({
      transact,
      log: deliveryLog(db),
      failingAmong: failingAmong(run),
      gapsMs,
    }),
    giveUp: giveUpDeliveries(transact),
    // A parked endpoint is tried again as soon as a delivery would be.
    parkMs: gapsMs[0] ?? DEFAULT_PARK_MS,
    metrics: deliveryMetrics(metrics),
    log,
    now,
  });
  const consume = (name: string, handle: Handle) =>
    startConsumer({
      db,
      stream,
      log,
      metrics,
      ...consumerOf('webhooks', name),
      handle: (tx, event) => handle(unitOf(tx, box), event),
      committed: engine.wake,
    });
  const consumers = [
    consume('jobs', fanOut(now)),
    consume('customers', fanOut(now)),
    consume('companies-and-keys', followGateway),
  ];
  return {
    wake: engine.wake,
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await engine.stop();
    },
  };
}
