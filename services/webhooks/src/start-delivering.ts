import {
  getConsumer,
  listSubscriptions,
  type ChangeNotification,
  type StreamConsumer,
} from '@svc/contracts';
import { createRun } from '@svc/database';
import type { ServiceClient } from '@svc/http';
import type { Logger } from '@svc/logging';
import type { Stream } from '@svc/messaging';
import { startConsumer, type EventConsumerSettings } from '@svc/outbox';
import type { OutgoingHttp } from '@svc/outgoing-http';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { keepFanningOut } from './background/keep-fanning-out';
import { keepStoppingDeliveries } from './background/keep-stopping-deliveries';
import { EVENT_CONTEXTS, toEventRecord, filterWanted } from './consumers/wanted-events';
import { followGateway } from './consumers/gateway-events';
import { createDeliveryQueue } from './persistence/delivery-queue';
import { createFindWanted } from './persistence/endpoint-repository';
import type { SecretBox } from './persistence/secret-box';
import { createUnitOfWork } from './persistence/transaction';
import type { WebhooksUseCases } from './use-cases';
import type { Arrivals } from './delivery/arrivals';
import { startEngine, type Engine } from './delivery/engine';
import { createDeliveryMetrics } from './delivery/metrics';
import { createRecordReader, type RecordOwners } from './delivery/read-records';
import { createRightsReader } from './delivery/rights-reader';

export interface DeliveringSettings {
  readonly db: DataSource;
  readonly stream: Stream;
  readonly webhooks: WebhooksUseCases;
  readonly box: SecretBox;
  readonly sender: OutgoingHttp;
  readonly owners: RecordOwners;
  readonly gateway: Pick<ServiceClient, 'read'>;
  readonly gapsMs: readonly number[];
  readonly arrivals: Arrivals;
  readonly metrics: Registry;
  readonly log: Logger;
  readonly now: () => Date;
}

const DEFAULT_BACK_OFF_MS = 15_000;

type EventHandling = Pick<EventConsumerSettings, 'selectRelevant' | 'handle' | 'onCommitted'>;

export function startDelivering(settings: DeliveringSettings): Engine {
  const { db, stream, webhooks, box, sender, owners, gateway, gapsMs, metrics, log, now } =
    settings;
  const { arrivals } = settings;
  const run = createRun(db);
  const notifyDeliveriesChanged = (companyId: number): void =>
    stream.notifyChange('webhooks', { companyId, kind: 'delivery' });
  const notifyPulledEvent = (companyId: number): void =>
    stream.notifyChange('webhooks', { companyId, kind: 'pulled_event' });
  const subjects = listSubscriptions('webhooks').map(({ subject }) => subject);
  stream.listen(subjects, (_subject, body) => {
    const { companyId, kind } = JSON.parse(body) as ChangeNotification;
    if (kind === 'pulled_event') arrivals.notify(companyId);
  });
  stream.onReady(arrivals.notifyAll);
  const engine = startEngine({
    queue: createDeliveryQueue(run),
    rights: createRightsReader(gateway, log),
    box,
    sender,
    startReadingRecords: createRecordReader(owners),
    async recordAttempts(ended) {
      const statuses = await webhooks.recordAttempts(ended);
      for (const { delivery } of ended) notifyDeliveriesChanged(delivery.companyId);
      return statuses;
    },
    stopDeliveries: webhooks.stopDeliveries,
    stopDelivery: webhooks.stopDelivery,
    onFiltered: notifyDeliveriesChanged,
    // A failed delivery waits as long before its first retry.
    backOffMs: gapsMs[0] ?? DEFAULT_BACK_OFF_MS,
    metrics: createDeliveryMetrics(metrics),
    log,
    now,
  });
  const consume = (consumer: StreamConsumer, handling: EventHandling) =>
    startConsumer({
      db,
      stream,
      log,
      metrics,
      ...consumer,
      onCommitted: engine.wake,
      ...handling,
    });
  const waitingEventsLoop = keepFanningOut({
    ...webhooks,
    onFannedOut(companyId) {
      engine.wake();
      notifyDeliveriesChanged(companyId);
      notifyPulledEvent(companyId);
    },
    log,
  });
  const createFanOutHandling = (): EventHandling => {
    let pullingCompanyIds: readonly number[] = [];
    return {
      selectRelevant: filterWanted(createFindWanted(run)),
      async handle(tx, events) {
        pullingCompanyIds = await webhooks.fanOut(
          createUnitOfWork(tx, box),
          events.map(toEventRecord),
        );
      },
      onCommitted(events) {
        engine.wake();
        waitingEventsLoop.wake();
        for (const { companyId } of events) notifyDeliveriesChanged(companyId);
        pullingCompanyIds.forEach(notifyPulledEvent);
      },
    };
  };
  const stoppingLoop = keepStoppingDeliveries({
    ...webhooks,
    onStopped: notifyDeliveriesChanged,
    log,
  });
  const follow = followGateway(webhooks);
  const gatewayHandling: EventHandling = {
    handle: (tx, events) => follow(createUnitOfWork(tx, box), events),
    onCommitted() {
      engine.wake();
      stoppingLoop.wake();
    },
  };
  const consumers = [
    ...EVENT_CONTEXTS.map((context) =>
      consume(getConsumer('webhooks', context), createFanOutHandling()),
    ),
    consume(getConsumer('webhooks', 'companies-and-keys'), gatewayHandling),
  ];
  return {
    wake: engine.wake,
    async stop() {
      await Promise.all([...consumers, waitingEventsLoop, stoppingLoop].map((each) => each.stop()));
      await engine.stop();
    },
  };
}
