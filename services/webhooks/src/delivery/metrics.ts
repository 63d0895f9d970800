import { readOrNaN } from '@svc/outbox';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface SendingState {
  readonly inFlight: () => number;
  readonly endpointsBackingOff: () => number;
  readonly oldestAge: () => Promise<number>;
}

export interface DeliveryMetrics {
  readonly attempts: Counter<'outcome'>;
  readonly deliveries: Counter<'status'>;
  readonly lag: Histogram;
  watch(state: SendingState): void;
}

const LAG_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

export function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  return {
    attempts: new Counter({
      name: 'fsm_webhook_attempts_total',
      help: 'Attempts by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    deliveries: new Counter({
      name: 'fsm_webhook_deliveries_total',
      help: 'Deliveries by final status.',
      labelNames: ['status'],
      registers,
    }),
    lag: new Histogram({
      name: 'fsm_webhook_lag_seconds',
      help: 'Seconds from a change to its first attempt.',
      buckets: LAG_BUCKETS,
      registers,
    }),
    watch({ inFlight, endpointsBackingOff, oldestAge }) {
      const gauge = (name: string, help: string, read: () => number | Promise<number>): Gauge => {
        const created: Gauge = new Gauge({
          name,
          help,
          registers,
          async collect() {
            created.set(await readOrNaN(read));
          },
        });
        return created;
      };
      gauge('fsm_webhook_requests_in_flight', 'Claimed deliveries not recorded yet.', inFlight);
      gauge(
        'fsm_webhook_paused_endpoints',
        'Endpoints that get no requests for some seconds, after failures in a row.',
        endpointsBackingOff,
      );
      gauge('fsm_webhook_queue_age_seconds', 'Age of the oldest first attempt.', oldestAge);
    },
  };
}
