import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  contextUrl,
  databaseUrl,
  endProcess,
  fetchReadiness,
  findFreePorts,
  findNatsServer,
  NATS_USERS,
  openLog,
  provision,
  SCHEMAS,
  startNats,
  startPostgres,
  userUrl,
  type DatabaseSchema,
  type LocalServer,
  type NatsPasswords,
} from '@svc/local-servers';
import { prepareStream } from '@svc/messaging';
import { eventually } from '@svc/testing';
import { createSecretVariables } from '@svc/trust';
import { ROOT } from './platform';

const HOST = '127.0.0.1';
const DATABASE = 'fsm';
const ADMIN_TOKEN = 'token-of-two-releases';
const READY_MS = 120_000;

const receiversOf = (dir: string) => ({
  NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem'),
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
});

/** The servers that processes of all releases share. */
export interface Servers {
  readonly dir: string;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly postgresDir: string;
  readonly postgres: Restartable;
  readonly nats: Restartable;
  databaseUrlOf(process: DatabaseSchema): string;
  environmentOf(process: DatabaseSchema): Record<string, string>;
  stop(): Promise<void>;
}

export interface Restartable {
  pid(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

function restartable(
  first: LocalServer,
  start: (port: number) => Promise<LocalServer>,
): Restartable {
  let running = first;
  return {
    pid: () => running.pid,
    async start() {
      running = await start(first.port);
    },
    stop: () => running.stop(),
  };
}

export async function startServers(dir: string): Promise<Servers> {
  const password = randomBytes(12).toString('hex');
  const of = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, password])) as Record<Name, string>;
  const postgresDir = join(dir, 'postgres');
  const runPostgres = (port?: number) =>
    startPostgres({ dir: postgresDir, port, durable: true, password });
  const postgres = await runPostgres();
  await provision({ adminUrl: postgres.url, database: DATABASE, passwords: of(SCHEMAS) });
  const bin = await findNatsServer({ cache: join(ROOT, '.data/bin'), env: process.env });
  const users: NatsPasswords = of(NATS_USERS);
  const runNats = (port?: number) => startNats({ bin, dir: join(dir, 'nats'), port, users });
  const nats = await runNats();
  const natsUrl = userUrl(nats.url, 'administrator', password);
  await prepareStream({ servers: [natsUrl], replicas: 1 });
  const servers = {
    postgres: restartable(postgres, runPostgres),
    nats: restartable(nats, runNats),
  };
  const databaseUrlOf = (context: DatabaseSchema): string =>
    contextUrl(postgres.url, DATABASE, { context, password });

  const secrets = {
    internalSecret: randomBytes(24).toString('hex'),
    encryptionKey: randomBytes(32).toString('base64'),
  };
  return {
    dir,
    postgresUrl: databaseUrl(postgres.url, DATABASE),
    natsUrl,
    postgresDir,
    ...servers,
    databaseUrlOf,
    environmentOf: (context) => ({
      [`${context.toUpperCase()}_DATABASE_URL`]: databaseUrlOf(context),
      NATS_URL: userUrl(nats.url, context, password),
      ...receiversOf(dir),
      ADMIN_TOKEN,
      ...createSecretVariables(context, secrets),
    }),
    async stop() {
      await servers.nats.stop();
      await servers.postgres.stop();
    },
  };
}

interface Place {
  readonly port: number;
  readonly metricsPort: number;
  readonly adminPort: number;
}

/** One release's processes; each starts and ends alone. */
export interface Release {
  start(...processes: readonly DatabaseSchema[]): Promise<void>;
  /** Ends processes as an orderly roll-out does. */
  stop(...processes: readonly DatabaseSchema[]): Promise<void>;
  crash(process: DatabaseSchema): Promise<void>;
  addressOf(process: DatabaseSchema): string;
  readonly admin: string;
  errors(): string[];
}

/** Writes the `run.json` of a release, so that tests and `fsm` call that one. */
export function publish(servers: Servers, asked: Release): void {
  const services = SCHEMAS.map((name) => [name, { database_url: servers.databaseUrlOf(name) }]);
  const run = {
    gateway: asked.addressOf('gateway'),
    admin: asked.admin,
    admin_token: ADMIN_TOKEN,
    services: Object.fromEntries(services),
    postgres: { url: servers.postgresUrl },
    nats: { url: servers.natsUrl },
  };
  writeFileSync(join(servers.dir, 'run.json'), JSON.stringify(run));
}

/**
 * Starts processes from a build folder. They call this release's services and those of `beside`; the
 * previous release knows only one address of each.
 */
export async function release(
  { dir, environmentOf }: Servers,
  root: string,
  name: string,
  beside?: Release,
): Promise<Release> {
  const places = new Map<DatabaseSchema, Place>();
  const pids = new Map<DatabaseSchema, number>();
  const ports = await findFreePorts(3 * SCHEMAS.length);
  for (const process of SCHEMAS) {
    const [port = 0, metricsPort = 0, adminPort = 0] = ports.splice(0, 3);
    places.set(process, { port, metricsPort, adminPort });
  }
  const logs = join(dir, 'logs', name);
  mkdirSync(logs, { recursive: true });
  const place = (process: DatabaseSchema): Place => places.get(process) as Place;
  const addressOf = (process: DatabaseSchema): string => `http://${HOST}:${place(process).port}`;
  const mainOf = (process: DatabaseSchema): string => join(root, 'dist', process, 'main.js');
  const admin = `http://${HOST}:${place('gateway').adminPort}`;
  const urls = Object.fromEntries(
    SCHEMAS.map((process) => [
      `${process.toUpperCase()}_URL`,
      [addressOf(process), ...(beside ? [beside.addressOf(process)] : [])].join(','),
    ]),
  );

  async function startOne(context: DatabaseSchema): Promise<void> {
    const { port, metricsPort, adminPort } = place(context);
    const output = openLog(join(logs, `${context}.log`));
    const child = spawn(process.execPath, [mainOf(context)], {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        ...environmentOf(context),
        ...urls,
        GATEWAY_ADMIN_URL: [admin, ...(beside ? [beside.admin] : [])].join(','),
        HOST,
        METRICS_HOST: HOST,
        ADMIN_HOST: HOST,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        ADMIN_PORT: String(adminPort),
        DRAIN_SECONDS: '5',
        FSM_PARENT_PIPE: '1',
      },
      stdio: ['pipe', output, output],
    });
    pids.set(context, Number(child.pid));
    await eventually(
      async () => {
        const readiness = await fetchReadiness(`http://${HOST}:${metricsPort}`);
        expect([name, context, readiness]).toMatchObject([name, context, { isComplete: true }]);
      },
      { within: READY_MS },
    );
  }

  const end = (context: DatabaseSchema, signal: 'SIGTERM' | 'SIGKILL') =>
    endProcess(Number(pids.get(context)), mainOf(context), [
      [signal, 35_000],
      ['SIGKILL', 1_000],
    ]);

  return {
    async start(...processes) {
      await Promise.all(processes.map(startOne));
    },
    async stop(...processes) {
      await Promise.all(processes.map((each) => end(each, 'SIGTERM')));
    },
    async crash(context) {
      await end(context, 'SIGKILL');
      await startOne(context);
    },
    addressOf,
    admin,
    errors: () => errorsIn(logs),
  };
}

export const errorsIn = (logs: string): string[] =>
  readdirSync(logs).flatMap((file) =>
    readFileSync(join(logs, file), 'utf8')
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"/.test(line))
      .map((line) => `${file}: ${line}`),
  );

export async function launch(root: string, dir: string): Promise<() => Promise<void>> {
  const output = openLog(join(dir, 'launcher.log'));
  const launcher = spawn(
    process.execPath,
    [join(root, 'dist/launcher/main.js'), '--data', dir, '--port', '0', '--no-demo'],
    {
      cwd: root,
      env: { ...process.env, ...receiversOf(dir) },
      stdio: ['ignore', output, output],
    },
  );
  const ended = once(launcher, 'exit');
  const isRunning = () => existsSync(join(dir, 'run.json'));
  await eventually(() => expect([isRunning(), launcher.exitCode]).toEqual([true, null]), {
    within: READY_MS,
  });
  return async () => {
    launcher.kill('SIGINT');
    await ended;
  };
}
