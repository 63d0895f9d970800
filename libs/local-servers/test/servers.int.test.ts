import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { connect } from 'nats';
import {
  LocalServerError,
  NATS_USERS,
  SCHEMAS,
  readCommandLine,
  contextUrl,
  findNatsServer,
  findStoreServer,
  findFreePort,
  provision,
  startNats,
  startNatsCluster,
  startPostgres,
  startStore,
  waitUntil,
  withClient,
  type RestartableServer,
  type LocalServer,
  type NatsPasswords,
  type DatabaseSchema,
} from '../src';

const password = 'p@ss/word';
const passwords = Object.fromEntries(SCHEMAS.map((name) => [name, `of ${name}`])) as Record<
  DatabaseSchema,
  string
>;
const users = Object.fromEntries(NATS_USERS.map((user) => [user, `of ${user}`])) as NatsPasswords;
const natsBin = () =>
  findNatsServer({ cache: join(__dirname, '../../../.data/bin'), env: process.env });

const storeBin = () =>
  findStoreServer({ cache: join(__dirname, '../../../.data/bin'), env: process.env });

let dir: string;
let servers: LocalServer[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'local-servers-'));
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(dir, { recursive: true, force: true });
});

async function started(server: Promise<LocalServer>): Promise<LocalServer> {
  const running = await server;
  servers.push(running);
  return running;
}

const rowsOf = (url: string, sql: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

const holding = <Result>(
  url: string,
  connections: number,
  work: () => Promise<Result>,
): Promise<Result> =>
  connections === 0 ? work() : withClient(url, () => holding(url, connections - 1, work));

function logOf(): string {
  const log = join(dir, 'log');
  expect(statSync(log).mode & 0o777).toBe(0o600);
  return readFileSync(log, 'utf8');
}

const givenLog = (): void =>
  writeFileSync(join(dir, 'log'), 'of an earlier start\n', { mode: 0o600 });

async function takenPort(): Promise<{ port: number; free: () => void }> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  return { port: (other.address() as AddressInfo).port, free: () => other.close() };
}

(process.platform === 'linux' ? describe : describe.skip)('an embedded server', () => {
  const SECRET = 'of a process that signs or encrypts';
  beforeEach(() => void (process.env['ENCRYPTION_KEY'] = SECRET));
  afterEach(() => void delete process.env['ENCRYPTION_KEY']);

  it.each([
    ['PostgreSQL', () => startPostgres({ dir, durable: false, password })],
    ['NATS', async () => startNats({ bin: await natsBin(), dir, users })],
    ['store', async () => startStore({ bin: await storeBin(), dir, password })],
  ])('%s learns no secret that the environment holds', async (_, start) => {
    const { pid } = await started(start());

    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain(SECRET);
  });

  it('learns it by no program that is run on the way', async () => {
    const { PATH = '' } = process.env;
    const seen = join(dir, 'seen');
    for (const name of ['cp', 'id']) {
      const script = `#!/bin/sh\nenv >>${seen}\nPATH=${PATH} exec ${name} "$@"\n`;
      writeFileSync(join(dir, name), script, { mode: 0o755 });
    }
    process.env['PATH'] = `${dir}:${PATH}`;
    try {
      await started(startPostgres({ dir: join(dir, 'postgres'), durable: false, password }));
    } finally {
      process.env['PATH'] = PATH;
    }

    const environments = readFileSync(seen, 'utf8');
    expect(environments).toContain('PATH=');
    expect(environments).not.toContain(SECRET);
  });
});

describe('the embedded PostgreSQL, provisioned twice', () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-servers-'));
  let server: LocalServer;
  let url: string;

  beforeAll(async () => {
    server = await startPostgres({ dir: folder, durable: false, password });
    ({ url } = server);
    await provision({ adminUrl: url, database: 'fsm', passwords });
    await provision({ adminUrl: url, database: 'fsm', passwords });
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('gives each context a schema of its own that no other context can reach', async () => {
    const as = (context: DatabaseSchema) =>
      contextUrl(url, 'fsm', { context, password: passwords[context] });

    for (const schema of SCHEMAS) {
      await rowsOf(as(schema), 'create table secrets (name text)');
    }

    for (const schema of SCHEMAS) {
      for (const other of SCHEMAS.filter((name) => name !== schema)) {
        await expect(rowsOf(as(schema), `select * from ${other}.secrets`)).rejects.toThrow(
          `permission denied for schema ${other}`,
        );
      }
      await expect(rowsOf(as(schema), 'select * from secrets')).resolves.toEqual([]);
      await expect(rowsOf(as(schema), 'create table public.mine ()')).rejects.toThrow(
        'permission denied for schema public',
      );
      await expect(rowsOf(as(schema), 'create schema mine')).rejects.toThrow('permission denied');
      await expect(rowsOf(as(schema), `select 'filter' % 'filters' as alike`)).resolves.toEqual([
        { alike: true },
      ]);
    }
  });

  it.each([
    'select pg_advisory_lock(1)',
    'select pg_try_advisory_xact_lock_shared(1, 2)',
    'select lo_create(0)',
    'select lo_creat(-1)',
    `select lo_from_bytea(0, '')`,
  ])('lets a context fill nothing that is everybody’s, as by %s', async (sql) => {
    const jobs = contextUrl(url, 'fsm', { context: 'jobs', password: passwords.jobs });

    await expect(rowsOf(jobs, sql)).rejects.toThrow('permission denied for function');
  });

  it('gives a context its password back that a process which was taken over has changed', async () => {
    const jobs = contextUrl(url, 'fsm', { context: 'jobs', password: passwords.jobs });
    await rowsOf(jobs, `alter role current_user password 'another'`);
    await expect(rowsOf(jobs, 'select')).rejects.toThrow('password authentication failed');

    await provision({ adminUrl: url, database: 'fsm', passwords });

    await expect(rowsOf(jobs, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  it('lets a context into no other database of the server, of old data folders neither', async () => {
    await rowsOf(url, 'grant connect on database postgres, template1 to public');

    const { openDatabases } = await provision({ adminUrl: url, database: 'fsm', passwords });

    expect(openDatabases).toEqual([]);
    for (const context of SCHEMAS) {
      for (const database of ['postgres', 'template1']) {
        const elsewhere = contextUrl(url, database, { context, password: passwords[context] });
        await expect(rowsOf(elsewhere, 'select 1')).rejects.toThrow(
          `permission denied for database "${database}"`,
        );
      }
    }
  });

  it('leaves each context connections, whatever the others open; in old data folders, too', async () => {
    await provision({ adminUrl: url, database: 'fsm', passwords, connectionsOfARole: -1 });
    await provision({ adminUrl: url, database: 'fsm', passwords });
    const as = (context: DatabaseSchema) =>
      contextUrl(url, 'fsm', { context, password: passwords[context] });

    await holding(as('jobs'), 44, async () => {
      await expect(rowsOf(as('jobs'), 'select 1')).rejects.toThrow(
        'too many connections for role "svc_jobs"',
      );
      for (const schema of SCHEMAS.filter((name) => name !== 'jobs')) {
        await expect(rowsOf(as(schema), 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
      }
    });
  });
});

describe('the embedded PostgreSQL', () => {
  it('is provisioned by several at once', async () => {
    const { url } = await started(startPostgres({ dir, durable: false, password }));

    const several = Array.from({ length: 4 }, () =>
      provision({ adminUrl: url, database: 'fsm', passwords }),
    );

    expect(await Promise.all(several)).toHaveLength(4);
    const jobs = contextUrl(url, 'fsm', { context: 'jobs', password: passwords.jobs });
    await expect(rowsOf(jobs, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  it('is provisioned by an administrator who is no superuser, too, who is told what stays open', async () => {
    const { url } = await started(startPostgres({ dir, durable: false, password }));
    await rowsOf(url, `create role operator login createrole password 'of operator'`);
    await rowsOf(url, 'create database managed owner operator');
    const adminUrl = new URL(url);
    adminUrl.username = 'operator';
    adminUrl.password = 'of operator';
    adminUrl.pathname = '/managed';

    await rowsOf(url, 'create database somebody_elses');

    const { openDatabases } = await provision({
      adminUrl: adminUrl.href,
      database: 'managed',
      passwords,
    });

    expect(openDatabases).toEqual(['postgres', 'somebody_elses', 'template1']);
    const jobs = contextUrl(url, 'managed', { context: 'jobs', password: passwords.jobs });
    await expect(rowsOf(jobs, 'select current_schema() as schema')).resolves.toEqual([
      { schema: 'jobs' },
    ]);
  });

  it('resumes with its data after it was killed', async () => {
    const first = await started(startPostgres({ dir, durable: true, password }));
    await rowsOf(first.url, 'create table kept as select 7 as n');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;

    const { url } = await started(
      startPostgres({ dir, durable: true, password, port: first.port }),
    );

    expect(url).toBe(first.url);
    await expect(rowsOf(url, 'select n from kept')).resolves.toEqual([{ n: 7 }]);
  });

  it('replaces the server that a killed parent left behind', async () => {
    const first = await started(startPostgres({ dir, durable: true, password }));

    const second = await started(startPostgres({ dir, durable: true, password, port: first.port }));

    expect(readCommandLine(first.pid)).toBeUndefined();
    await expect(rowsOf(second.url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  it('logs nothing of what statements hold', async () => {
    givenLog();
    const { url, pid } = await started(startPostgres({ dir, durable: true, password }));
    const failures: readonly (readonly [sql: string, values?: readonly string[]])[] = [
      [`select 'ada@acme.example'::integer`],
      ['select $1::integer', ['ada@acme.example']],
      [`insert into people values ('ada@acme.example'), ('ada@acme.example')`],
      [`do $$ begin raise exception 'ada@acme.example' using detail = 'ada@acme.example'; end $$`],
      [`alter role postgres password 'ada@acme.example' valid until 'ada@acme.example'`],
      ['select ada@acme.example from people'],
    ];
    await withClient(url, async (client) => {
      await client.query('create table people (email text unique)');
      for (const [sql, values = []] of failures) {
        await expect(client.query(sql, [...values])).rejects.toThrow();
      }
    });
    // The server logs what a killed process of its own was doing.
    const suicide = `copy (select 'ada@acme.example') to program 'kill -9 $PPID'`;
    await expect(rowsOf(url, suicide)).rejects.toThrow();
    // PostgreSQL 18 ignores signals to end while its io workers recover.
    const answers = (): Promise<boolean> => rowsOf(url, 'select 1').then(Boolean, () => false);
    expect(await waitUntil(answers, 30_000)).toBe(true);
    process.kill(pid, 'SIGINT');
    await servers[0]?.exited;

    expect(logOf()).toMatch(/^of an earlier start\n/);
    expect(logOf()).toContain('was terminated by signal 9');
    expect(logOf()).not.toMatch(/ada|acme/);
  });

  it('refuses a port that is in use', async () => {
    const { port, free } = await takenPort();

    await expect(startPostgres({ dir, durable: false, password, port })).rejects.toThrow(
      new LocalServerError(`Port ${port} of 127.0.0.1 is in use.`),
    );
    free();
  });
});

describe('the local NATS server', () => {
  it('starts again on its port after it was killed', async () => {
    const bin = await natsBin();
    const first = await started(startNats({ bin, users, dir }));
    process.kill(first.pid, 'SIGKILL');
    await first.exited;

    const second = await started(startNats({ bin, users, dir, port: first.port }));

    expect(second.url).toBe(first.url);
  });

  it('replaces the server that a killed parent left behind', async () => {
    const bin = await natsBin();
    const first = await started(startNats({ bin, users, dir }));

    await started(startNats({ bin, users, dir, port: first.port }));

    expect(readCommandLine(first.pid)).toBeUndefined();
  });

  it('keeps its log to its owner', async () => {
    givenLog();

    await started(startNats({ bin: await natsBin(), users, dir }));

    expect(logOf()).toContain('Server is ready');
  });

  it('lets nobody in without a password, nor with a wrong one', async () => {
    const { port } = await started(startNats({ bin: await natsBin(), users, dir }));
    const servers = `127.0.0.1:${port}`;

    for (const login of [{}, { user: 'jobs', pass: 'wrong' }, { user: 'jobs', pass: '' }]) {
      await expect(connect({ servers, ...login, reconnect: false })).rejects.toMatchObject({
        code: 'AUTHORIZATION_VIOLATION',
      });
    }
    const jobs = await connect({ servers, user: 'jobs', pass: users.jobs });
    await jobs.close();
    expect(statSync(join(dir, 'nats.conf')).mode & 0o077).toBe(0);
  });

  it('takes the users of deploy/nats, with passwords from its environment', async () => {
    const port = await findFreePort();
    const passwords = Object.entries(users).map(([user]) => [
      `NATS_${user.toUpperCase()}_PASSWORD`,
      `passwordOf${user}`,
    ]);
    const file = join(__dirname, '../../../deploy/nats/users.conf');
    const include = `include ${relative(dir, file)}`;
    const server = startConfigured(await natsBin(), port, include, Object.fromEntries(passwords));
    const servers = `127.0.0.1:${port}`;
    const jobs = await connect({
      servers,
      user: 'jobs',
      pass: 'passwordOfjobs',
      inboxPrefix: '_INBOX.jobs',
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
    });

    await expect(jobs.request('fsm.customers.customer.created')).rejects.toMatchObject({
      code: 'PERMISSIONS_VIOLATION',
    });
    await expect(connect({ servers, reconnect: false })).rejects.toMatchObject({
      code: 'AUTHORIZATION_VIOLATION',
    });
    await jobs.close();
    server.kill('SIGKILL');
    await once(server, 'exit');
  });

  function startConfigured(bin: string, port: number, more = '', env: NodeJS.ProcessEnv = {}) {
    const config = join(dir, 'nats.conf');
    const lines = [
      'host: "127.0.0.1"',
      `port: ${port}`,
      'server_name: "local"',
      `jetstream { store_dir: ${JSON.stringify(dir)} }`,
      more,
    ];
    writeFileSync(config, lines.join('\n'));
    return spawn(bin, ['-c', config], { stdio: 'ignore', env });
  }

  it('refuses a port that is in use', async () => {
    const { port, free } = await takenPort();

    await expect(startNats({ bin: await natsBin(), users, dir, port })).rejects.toThrow(
      new LocalServerError(`Port ${port} of 127.0.0.1 is in use.`),
    );
    free();
  });
});

describe('three local NATS nodes', () => {
  const routePassword = 'of nodes';
  const login = { user: 'administrator', pass: users.administrator };
  const streamSettings = { name: 'FSM', subjects: ['fsm.>'], num_replicas: 3 };

  async function givenCluster(): Promise<RestartableServer[]> {
    const nodes = await startNatsCluster({ bin: await natsBin(), users, dir, routePassword });
    servers.push(...nodes.map(({ first }) => first));
    return nodes;
  }

  const connectAt = (nodes: readonly RestartableServer[]) =>
    connect({ servers: nodes.map(({ first }) => `127.0.0.1:${first.port}`), ...login });

  async function retryUntilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    let answer: Answer | undefined;
    const isAnswered = async (): Promise<boolean> => {
      answer = await ask().catch(() => undefined);
      return answer !== undefined;
    };
    expect(await waitUntil(isAnswered, 60_000)).toBe(true);
    return answer as Answer;
  }

  it('keep what was announced while one is killed, which comes back in its place', async () => {
    const nodes = await givenCluster();
    const nats = await connectAt(nodes);
    const manager = await nats.jetstreamManager({ checkAPI: false, timeout: 2_000 });
    const { cluster } = await retryUntilAnswered(() => manager.streams.add(streamSettings));
    const publish = (id: string) =>
      retryUntilAnswered(() => nats.jetstream().publish('fsm.jobs.job.created', id, { msgID: id }));
    await publish('before');

    const killed = nodes[Number(cluster?.leader?.at(-1)) - 1];
    if (!killed) throw new Error(`No node is ${cluster?.leader}.`);
    process.kill(killed.first.pid, 'SIGKILL');
    await killed.first.exited;
    await publish('meanwhile');
    await started(killed.restart());

    const areCurrent = async (): Promise<boolean> => {
      const { replicas = [] } = (await manager.streams.info('FSM')).cluster ?? {};
      return replicas.length === 2 && replicas.every(({ current }) => current);
    };
    expect(await waitUntil(() => areCurrent().catch(() => false), 60_000)).toBe(true);
    const { state } = await manager.streams.info('FSM');
    expect(state.messages).toBe(2);
    await nats.close();
  }, 200_000);

  it('take nobody for a node who does not know the password', async () => {
    await givenCluster();
    const log = join(dir, '1/log');
    const settings = readFileSync(join(dir, '1/nats.conf'), 'utf8');
    expect(statSync(join(dir, '1/nats.conf')).mode & 0o077).toBe(0);
    const stranger = spawn(
      await natsBin(),
      ['-a', '127.0.0.1', '-p', String(await findFreePort()), '-n', 'stranger']
        .concat([
          '--cluster_name',
          'local',
          '--cluster',
          `nats://127.0.0.1:${await findFreePort()}`,
        ])
        .concat([
          '--routes',
          `nats://node:wrong@127.0.0.1:${/ {2}port: (\d+)/.exec(settings)?.[1]}`,
        ]),
      { stdio: 'ignore' },
    );

    const isRefused = () => readFileSync(log, 'utf8').includes('authentication error');
    expect(await waitUntil(isRefused, 20_000)).toBe(true);
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
  }, 60_000);
});
