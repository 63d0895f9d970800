import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVICES, type Context, type ProcessName } from '@svc/contracts';
import {
  createNodeFlags,
  fetchReadiness,
  findFreePorts,
  findNatsServer,
  findStoreServer,
  NATS_USERS,
  NODE_ENVIRONMENT,
  provision,
  SCHEMAS,
  startNats,
  startStore,
  userUrl,
  waitUntil,
  type DatabaseSchema,
  type NatsPasswords,
} from '@svc/local-servers';
import { prepareStream } from '@svc/messaging';
import { createSecretVariables } from '@svc/trust';

export interface ServiceProcess {
  readonly name: ProcessName;
  readonly port: number;
  readonly metricsUrl: string;
  readonly pid: number;
}

/** The system under test: the built processes and servers that force data to disk. */
export interface BenchPlatform {
  readonly gatewayPort: number;
  readonly databaseUrl: string;
  readonly postgresPid: number;
  readonly natsPid: number;
  readonly admin: Admin;
  readonly services: readonly ServiceProcess[];
  /** Starts a gateway with its own database and events before the constant upstream. */
  startGateway(settings: { readonly name: string; readonly hasStore: boolean }): Promise<Gateway>;
  stop(): Promise<void>;
}

export interface Gateway {
  readonly port: number;
  readonly pid: number;
  /** NaN if the gateway counts in its own memory. */
  readonly storePid: number;
  readonly admin: Admin;
  stop(): Promise<void>;
}

export type Admin = <Data>(method: string, path: string, body?: unknown) => Promise<Data>;

/** At a separate gateway, the constant upstream replaces this context. */
const CONSTANT_CONTEXT: Context = 'webhooks';
export const CONSTANT_PATH = '/api/v1/hooks.php';

export interface PlatformSettings {
  readonly dir: string;
  readonly constantUpstreamPort: number;
  /** PEM of the authority that signed the webhook receivers' certificates. */
  readonly receiversCa: string;
}

const START_MS = 120_000;
const STOP_MS = 15_000;
const ADMIN_TOKEN = 'token-of-the-benchmark';
export const INTERNAL_SECRET = 'secret-of-all-processes-of-the-benchmark';
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

interface RunFile {
  readonly gateway: string;
  readonly admin: string;
  readonly services: Readonly<
    Record<DatabaseSchema, { url: string; metrics: string; pid: number; database_url: string }>
  >;
  readonly postgres: { readonly url: string; readonly pid: number };
  readonly nats: { readonly pid: number };
}

export async function startBenchPlatform(settings: PlatformSettings): Promise<BenchPlatform> {
  const { dir, receiversCa } = settings;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const caFile = resolve(dir, 'receivers-ca.pem');
  writeFileSync(caFile, receiversCa);
  const data = join(dir, 'platform');
  const runFile = join(data, 'run.json');
  const launcher = await startProcess(
    ['dist/launcher/main.js', '--no-demo', '--port', '0', '--data', data],
    {
      ADMIN_TOKEN,
      INTERNAL_SECRET,
      ENCRYPTION_KEY,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      // One session asks faster than a person.
      DASHBOARD_REQUESTS_PER_SESSION: '100000',
      DASHBOARD_REQUESTS_PER_ADDRESS: '100000',
      NODE_EXTRA_CA_CERTS: caFile,
    },
    { log: join(dir, 'launcher.log'), isReady: async () => existsSync(runFile) },
  );
  const run = JSON.parse(readFileSync(runFile, 'utf8')) as RunFile;
  return {
    gatewayPort: portOf(run.gateway),
    databaseUrl: run.postgres.url,
    postgresPid: run.postgres.pid,
    natsPid: run.nats.pid,
    admin: createAdmin(run.admin),
    services: SCHEMAS.map((name) => {
      const { url, metrics, pid } = run.services[name];
      return { name, port: portOf(url), metricsUrl: metrics, pid };
    }),
    startGateway: (gateway) => startGateway(settings, run, gateway),
    async stop() {
      await launcher.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const portOf = (url: string): number => Number(new URL(url).port);

async function startGateway(
  { dir, constantUpstreamPort }: PlatformSettings,
  run: RunFile,
  { name, hasStore }: { readonly name: string; readonly hasStore: boolean },
): Promise<Gateway> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  const search = { cache: '.data/bin', env: process.env, report: console.error };
  const passwords = Object.fromEntries(
    SCHEMAS.map((schema) => [schema, new URL(run.services[schema].database_url).password]),
  ) as Record<DatabaseSchema, string>;
  const natsPasswords = Object.fromEntries(
    NATS_USERS.map((user) => [user, ADMIN_TOKEN]),
  ) as NatsPasswords;
  try {
    const store = hasStore
      ? await startStore({
          bin: await findStoreServer(search),
          dir: join(dir, `${name}-store`),
          password: ADMIN_TOKEN,
        })
      : undefined;
    if (store) stops.push(store.stop);
    const nats = await startNats({
      bin: await findNatsServer(search),
      dir: join(dir, `${name}-nats`),
      users: natsPasswords,
    });
    stops.push(nats.stop);
    const servers = [userUrl(nats.url, 'administrator', ADMIN_TOKEN)];
    await prepareStream({ servers, replicas: 1 });
    const database = `fsm_${name}`;
    await provision({ adminUrl: run.postgres.url, database, passwords });
    const ownDatabase = new URL(run.services.gateway.database_url);
    ownDatabase.pathname = `/${database}`;
    const [port, adminPort, metricsPort] = await findFreePorts(3);
    const gateway = await startProcess(
      [...createNodeFlags('gateway'), 'dist/gateway/main.js'],
      {
        ...NODE_ENVIRONMENT,
        ...createSecretVariables('gateway', {
          internalSecret: INTERNAL_SECRET,
          encryptionKey: ENCRYPTION_KEY,
        }),
        ADMIN_TOKEN,
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        METRICS_PORT: String(metricsPort),
        DATABASE_URL: ownDatabase.href,
        NATS_URL: userUrl(nats.url, 'gateway', ADMIN_TOKEN),
        REDIS_URL: store?.url,
        ...Object.fromEntries(SERVICES.map((each) => [urlVariable(each), run.services[each].url])),
        [urlVariable(CONSTANT_CONTEXT)]: `http://127.0.0.1:${constantUpstreamPort}`,
      },
      {
        log: join(dir, `${name}.log`),
        isReady: async () =>
          (await fetchReadiness(`http://127.0.0.1:${metricsPort}`))?.isComplete === true,
      },
    );
    stops.push(gateway.stop);
    return {
      port: port ?? NaN,
      pid: gateway.pid,
      storePid: store?.pid ?? NaN,
      admin: createAdmin(`http://127.0.0.1:${adminPort}`),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const urlVariable = (name: ProcessName): string => `${name.toUpperCase()}_URL`;

interface Started {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Resolves when the program is ready. It ends with this process, which holds its standard input. */
async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { log, isReady }: { readonly log: string; readonly isReady: () => Promise<boolean> },
): Promise<Started> {
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, args, {
    env: { ...process.env, npm_lifecycle_event: '', ...env, FSM_PARENT_PIPE: '1' },
    stdio: ['pipe', output, output],
  });
  const { pid } = child;
  await waitUntil(async () => hasEnded(child) || (await isReady()), START_MS);
  if (pid === undefined || hasEnded(child) || !(await isReady())) {
    child.kill('SIGKILL');
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    throw new Error(`${args.at(-1)} did not become ready: ${lines.at(-1)}`);
  }
  return { pid, stop: () => endChild(child) };
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

async function endChild(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (!(await waitUntil(() => hasEnded(child), STOP_MS))) child.kill('SIGKILL');
}

const createAdmin =
  (url: string): Admin =>
  async <Data>(method: string, path: string, body: unknown): Promise<Data> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'authorization': `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, message } = (await response.json()) as { data: Data; message?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${message}`);
    return data;
  };
