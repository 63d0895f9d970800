import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, waitUntil, withClient } from '@svc/local-servers';
import { toConnectionTarget } from '@svc/messaging';
import { connect, type NatsConnection } from 'nats';
import type { RunFile } from '../src/run-file';
import { saveJobs, standInRepository } from './stand-ins';

interface Started {
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  output(): string;
  errors(): string;
}

const PATIENCE_MS = 50_000;
jest.setTimeout(3 * PATIENCE_MS);
const onLinux = process.platform === 'linux' ? it : it.skip;
const LOGIN = { email: 'owner@demo.example', password: 'the password of the owner' };
let root: string;
let earlier: string;
let data: string;
let started: Started[] = [];

beforeAll(async () => {
  root = standInRepository(mkdtempSync(join(tmpdir(), 'launcher-')));
  data = earlier = join(root, 'earlier');
  const one = start(['--no-demo']);
  await ready(one);
  one.process.kill('SIGTERM');
  expect(await one.exit).toBe(0);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeEach(() => {
  data = join(root, 'data');
  started = [];
});
afterEach(async () => {
  for (const { process, exit } of started) {
    process.kill('SIGTERM');
    await exit;
  }
  rmSync(data, { recursive: true, force: true });
});

const command = () => [process.execPath, join(root, 'dist/launcher/main.js'), '--data', data];

function start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Started {
  return run([...command(), '--port', '0', ...args], env);
}

function run([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(program, args, {
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: 'pipe',
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const one = {
    process: child,
    exit,
    output: () => output.join(''),
    errors: () => errors.join(''),
  };
  started.push(one);
  return one;
}

/** A copied run saves the set-up of PostgreSQL. */
const givenEarlierRun = (): void => void execFileSync('cp', ['-a', earlier, data]);

const runFile = (dir = data): RunFile => JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8'));

async function ready(one: Started, dir = data): Promise<RunFile> {
  const isUp = await waitUntil(() => one.output().includes('Press Ctrl-C'), PATIENCE_MS);
  if (!isUp) throw new Error(`Not ready: ${one.output()}${one.errors()}`);
  return runFile(dir);
}

const pidsOf = ({ services, postgres, nats }: RunFile): number[] =>
  [...Object.values(services), postgres, nats].flatMap((each) => each?.pid ?? []);

const urlsOf = ({ services, postgres, nats }: RunFile) =>
  [...Object.values(services), postgres, nats].map((each) => each?.url);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

const living = (pids: readonly number[]): number[] => pids.filter((pid) => readCommandLine(pid));

const rows = (run: RunFile, sql: string) =>
  withClient(
    run.services.jobs?.database_url ?? '',
    async (client) => (await client.query(sql)).rows,
  );

const refusal = async (one: Started) => {
  expect(await one.exit).toBe(1);
  expect(one.errors().trimEnd().split('\n')).toHaveLength(1);
  return one.errors();
};

it('starts everything, tells where it is, and leaves no process behind', async () => {
  const one = start();
  const run = await ready(one);

  expect(run).toMatchObject({
    gateway: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    admin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    admin_token: expect.any(String),
    dashboard: `${run.gateway}/dashboard`,
    dashboard_login: LOGIN,
    pid: one.process.pid,
    services: {
      gateway: { url: run.gateway, metrics: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
      jobs: { pid: expect.any(Number), metrics: expect.stringMatching(/^http:\/\/127/) },
    },
    postgres: { url: expect.stringContaining('@127.0.0.1:'), pid: expect.any(Number) },
    nats: {
      url: expect.stringMatching(/^nats:\/\/administrator:[^@]+@127\.0\.0\.1:\d+$/),
      pid: expect.any(Number),
    },
  });
  for (const line of [
    `Gateway    ${run.gateway}`,
    `Docs       ${run.gateway}/docs`,
    `Dashboard  ${run.gateway}/dashboard`,
    `Sign in    ${LOGIN.email} with ${LOGIN.password}`,
    `Metrics    gateway ${run.services.gateway?.metrics}/metrics`,
    `           jobs ${run.services.jobs?.metrics}/metrics`,
    'API key    svc_live_demo',
    `Try        curl -H 'X-API-Key: svc_live_demo'`,
  ]) {
    expect(one.output()).toContain(line);
  }
  const ended = one.output().match(/^Node\.js \d+ has ended .*$/gm) ?? [];
  expect(ended).toHaveLength(process.version.startsWith('v20.') ? 1 : 0);
  const logs = ['logs/jobs.log', 'logs/jobs.err', 'postgres/log', 'nats/log'];
  for (const name of ['run.json', 'secrets.json', 'demo.json', ...logs]) {
    expect([name, modeOf(join(data, name))]).toEqual([name, 0o600]);
  }
  expect(modeOf(data)).toBe(0o700);

  const began = Date.now();
  one.process.kill('SIGTERM');
  expect(await one.exit).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(living(pidsOf(run))).toEqual([]);
  expect(existsSync(join(data, 'run.json'))).toBe(false);
});

it('runs several of every process with a store of the limits, and starts each again alone', async () => {
  const one = start(['--no-demo', '--replicas', '2']);
  const before = await ready(one);
  const replicasOf = (run: RunFile, name: 'gateway' | 'jobs') => run.services[name]?.replicas ?? [];
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  const pid = expect.any(Number);

  expect(before.services.gateway?.replicas).toEqual([
    { url: before.gateway, pid: before.services.gateway?.pid, admin: before.admin },
    { url, pid, admin: url },
  ]);
  const { jobs } = before.services;
  expect(jobs?.replicas).toEqual([
    { url: jobs?.url, pid: jobs?.pid },
    { url, pid },
  ]);
  expect(before.store).toEqual({ url: expect.stringMatching(/^redis:\/\/:[^@]+@127\./), pid });

  const nodesOf = ({ nats }: RunFile) => nats.nodes ?? [];
  const natsUrl = expect.stringMatching(/^nats:\/\/administrator:[^@]+@127\.0\.0\.1:\d+$/);
  expect(nodesOf(before)).toEqual([
    { url: before.nats.url, pid: before.nats.pid },
    { url: natsUrl, pid },
    { url: natsUrl, pid },
  ]);
  const nodes = nodesOf(before).map((node) => new URL(node.url).host);

  for (const { url: gateway } of replicasOf(before, 'gateway')) {
    expect(await (await fetch(gateway)).json()).toMatchObject({
      JOBS_URL: jobs?.replicas?.map((replica) => replica.url).join(','),
      REDIS_URL: before.store?.url,
    });
  }
  const environment = (await (await fetch(jobs?.url ?? '')).json()) as Record<string, string>;
  expect(environment).not.toHaveProperty('REDIS_URL');
  expect(environment['NATS_REPLICAS']).toBe('3');
  const natsUrls = (environment['NATS_URL'] ?? '').split(',').map((each) => new URL(each));
  expect(natsUrls.map(({ host }) => host)).toEqual(nodes);
  expect(natsUrls.map(({ username }) => username)).toEqual(['jobs', 'jobs', 'jobs']);
  const administrator = await connect(toConnectionTarget(nodesOf(before).map((node) => node.url)));
  const { streams } = await administrator.jetstreamManager({ checkAPI: false });
  expect((await streams.info('FSM')).config.num_replicas).toBe(3);
  await administrator.close();

  const killedOf = (run: RunFile): number[] => [
    replicasOf(run, 'jobs')[1]?.pid ?? 0,
    run.store?.pid ?? 0,
    nodesOf(run)[1]?.pid ?? 0,
  ];
  const killed = killedOf(before);
  for (const each of killed) process.kill(each, 'SIGKILL');
  const areRenewed = () => killedOf(runFile()).every((id, at) => id !== killed[at]);
  expect(await waitUntil(areRenewed, PATIENCE_MS)).toBe(true);
  const after = runFile();
  expect(after.services.gateway).toEqual(before.services.gateway);
  expect(after.services.jobs?.pid).toBe(before.services.jobs?.pid);
  expect(replicasOf(after, 'jobs').map((replica) => replica.url)).toEqual(
    replicasOf(before, 'jobs').map((replica) => replica.url),
  );

  one.process.kill('SIGKILL');
  await one.exit;
  await ready(start(['--no-demo']));
  expect(nodesOf(after).map((node) => new URL(node.url).host)).toEqual(nodes);
  const all = [
    ...replicasOf(after, 'gateway'),
    ...replicasOf(after, 'jobs'),
    ...nodesOf(after),
    after.store,
  ];
  expect(living(all.flatMap((each) => each?.pid ?? []))).toEqual([]);
});

it('takes over what nobody has read from a run with another number of NATS nodes', async () => {
  async function during<Result>(
    args: readonly string[],
    work: (nats: NatsConnection) => Promise<Result>,
  ): Promise<Result> {
    const one = start(['--no-demo', ...args]);
    const { nats } = await ready(one);
    const administrator = await connect(
      toConnectionTarget((nats.nodes ?? [nats]).map(({ url }) => url)),
    );
    const result = await work(administrator);
    await administrator.close();
    one.process.kill('SIGTERM');
    await one.exit;
    return result;
  }
  const publish = (id: string) => async (nats: NatsConnection) =>
    void (await nats.jetstream().publish('fsm.jobs.job.created', id, { msgID: id }));
  const unread = async (nats: NatsConnection): Promise<string[]> => {
    const consumer = await nats.jetstream().consumers.get('FSM', 'webhooks-jobs');
    const messages = await consumer.fetch({ max_messages: 10, expires: 3_000 });
    const found: string[] = [];
    for await (const message of messages) found.push(message.string());
    return found;
  };

  givenEarlierRun();
  await during([], publish('first'));
  await during(['--replicas', '2'], publish('second'));
  expect(existsSync(join(data, 'nats'))).toBe(false);
  expect(await during([], unread)).toEqual(['first', 'second']);
  expect(existsSync(join(data, 'nats-cluster'))).toBe(false);
});

it('stops when the npm that started it is killed', async () => {
  givenEarlierRun();
  const npm = run(['sh', '-c', `${command().join(' ')} --port 0 --no-demo & wait`], {
    npm_lifecycle_event: 'start',
  });
  const running = await ready(npm);

  npm.process.kill('SIGKILL');

  const all = [running.pid, ...pidsOf(running)];
  expect(await waitUntil(() => living(all).length === 0, PATIENCE_MS)).toBe(true);
});

describe('one run', () => {
  let folder: string;
  let run: RunFile;
  let one: Started;

  beforeAll(async () => {
    data = folder = join(root, 'one-run');
    givenEarlierRun();
    one = start(['--no-demo'], {
      JOBS_DATABASE_URL: '',
      JOBS_DIRECT_DATABASE_URL: 'postgres://svc_jobs:x@127.0.0.1/direct',
      ASSETS_DIRECT_DATABASE_URL: 'postgres://svc_assets:x@127.0.0.1/direct',
    });
    run = await ready(one);
  });
  afterAll(async () => {
    one.process.kill('SIGTERM');
    await one.exit;
  });

  it('gives each process its own way into the database, and no other', async () => {
    const environment = (await (await fetch(run.services.jobs?.url ?? '')).json()) as object;

    expect(Object.keys(environment).filter((name) => name.endsWith('DATABASE_URL'))).toEqual([
      'JOBS_DATABASE_URL',
      'JOBS_DIRECT_DATABASE_URL',
    ]);
    expect(run.services.jobs?.direct_database_url).toMatch(/direct$/);
    expect(environment).toMatchObject({ GATEWAY_URL: run.gateway });
    expect(environment).toMatchObject({ HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1' });
    expect(environment).not.toHaveProperty('ADMIN_TOKEN');
  });

  it('gives each process its own user of NATS, and itself the one who may prepare the stream', async () => {
    const urlOf = async (name: 'jobs' | 'gateway'): Promise<string> => {
      const environment = await (await fetch(run.services[name]?.url ?? '')).json();
      return (environment as { NATS_URL: string }).NATS_URL;
    };
    const passwords = [run.nats.url, await urlOf('jobs'), await urlOf('gateway')].map(
      (url) => new URL(url).password,
    );
    expect(new URL(await urlOf('jobs'))).toMatchObject({
      username: 'jobs',
      host: new URL(run.nats.url).host,
    });
    expect(new Set(passwords).size).toBe(3);

    const jobs = await connect({
      ...toConnectionTarget([await urlOf('jobs')]),
      inboxPrefix: '_INBOX.jobs',
    });
    const manager = await jobs.jetstreamManager({ checkAPI: false });
    expect((await manager.streams.info('FSM')).config.subjects).toEqual(['fsm.>']);
    await expect(manager.streams.purge('FSM')).rejects.toMatchObject({
      code: 'PERMISSIONS_VIOLATION',
    });
    await jobs.close();
  });

  it('passes a configured NATS_URL on as it is', async () => {
    givenEarlierRun();
    const { host } = new URL(run.nats.url);
    const configured = start(['--no-demo'], {
      NATS_URL: `nats://some:one@${host}`,
    });
    const { services } = await ready(configured);

    const environment = await (await fetch(services.jobs?.url ?? '')).json();
    expect(environment).toMatchObject({ NATS_URL: `nats://some:one@${host}` });
  });

  it('ends a second start on its folder with one line', async () => {
    expect(await refusal(start(['--data', folder]))).toContain(
      `in use by another npm start: process ${run.pid}, ${run.gateway}`,
    );
    expect(living(pidsOf(run))).toHaveLength(4);
  });
});

it('waits at the start for what a process would go on without', async () => {
  givenEarlierRun();
  const one = start(['--no-demo'], { DEGRADED_FOR_MS: '3000' });
  await ready(one);

  const { jobs } = runFile().services;
  const { degradedUntil } = (await (await fetch(jobs?.url ?? '')).json()) as {
    degradedUntil: number;
  };
  expect(Date.now()).toBeGreaterThanOrEqual(degradedUntil);
});

it('starts whatever dies again, on its port, and rewrites run.json', async () => {
  givenEarlierRun();
  const before = await ready(start(['--no-demo']));
  const pids = pidsOf(before);
  expect(pids).toHaveLength(4);

  for (const pid of pids) process.kill(pid, 'SIGKILL');

  const isRenewed = () => pidsOf(runFile()).every((pid) => !pids.includes(pid));
  expect(await waitUntil(isRenewed, PATIENCE_MS)).toBe(true);
  const after = runFile();
  expect(living(pidsOf(after))).toHaveLength(4);
  expect(urlsOf(after)).toEqual(urlsOf(before));
});

onLinux('starts a process that is watched again as it is saved, and no other', async () => {
  givenEarlierRun();
  saveJobs(root, 'the first');
  const one = start(['--no-demo', '--watch', 'jobs'], { FSM_PARENT_PIPE: '1' });
  const before = await ready(one);
  interface Answer {
    readonly says?: string;
    readonly at?: string;
  }
  const answer = async (): Promise<Answer> => {
    const response = await fetch(before.services.jobs?.url ?? '').catch(() => undefined);
    return (await response?.json()) as Answer;
  };
  const answers = (says: string) =>
    waitUntil(async () => (await answer())?.says === says, PATIENCE_MS);
  expect(await answers('the first')).toBe(true);

  saveJobs(root, "what does not compile';");
  expect(
    await waitUntil(() => one.errors().includes('services/jobs/src/main.ts:'), PATIENCE_MS),
  ).toBe(true);
  expect(await answer()).toMatchObject({ says: 'the first' });

  saveJobs(root, 'the second');
  expect(await answers('the second')).toBe(true);
  expect((await answer()).at).toContain(`${join(root, 'services/jobs/src/main.ts')}:`);
  const after = runFile();
  expect(after.services.gateway).toEqual(before.services.gateway);

  const builder = join(root, 'tools/workspace/watch.mjs');
  const isBuilding = () =>
    readdirSync('/proc').some((id) => readCommandLine(Number(id))?.includes(builder));
  expect(isBuilding()).toBe(true);
  // Nx closes standard input when it stops.
  one.process.stdin?.end();
  expect(await one.exit).toBe(0);
  expect(living(pidsOf(after))).toEqual([]);
  expect(isBuilding()).toBe(false);
});

onLinux('tells of a disk that has become full, and goes on', async () => {
  givenEarlierRun();
  const one = start(['--no-demo']);
  const before = await ready(one);
  const draft = join(data, 'run.json.draft');
  symlinkSync('/dev/full', draft);

  process.kill(before.services.jobs?.pid ?? 0, 'SIGKILL');
  const line = `${draft} cannot be written: the disk is full.`;
  expect(await waitUntil(() => one.output().includes(line), PATIENCE_MS)).toBe(true);

  rmSync(draft);
  process.kill(before.services.gateway?.pid ?? 0, 'SIGKILL');
  const isRenewed = () => {
    const { gateway, jobs } = runFile().services;
    return gateway?.pid !== before.services.gateway?.pid && jobs?.pid !== before.services.jobs?.pid;
  };
  expect(await waitUntil(isRenewed, PATIENCE_MS)).toBe(true);
});

it('resumes with the data intact after the launcher was killed', async () => {
  givenEarlierRun();
  const first = start();
  const before = await ready(first);
  await rows(before, 'create table kept as select 7 as n');
  first.process.kill('SIGKILL');
  await first.exit;

  const second = start();
  const after = await ready(second);

  expect(await rows(after, 'select n from kept')).toEqual([{ n: 7 }]);
  expect(living(pidsOf(before))).toEqual([]);
  expect(second.output()).not.toContain('Applying the demo company');
  expect(second.output()).toContain('API key    svc_live_demo');
});

it('drops the data of earlier runs when asked for a fresh start', async () => {
  givenEarlierRun();
  const first = start();
  await rows(await ready(first), 'create table kept ()');
  first.process.kill('SIGINT');
  await first.exit;

  const second = start(['--fresh']);
  const run = await ready(second);

  await expect(rows(run, 'select from kept')).rejects.toThrow('does not exist');
  expect(second.output()).toContain('Applying the demo company');
});

describe('what ends a start with one line', () => {
  it('a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;

    expect(await refusal(start(['--port', String(port)]))).toBe(
      `Port ${port} of 127.0.0.1 is in use.\n`,
    );
    other.close();
  });

  it.each([
    ['DATABASE_URL', 'postgres://someone:secret@127.0.0.1:1/fsm'],
    ['NATS_URL', 'nats://127.0.0.1:1'],
  ])('a configured %s where nothing answers', async (name, url) => {
    const line = await refusal(start([], { [name]: url }));

    expect(line).toContain(`${name}: `);
    expect(line).toContain('127.0.0.1:1');
    expect(line).not.toContain('secret');
  });

  it('a data folder that is a file', async () => {
    writeFileSync(data, 'mine');

    expect(await refusal(start())).toBe(`${data} is not a folder.\n`);
  });

  onLinux('a data folder below /proc', async () => {
    expect(await refusal(run([...command().slice(0, -1), '/proc/fsm/data'], {}))).toBe(
      '/proc/fsm cannot be created: /proc takes no folders.\n',
    );
  });

  onLinux('a full disk', async () => {
    mkdirSync(data);
    symlinkSync('/dev/full', join(data, 'secrets.json.draft'));

    expect(await refusal(start())).toBe(
      `${join(data, 'secrets.json.draft')} cannot be written: the disk is full.\n`,
    );
  });

  onLinux('a log that cannot be written', async () => {
    givenEarlierRun();
    const log = join(data, 'logs/jobs.log');
    rmSync(log);
    mkdirSync(log);

    expect(await refusal(start())).toBe(`${log} cannot be written: it is a folder.\n`);
  });

  it('NATS servers some of which need no TLS', async () => {
    const url = 'tls://jobs:secret@one:4222,nats://two:4222';

    expect(await refusal(start([], { NATS_URL: url }))).toBe(
      'Configuration: NATS_URL must be all nats:// or all tls://.\n',
    );
  });

  it.each([
    ['ENCRYPTION_KEY', 'short'],
    ['JOBS_DIRECT_DATABASE_URL', 'nonsense'],
  ])('a malformed %s', async (name, value) => {
    expect(await refusal(start([], { [name]: value }))).toContain(name);
  });

  it('a program that does not start', async () => {
    givenEarlierRun();
    expect(await refusal(start([], { BROKEN: 'jobs' }))).toBe(
      'jobs did not start: jobs: Configuration: PORT is required.\n',
    );
  });
});
