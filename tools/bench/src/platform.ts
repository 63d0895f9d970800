import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVICES, type Context, type ProcessName, type Reach } from '@svc/contracts';
import {
  contextUrl,
  findNatsServer,
  findStoreServer,
  freePort,
  NATS_USERS,
  NODE_ENVIRONMENT,
  nodeFlags,
  provision,
  readinessOf,
  SCHEMAS,
  startNats,
  startPostgres,
  startStore,
  until,
  userUrl,
  type NatsPasswords,
  type Schema,
} from '@svc/local-servers';
import { prepareStream } from '@svc/messaging';
import { headerSigner, type Asked } from '@svc/testing';
import { secretVariablesOf } from '@svc/trust';
import { callerOf } from './caller-of';

export interface ServiceProcess {
  readonly name: ProcessName;
  readonly port: number;
  readonly metricsPort: number;
  readonly pid: number;
}

/** The system under test: its own servers, with data forced to disk, and the built processes. */
export interface Platform {
  readonly gatewayPort: number;
  /** A superuser's connection to the database of all contexts. */
  readonly databaseUrl: string;
  readonly postgresPid: number;
  readonly natsPid: number;
  /** The administrator's. */
  readonly natsUrl: string;
  readonly admin: Admin;
  /** Where that is, for a process of its own. */
  readonly adminListener: { readonly url: string; readonly token: string };
  readonly services: readonly ServiceProcess[];
  /**
   * Starts a gateway that counts in a shared store, before the same services. Its database and its
   * events are its own: no gateway without a store may run beside it.
   */
  startGatewayWithStore(): Promise<GatewayWithStore>;
  /** INTERNAL_SECRET of all processes together. */
  readonly internalSecret: string;
  /** What a request to a service itself carries in place of a key; it is believed for half a minute. */
  headersFor(
    companyId: number,
    reach: Reach,
    asked: Omit<Asked, 'now'>,
  ): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface GatewayWithStore {
  readonly port: number;
  readonly pid: number;
  readonly storePid: number;
  readonly admin: Admin;
  /** Starts one more that shares its database and its store. */
  startAnother(): Promise<Pick<GatewayWithStore, 'port' | 'pid'>>;
}

/** The gateway's admin listener. */
export type Admin = <Answer>(method: string, path: string, body: unknown) => Promise<Answer>;

export interface PlatformSettings {
  readonly dir: string;
  /** Where the gateway forwards the context that stands for a constant upstream. */
  readonly constantUpstream: { readonly context: Context; readonly port: number };
  /** The authority, in PEM, whose certificates the receivers of webhooks have. */
  readonly receiversCa: string;
}

const DATABASE = 'fsm';
const START_MS = 60_000;
const STOP_MS = 12_000;
const ADMIN_TOKEN = 'token-of-the-benchmark';

export async function startPlatform({
  dir,
  constantUpstream,
  receiversCa,
}: PlatformSettings): Promise<Platform> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const password = randomBytes(12).toString('hex');
    const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: true, password });
    stops.push(postgres.stop);
    const natsPasswords = Object.fromEntries(
      NATS_USERS.map((user) => [user, password]),
    ) as NatsPasswords;
    const natsBin = await findNatsServer({
      cache: '.data/bin',
      env: process.env,
      report: console.error,
    });
    const nats = await startNats({
      bin: natsBin,
      dir: join(dir, 'nats'),
      users: natsPasswords,
    });
    stops.push(nats.stop);
    const natsAdministrator = userUrl(nats.url, 'administrator', password);
    await prepareStream({ servers: [natsAdministrator], replicas: 1 });
    const passwords = Object.fromEntries(SCHEMAS.map((schema) => [schema, password])) as Record<
      Schema,
      string
    >;
    await provision({ adminUrl: postgres.url, database: DATABASE, passwords });

    const built = SERVICES.filter((name) => existsSync(`dist/${name}/main.js`));
    const caFile = resolve(dir, 'receivers-ca.pem');
    writeFileSync(caFile, receiversCa);

    const ports = new Map<ProcessName, number>();
    for (const name of ['gateway', ...built] as const) ports.set(name, await freePort());
    const adminPort = await freePort();
    const internalSecret = randomBytes(24).toString('hex');
    const encryptionKey = randomBytes(32).toString('base64');
    const signHeaders = headerSigner(internalSecret);
    const environment = {
      ...NODE_ENVIRONMENT,
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      ADMIN_TOKEN,
      ADMIN_PORT: String(adminPort),
      GATEWAY_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
      FSM_PARENT_PIPE: '1',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: caFile,
      ...Object.fromEntries(
        [...ports].map(([name, port]) => [urlVariable(name), `http://127.0.0.1:${port}`]),
      ),
    };
    const services: ServiceProcess[] = [];
    for (const [name, port] of ports) {
      const own = contextUrl(postgres.url, DATABASE, { context: name, password });
      const metricsPort = await freePort();
      const started = await startProcess(
        name,
        {
          ...environment,
          ...secretVariablesOf(name, { internalSecret, encryptionKey }),
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          [`${name.toUpperCase()}_DATABASE_URL`]: own,
          NATS_URL: userUrl(nats.url, name, password),
          ...(name === 'gateway' && {
            [urlVariable(constantUpstream.context)]: `http://127.0.0.1:${constantUpstream.port}`,
          }),
        },
        join(dir, `${name}.log`),
      );
      stops.push(started.stop);
      services.push({ name, port, metricsPort, pid: started.pid });
    }
    async function startGatewayWithStore(): Promise<GatewayWithStore> {
      const storeBin = await findStoreServer({ cache: '.data/bin', env: process.env });
      const store = await startStore({ bin: storeBin, dir: join(dir, 'store'), password });
      stops.push(store.stop);
      const ownNats = await startNats({
        bin: natsBin,
        dir: join(dir, 'nats-with-store'),
        users: natsPasswords,
      });
      stops.push(ownNats.stop);
      await prepareStream({
        servers: [userUrl(ownNats.url, 'administrator', password)],
        replicas: 1,
      });
      const database = `${DATABASE}_with_store`;
      await provision({ adminUrl: postgres.url, database, passwords });
      const start = async () => {
        const [port, ownAdminPort, metricsPort] = [
          await freePort(),
          await freePort(),
          await freePort(),
        ];
        const started = await startProcess(
          'gateway',
          {
            ...environment,
            ...secretVariablesOf('gateway', { internalSecret, encryptionKey }),
            PORT: String(port),
            ADMIN_PORT: String(ownAdminPort),
            METRICS_PORT: String(metricsPort),
            DATABASE_URL: contextUrl(postgres.url, database, { context: 'gateway', password }),
            NATS_URL: userUrl(ownNats.url, 'gateway', password),
            REDIS_URL: store.url,
            [urlVariable(constantUpstream.context)]: `http://127.0.0.1:${constantUpstream.port}`,
          },
          join(dir, 'gateways-with-store.log'),
        );
        stops.push(started.stop);
        return { port, pid: started.pid, adminPort: ownAdminPort };
      };
      const { adminPort: firstAdminPort, ...first } = await start();
      return {
        ...first,
        storePid: store.pid,
        admin: (method, path, body) => ask(firstAdminPort, method, path, body),
        async startAnother() {
          const { port, pid } = await start();
          return { port, pid };
        },
      };
    }
    const database = new URL(postgres.url);
    database.pathname = `/${DATABASE}`;
    return {
      gatewayPort: ports.get('gateway') ?? 0,
      databaseUrl: database.href,
      postgresPid: postgres.pid,
      natsPid: nats.pid,
      natsUrl: natsAdministrator,
      admin: (method, path, body) => ask(adminPort, method, path, body),
      adminListener: { url: `http://127.0.0.1:${adminPort}`, token: ADMIN_TOKEN },
      services,
      startGatewayWithStore,
      internalSecret,
      headersFor: (companyId, reach, asked) =>
        signHeaders(callerOf(companyId, reach), { ...asked, now: new Date() }),
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

/** Starts a built process and waits until it is ready. Its end of the pipe closes with this process. */
async function startProcess(
  name: ProcessName,
  env: Record<string, string | undefined>,
  log: string,
): Promise<Started> {
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [...nodeFlags(name), `dist/${name}/main.js`], {
    env,
    stdio: ['pipe', output, output],
  });
  const { pid } = child;
  const probes = `http://127.0.0.1:${env['METRICS_PORT']}`;
  const isReady = async (): Promise<boolean> => (await readinessOf(probes))?.isComplete === true;
  await until(async () => hasEnded(child) || (await isReady()), START_MS);
  if (pid === undefined || hasEnded(child) || !(await isReady())) {
    child.kill('SIGKILL');
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    throw new Error(`${name} did not become ready: ${lines.at(-1)}`);
  }
  return { pid, stop: () => endChild(child) };
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

async function endChild(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (!(await until(() => hasEnded(child), STOP_MS))) child.kill('SIGKILL');
}

async function ask<Answer>(
  port: number,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'authorization': `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: Answer; message?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer.data;
}
