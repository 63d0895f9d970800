import { getPool } from '@svc/database';
import type { Middleware } from 'koa';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
// oxlint-disable-next-line @nx/enforce-module-boundaries -- the only version there is, of no project
import { version } from '../../../package.json';

/** prom-client names these gauges like counters; other metrics have the values. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** The default of 10 ms took half of an idle process's time. */
const LAG_SAMPLE_MS = 100;

export function registerProcessMetrics(registry: Registry, revision: string): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const build = new Gauge({
    name: 'fsm_build_info',
    help: 'Always 1; the labels identify the build.',
    labelNames: ['version', 'revision', 'node'],
    registers: [registry],
  });
  build.set({ version, revision, node: process.versions.node }, 1);
}

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type ObserveRequest = (
  labels: { readonly method: string; readonly route: string; readonly status: number },
  startedAt: bigint,
) => void;

export function registerRequestMetrics(registry: Registry): ObserveRequest {
  const durations = new Histogram({
    name: 'fsm_http_request_duration_seconds',
    help: 'Duration of requests by operation or route.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return (labels, startedAt) =>
    durations.observe(labels, Number(process.hrtime.bigint() - startedAt) / 1e9);
}

/** Labels requests by operation, else by route pattern. */
export function measureRequests(registry: Registry): Middleware {
  const observe = registerRequestMetrics(registry);
  return async (ctx, next) => {
    const startedAt = process.hrtime.bigint();
    try {
      await next();
    } finally {
      const route: unknown = ctx.state['operation'] ?? Reflect.get(ctx, '_matchedRoute');
      const name = typeof route === 'string' ? route : 'none';
      observe({ method: ctx.method, route: name, status: ctx.status }, startedAt);
    }
  };
}

export function registerPoolMetrics(registry: Registry, db: DataSource): void {
  const connections = new Gauge({
    name: 'fsm_database_connections',
    help: 'Pool connections by state; waiting counts callers without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      if (!db.isInitialized) return;
      const { totalCount, idleCount, waitingCount } = getPool(db);
      connections.set({ state: 'busy' }, totalCount - idleCount);
      connections.set({ state: 'idle' }, idleCount);
      connections.set({ state: 'waiting' }, waitingCount);
    },
  });
}

export interface WatchedBreaker {
  readonly name: string;
  readonly opened: boolean;
}

export function registerBreakerMetrics(
  registry: Registry,
  breakers: readonly WatchedBreaker[],
): void {
  const open = new Gauge({
    name: 'fsm_circuit_breaker_open',
    help: '1 while calls to the service are rejected immediately.',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const { name, opened } of breakers) open.set({ service: name }, opened ? 1 : 0);
    },
  });
}
