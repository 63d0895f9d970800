import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, readConfig } from '@svc/config';
import type { DataSourceSettings } from '@svc/database';
import { createTransitionTable, requireMove } from '@svc/kernel';
import { createLogger, toErrorText, type Logger } from '@svc/logging';
import { connectStream, prepareStream, type Stream } from '@svc/messaging';
import { stopTracing } from '@svc/tracing';
import type { ObjectSchema } from 'joi';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { awaitDatabase, awaitSchema, type DatabaseWait } from './await-database';
import { FatalError } from './fatal-error';
import { createHealth, createMetricsServer, type HealthCheck } from './health';
import { bind, closeAfterResponses, unbind, type ListenAddress } from './listener';
import { registerPoolMetrics, registerProcessMetrics } from './metrics';
import type { ProcessConfig } from './process-config';
import { requireZoneData } from './require-zone-data';

/**
 * The states of a process, which `/readyz` reports as its part `process`:
 *
 *   starting ── start() has resolved ──▶ ready
 *      │                                   │
 *      └──── SIGTERM, SIGINT, or the launcher has ended ────▶ stopping ── last request done ──▶ exit
 *
 * Only a ready process gets new requests. In every state the probes respond, and a stopping process
 * finishes the requests that it has.
 */
export type ProcessState = 'starting' | 'ready' | 'stopping';

const STATES = createTransitionTable<ProcessState>('The process', {
  starting: ['ready', 'stopping'],
  ready: ['stopping'],
  stopping: [],
});

export interface ProcessSettings<Config extends ProcessConfig> {
  readonly name: string;
  readonly config: ObjectSchema<Config>;
  dataSource(settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>): DataSource;
  start(running: ProcessContext<Config>): Promise<void>;
}

export interface ProcessContext<Config> {
  readonly config: Readonly<Config>;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly db: DataSource;
  readonly stream: Stream;
  /** Returns the port; by default listens on HOST and PORT. */
  listen(server: Server, at?: ListenAddress): Promise<number>;
  degradedUnless(part: string, check: HealthCheck): void;
  /** Called when no more requests are accepted, to end streaming responses. */
  onClosing(end: () => void): void;
  /** Called last, without requests in progress; in reverse order. */
  onStop(stop: () => unknown): void;
}

const STOP_WITHIN_MS = 30_000;

/**
 * Runs a process from its environment to its end.
 *
 * The arguments `migrate`, `await-schema` and `prepare-stream` each do one job and exit. An error at the
 * start exits with code 1 and one line on standard error.
 */
export function runProcess<Config extends ProcessConfig>(settings: ProcessSettings<Config>): void {
  run(settings).catch((error: unknown) => {
    const isOurs = error instanceof FatalError || error instanceof ConfigError;
    const reason = isOurs ? error.message : toErrorText(error);
    process.stderr.write(`${settings.name}: ${reason.replaceAll(/\s+/g, ' ')}\n`);
    process.exit(1);
  });
}

async function run<Config extends ProcessConfig>(settings: ProcessSettings<Config>): Promise<void> {
  const { name } = settings;
  requireZoneData();
  const config = readConfig(settings.config, process.env);
  const log = createLogger({ name, level: config.LOG_LEVEL });
  endOnUnexpectedErrors(log);
  let state: ProcessState = 'starting';
  const enter = (next: ProcessState): void => {
    requireMove(STATES, state, next);
    state = next;
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const db = settings.dataSource({ url: config.DATABASE_URL, name, log });

  const servers: Server[] = [];
  const closings: (() => void)[] = [];
  const stops: (() => unknown)[] = [
    stopTracing,
    () => (db.isInitialized ? db.destroy() : undefined),
  ];
  stopOn(config, (drainMs) => {
    if (state === 'stopping') return;
    enter('stopping');
    stopping.abort();
    void endGently({ servers, closings, stops, log, drainMs });
  });

  let database = 'not connected yet';
  const waiting: DatabaseWait = {
    log,
    directUrl: config.DIRECT_DATABASE_URL,
    waiting: (reason) => (database = `waiting: ${reason}`),
    pause: (ms) => delay(ms, undefined, { signal }).catch(() => {}),
    isStopping: () => state === 'stopping',
  };
  if (process.argv[2] === 'migrate' || process.argv[2] === 'await-schema') {
    await (process.argv[2] === 'migrate' ? awaitDatabase : awaitSchema)(db, waiting);
    await db.destroy();
    process.exit(0);
  }
  if (process.argv[2] === 'prepare-stream') {
    await prepareStream({ servers: config.NATS_URL, replicas: config.NATS_REPLICAS });
    process.exit(0);
  }

  const metrics = new Registry();
  registerProcessMetrics(metrics, config.FSM_REVISION);
  registerPoolMetrics(metrics, db);
  const stream = connectStream({
    servers: config.NATS_URL,
    name,
    replicas: config.NATS_REPLICAS,
    log,
  });
  stops.push(stream.close);

  const { readyWhen, degradedUnless, report } = createHealth();
  const must = (holds: boolean, problem: string): void => {
    if (!holds) throw new Error(problem);
  };
  readyWhen('database', async () => {
    must(db.isInitialized, database);
    await db.query('select 1');
  });
  readyWhen('migrations', () => must(db.isInitialized, 'not applied yet'));
  // Without NATS, requests still work: events wait in the outbox and the stream.
  degradedUnless('nats', () => {
    const trouble = stream.problem();
    must(trouble === undefined, String(trouble));
  });
  readyWhen('process', () => must(state === 'ready', state));

  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = config;
  const probes = createMetricsServer(report, metrics);
  await bind(probes, { host: METRICS_HOST, port: METRICS_PORT, variable: 'METRICS_PORT' });
  await awaitDatabase(db, waiting);
  if (signal.aborted) return;

  await settings.start({
    config,
    log,
    metrics,
    db,
    stream,
    degradedUnless,
    onClosing: (end) => void closings.push(end),
    onStop: (stop) => void stops.push(stop),
    async listen(server, at = { host: HOST, port: PORT, variable: 'PORT' }) {
      const bound = await bind(server, at);
      servers.push(server);
      log.info({ host: at.host, port: bound }, 'listening');
      return bound;
    },
  });
  if (signal.aborted) return;
  enter('ready');
  log.info('started');
}

interface Ending {
  readonly servers: readonly Server[];
  readonly closings: readonly (() => void)[];
  readonly stops: readonly (() => unknown)[];
  readonly log: Logger;
  readonly drainMs: number;
}

/** The metrics listener stays open, so that probes see the process stopping. */
async function endGently({ servers, closings, stops, log, drainMs }: Ending): Promise<never> {
  log.info('stopping');
  servers.forEach(closeAfterResponses);
  await delay(drainMs);
  setTimeout(() => {
    log.error({ duration_ms: STOP_WITHIN_MS }, 'not stopped in time, exiting now');
    process.exit(1);
  }, STOP_WITHIN_MS).unref();
  const unbound = servers.map(unbind);
  for (const end of closings) end();
  await Promise.all(unbound);
  for (const stop of stops.toReversed()) {
    try {
      await stop();
    } catch (error) {
      log.warn({ err: error }, 'stopping a part failed, continuing');
    }
  }
  log.info('stopped');
  // A line still being written at exit would be lost or out of order.
  await new Promise<void>((written) => log.flush(written));
  return process.exit(0);
}

/** After SIGTERM clients keep sending for a while; SIGINT or a launcher's end stops everything. */
function stopOn(
  { DRAIN_SECONDS, FSM_PARENT_PIPE }: ProcessConfig,
  stop: (drainMs: number) => void,
): void {
  process.on('SIGTERM', () => stop(DRAIN_SECONDS * 1_000));
  const stopNow = (): void => stop(0);
  process.on('SIGINT', stopNow);
  if (!FSM_PARENT_PIPE) return;
  // A killed launcher sends no signal, but its pipe ends.
  process.stdin.on('end', stopNow).on('error', stopNow).resume();
}

/** The state is unknown after an uncaught error. */
function endOnUnexpectedErrors(log: Logger): void {
  const end = (error: unknown): void => {
    log.fatal({ err: error }, 'unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
