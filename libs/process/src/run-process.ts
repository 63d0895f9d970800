import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, readConfig } from '@svc/config';
import type { DataSourceSettings } from '@svc/database';
import { createLogger, reasonOf, type Logger } from '@svc/logging';
import { connectStream, prepareStream, type Stream } from '@svc/messaging';
import { stopTracing } from '@svc/tracing';
import type { ObjectSchema } from 'joi';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { awaitDatabase, awaitSchema, type Waiting } from './await-database';
import { FatalError } from './fatal-error';
import { health, metricsServer, type Check } from './health';
import { bind, closeAfterAnswers, unbind, type Address } from './listener';
import { poolMetrics, processMetrics } from './metrics';
import type { ProcessConfig } from './process-config';
import { requireZoneData } from './require-zone-data';

export interface ProcessSettings<Config extends ProcessConfig> {
  readonly name: string;
  readonly config: ObjectSchema<Config>;
  /** The process's own schema, not yet opened. */
  dataSource(settings: Pick<DataSourceSettings, 'url' | 'name' | 'log'>): DataSource;
  /** Wires the process; its database is migrated and open by then. */
  start(running: Running<Config>): Promise<void>;
}

export interface Running<Config> {
  readonly config: Readonly<Config>;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly db: DataSource;
  readonly stream: Stream;
  /** Listens for requests, on HOST and PORT unless others are given. Answers the port. */
  listen(server: Server, at?: Address): Promise<number>;
  /** Adds a part to /readyz. */
  readyWhen(part: string, check: Check): void;
  /** Adds a part to /readyz without which the process is degraded. */
  degradedUnless(part: string, check: Check): void;
  /** Adds what is called when no more requests are taken, to end the answers that would go on for ever. */
  onClosing(end: () => void): void;
  /** Adds what is called at the end, once no request is under way; the last added is called first. */
  onStop(stop: () => unknown): void;
}

/** How long requests and other work may go on when a process stops; the launcher ends it sooner. */
const STOP_WITHIN_MS = 30_000;

/**
 * Runs one process from its environment to its end.
 *
 * With the argument `migrate` it brings the schema up to date and ends; with `await-schema` it ends as
 * soon as another process has done that; with `prepare-stream`, and an administrator's NATS_URL, it
 * brings the stream and every process's consumers up to date. An error at the start ends it with one
 * line on standard error and exit code 1. On SIGTERM and SIGINT it finishes what is under way and ends.
 */
export function runProcess<Config extends ProcessConfig>(settings: ProcessSettings<Config>): void {
  run(settings).catch((error: unknown) => {
    const isOurs = error instanceof FatalError || error instanceof ConfigError;
    const reason = isOurs ? error.message : reasonOf(error);
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
    if (signal.aborted) return;
    stopping.abort();
    void endGently({ servers, closings, stops, log, drainMs });
  });

  let database = 'not connected yet';
  const waiting: Waiting = {
    log,
    directUrl: config.DIRECT_DATABASE_URL,
    waiting: (reason) => (database = `waiting: ${reason}`),
    // Ends early, without an error, when the process stops.
    pause: (ms) => delay(ms, undefined, { signal }).catch(() => {}),
    isStopping: () => signal.aborted,
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
  processMetrics(metrics, config.FSM_REVISION);
  poolMetrics(metrics, db);
  const stream = connectStream({
    servers: config.NATS_URL,
    name,
    replicas: config.NATS_REPLICAS,
    log,
  });
  stops.push(stream.close);

  let isStarted = false;
  const { readyWhen, degradedUnless, report } = health();
  const must = (holds: boolean, problem: string): void => {
    if (!holds) throw new Error(problem);
  };
  readyWhen('database', async () => {
    must(db.isInitialized, database);
    await db.query('select 1');
  });
  readyWhen('migrations', () => must(db.isInitialized, 'not applied yet'));
  // Without NATS requests are answered: events wait in the outbox and in the stream.
  degradedUnless('nats', () => {
    const trouble = stream.trouble();
    must(trouble === undefined, String(trouble));
  });
  readyWhen('process', () => {
    must(!signal.aborted, 'stopping');
    must(isStarted, 'starting');
  });

  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = config;
  const probes = metricsServer(report, metrics);
  await bind(probes, { host: METRICS_HOST, port: METRICS_PORT, variable: 'METRICS_PORT' });
  await awaitDatabase(db, waiting);
  if (signal.aborted) return;

  await settings.start({
    config,
    log,
    metrics,
    db,
    stream,
    readyWhen,
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
  isStarted = true;
  log.info('started');
}

interface Ending {
  readonly servers: readonly Server[];
  readonly closings: readonly (() => void)[];
  readonly stops: readonly (() => unknown)[];
  readonly log: Logger;
  /** How long requests are still answered, from clients that do not know yet that the process is stopping. */
  readonly drainMs: number;
}

/** The metrics listener stays until the end: a probe sees the process stopping. */
async function endGently({ servers, closings, stops, log, drainMs }: Ending): Promise<never> {
  log.info('stopping');
  servers.forEach(closeAfterAnswers);
  await delay(drainMs);
  setTimeout(() => {
    log.error({ duration_ms: STOP_WITHIN_MS }, 'not stopped in time, ending now');
    process.exit(1);
  }, STOP_WITHIN_MS).unref();
  const unbound = servers.map(unbind);
  for (const end of closings) end();
  await Promise.all(unbound);
  for (const stop of stops.toReversed()) {
    try {
      await stop();
    } catch (error) {
      log.warn({ err: error }, 'stopping failed, going on');
    }
  }
  log.info('stopped');
  // A line that is being written when the process exits comes behind those that follow it, or never.
  await new Promise<void>((written) => log.flush(written));
  return process.exit(0);
}

/** Others go on sending requests to a process that gets SIGTERM; SIGINT, or a launcher's end, ends them all. */
function stopOn(
  { DRAIN_SECONDS, FSM_PARENT_PIPE }: ProcessConfig,
  stop: (drainMs: number) => void,
): void {
  process.on('SIGTERM', () => stop(DRAIN_SECONDS * 1_000));
  const stopNow = (): void => stop(0);
  process.on('SIGINT', stopNow);
  if (!FSM_PARENT_PIPE) return;
  // A launcher that was killed sends no signal, but the pipe that it kept open ends.
  process.stdin.on('end', stopNow).on('error', stopNow).resume();
}

/** After an uncaught error the state is unknown: end, and let the launcher start the process again. */
function endOnUnexpectedErrors(log: Logger): void {
  const end = (error: unknown): void => {
    log.fatal({ err: error }, 'unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
