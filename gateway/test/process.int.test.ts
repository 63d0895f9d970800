import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '@svc/local-servers';
import {
  buildProgram,
  eventually,
  createTestDatabase,
  createInternalEnvironment,
  claimTestNats,
  startTestStore,
  type TestDatabase,
  type TestStore,
} from '@svc/testing';
import { request } from 'undici';
import { aService, type AService } from './a-service';
import { gatewayMigrations } from '../src/persistence/data-source';

const ROOT = join(__dirname, '../..');
const PROGRAM = join(ROOT, 'dist/gateway-under-test/main.js');
const ADMIN_TOKEN = 'the token of the operator';
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

interface GatewayProcess {
  readonly url: string;
  readonly adminUrl: string;
  readonly child: ChildProcess;
  readonly stderr: () => string;
}

describe('the process', () => {
  let database: TestDatabase;
  let service: AService;
  let nats: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    buildProgram({ entryPoint: join(ROOT, 'gateway/src/main.ts'), outfile: PROGRAM });
    database = await createTestDatabase({ context: 'gateway', migrations: gatewayMigrations });
    service = await aService();
    nats = claimTestNats().url;
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await service.close();
    await database.close();
  });

  async function spawnGateway(env: NodeJS.ProcessEnv = {}): Promise<GatewayProcess> {
    const [port, adminPort, metricsPort] = await Promise.all([
      findFreePort(),
      findFreePort(),
      findFreePort(),
    ]);
    const child = spawn(process.execPath, [PROGRAM], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        METRICS_PORT: String(metricsPort),
        DATABASE_URL: database.url,
        NATS_URL: nats,
        ...createInternalEnvironment('gateway'),
        ADMIN_TOKEN,
        ENCRYPTION_KEY,
        JOBS_URL: service.url,
        ...env,
      },
    });
    children.push(child);
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    return {
      url: `http://127.0.0.1:${port}`,
      adminUrl: `http://127.0.0.1:${adminPort}`,
      child,
      stderr: () => stderr,
    };
  }

  async function startGateway(
    env: NodeJS.ProcessEnv = {},
    host = '127.0.0.1',
  ): Promise<GatewayProcess> {
    const gateway = await spawnGateway(env);
    const health = `${gateway.url.replace('127.0.0.1', host)}/healthz`;
    await eventually(
      async () => {
        const { statusCode, body } = await request(health, { reset: true });
        await body.dump();
        expect(statusCode).toBe(200);
      },
      { within: 30_000 },
    );
    return gateway;
  }

  async function end(gateway: GatewayProcess, signal: NodeJS.Signals): Promise<unknown> {
    const ended = once(gateway.child, 'exit');
    gateway.child.kill(signal);
    const [code] = (await ended) as [unknown];
    return code;
  }

  async function admin(
    gateway: GatewayProcess,
    method: 'PUT' | 'POST',
    path: string,
    body: object,
  ) {
    const answer = await request(`${gateway.adminUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify(body),
      reset: true,
    });
    return ((await answer.body.json()) as { data: Record<string, unknown> }).data;
  }

  async function givenKey(gateway: GatewayProcess, slug: string, limits: object): Promise<string> {
    await admin(gateway, 'PUT', '/companies', { slug, limits });
    const body = { name: 'Key', scopes: ['jobs:read'] };
    return String((await admin(gateway, 'POST', `/companies/${slug}/keys`, body))['key']);
  }

  async function passed(gateway: GatewayProcess, key: string, count: number): Promise<number> {
    const statuses = await Promise.all(
      Array.from({ length: count }, async () => {
        const answer = await request(`${gateway.url}/api/v1/jobs`, {
          headers: { 'x-api-key': key },
          reset: true,
        });
        await answer.body.dump();
        return answer.statusCode;
      }),
    );
    return statuses.filter((status) => status === 200).length;
  }

  it('keeps the allowances of a day through kill -9, and through a gentle stop', async () => {
    const first = await startGateway();
    const key = await givenKey(first, 'acme', { reads_per_day: 20 });
    expect(await passed(first, key, 5)).toBe(5);

    await end(first, 'SIGKILL');
    const second = await startGateway();
    expect(await passed(second, key, 5)).toBe(5);
    expect(await end(second, 'SIGTERM')).toBe(0);
    const third = await startGateway();

    const rest = await passed(third, key, 40);
    await end(third, 'SIGTERM');
    expect(rest).toBeGreaterThanOrEqual(9);
    expect(rest).toBeLessThanOrEqual(10);
  });

  it('ends gently while browsers listen to event streams, which have no end of their own', async () => {
    service.behave((asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${asked.url}\n\n`);
    });
    const gateway = await startGateway({ DASHBOARD_URL: service.url });
    const { statusCode, body } = await request(`${gateway.url}/dashboard/api/live`);
    expect(statusCode).toBe(200);

    const ended = end(gateway, 'SIGTERM');

    expect(await body.text()).toBe('data: /dashboard/api/live\n\n');
    expect(await ended).toBe(0);
    service.behaveWell();
  }, 40_000);

  it('finishes what is under way before it stops', async () => {
    const gateway = await startGateway();
    const key = await givenKey(gateway, 'under-way', {});
    let answerNow: (() => void) | undefined;
    service.behave((_, response) => {
      answerNow = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"late":true}');
    });
    const asked = request(`${gateway.url}/api/v1/jobs`, { headers: { 'x-api-key': key } });
    await eventually(() => expect(answerNow).toBeDefined());
    const ended = end(gateway, 'SIGTERM');
    await eventually(() =>
      expect(request(`${gateway.url}/healthz`, { reset: true })).rejects.toThrow(),
    );
    answerNow?.();
    service.behaveWell();

    const { statusCode, headers, body } = await asked;
    expect([statusCode, headers['connection'], await body.json()]).toEqual([
      200,
      'close',
      { late: true },
    ]);
    expect(await ended).toBe(0);
  });

  /** Returns the statuses that came back before the connection ended. */
  async function statusesOf({ url }: GatewayProcess, bytes: string): Promise<string[]> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(bytes);
    const text = Buffer.concat(await socket.toArray()).toString('latin1');
    return text.match(/(?<=HTTP\/1.1 )\d+/g) ?? [];
  }
  const readOf = (key: string) =>
    `GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;

  it('answers all that a connection has sent before it stops, one after the other', async () => {
    const gateway = await startGateway();
    const key = await givenKey(gateway, 'pipelining', {});
    const held: ServerResponse[] = [];
    service.behave((_, response) => void held.push(response));
    const statuses = statusesOf(gateway, readOf(key).repeat(3));
    await eventually(() => expect(held.length).toBe(1));
    const ended = end(gateway, 'SIGTERM');
    await eventually(() =>
      expect(request(`${gateway.url}/healthz`, { reset: true })).rejects.toThrow(),
    );

    service.behaveWell();
    held[0]?.writeHead(200, { 'content-type': 'application/json' }).end('{}');

    expect(await statuses).toEqual(['200', '200', '200']);
    expect(held).toHaveLength(1);
    expect(await ended).toBe(0);
  });

  it('begins nothing behind the one that it answers last while it drains', async () => {
    const gateway = await startGateway({ DRAIN_SECONDS: '2' });
    const key = await givenKey(gateway, 'draining-pipelines', {});
    const ended = end(gateway, 'SIGTERM');
    await eventually(async () => {
      const { headers, body } = await request(`${gateway.url}/healthz`);
      await body.dump();
      expect(headers['connection']).toBe('close');
    });
    const before = service.seen.length;

    expect(await statusesOf(gateway, readOf(key).repeat(5))).toEqual(['200']);
    expect(service.seen).toHaveLength(before + 1);
    const expecting = `POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
    expect(await statusesOf(gateway, expecting + readOf(key))).toEqual(['403']);
    expect(await ended).toBe(0);
  });

  it('goes on serving while it drains, each answer the last of its connection', async () => {
    const gateway = await startGateway({ DRAIN_SECONDS: '2' });
    const key = await givenKey(gateway, 'draining', {});
    const ended = end(gateway, 'SIGTERM');

    await eventually(async () => {
      const { headers, body } = await request(`${gateway.url}/healthz`);
      await body.dump();
      expect(headers['connection']).toBe('close');
    });
    const ofAService = await request(`${gateway.url}/api/v1/jobs`, {
      headers: { 'x-api-key': key },
    });
    const refused = await request(`${gateway.url}/api/v1/jobs`);
    const answers = [ofAService, refused].map(({ statusCode, headers }) => [
      statusCode,
      headers['connection'],
    ]);

    expect(answers).toEqual([
      [200, 'close'],
      [401, 'close'],
    ]);
    await Promise.all([ofAService.body.dump(), refused.body.dump()]);
    expect(await ended).toBe(0);
  });

  it('shows its admin listener to its own machine alone, whatever HOST is', async () => {
    const gateway = await startGateway({ HOST: '127.0.0.2' }, '127.0.0.2');
    const elsewhere = gateway.adminUrl.replace('127.0.0.1', '127.0.0.2');

    expect((await request(`${gateway.adminUrl}/companies`)).statusCode).toBe(401);
    await expect(request(`${elsewhere}/companies`)).rejects.toThrow('ECONNREFUSED');
    await end(gateway, 'SIGTERM');
  });

  it('shows its admin listener where ADMIN_HOST says', async () => {
    const gateway = await startGateway({ ADMIN_HOST: '127.0.0.3' });
    const there = gateway.adminUrl.replace('127.0.0.1', '127.0.0.3');

    expect((await request(`${there}/companies`)).statusCode).toBe(401);
    await expect(request(`${gateway.adminUrl}/companies`)).rejects.toThrow('ECONNREFUSED');
    await end(gateway, 'SIGTERM');
  });

  it('refuses to start beside another gateway, in one line', async () => {
    const first = await startGateway();
    const second = await spawnGateway();

    const [code] = (await once(second.child, 'exit')) as [unknown];

    expect(code).toBe(1);
    expect(second.stderr()).toMatch(
      /^gateway: Another gateway runs on this database.*REDIS_URL.*\n$/,
    );
    await end(first, 'SIGTERM');
  });

  describe('beside another one, with a store', () => {
    let store: TestStore;
    beforeAll(async () => (store = await startTestStore()));
    afterAll(() => store.stop());

    it('counts with it, and hears of its changes before they are answered', async () => {
      const env = { REDIS_URL: store.url };
      const gateways = await Promise.all([startGateway(env), startGateway(env)]);
      const [first, second] = gateways;
      const key = await givenKey(first, 'shares', { list_reads_per_minute: 20 });

      const counts = await Promise.all(gateways.map((gateway) => passed(gateway, key, 30)));
      expect(counts.reduce((sum, count) => sum + count)).toBe(20);

      const other = await givenKey(first, 'shares-too', {});
      expect(await passed(second, other, 1)).toBe(1);
      const limits = { list_reads_per_minute: 0 };
      await admin(first, 'PUT', '/companies', { slug: 'shares-too', limits });
      expect(await passed(second, other, 1)).toBe(0);
      for (const gateway of gateways) expect(await end(gateway, 'SIGTERM')).toBe(0);
    });
  });

  it.each([
    ['REDIS_URL', { REDIS_URL: 'http://127.0.0.1:6379' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8,everybody' }],
    ['ADMIN_TOKEN', { ADMIN_TOKEN: '' }],
    ['ENCRYPTION_KEY', { ENCRYPTION_KEY: '' }],
    ['ENCRYPTION_KEY', { ENCRYPTION_KEY: 'c2hvcnQ=' }],
    ['JOBS_URL', { JOBS_URL: 'nowhere' }],
  ])('refuses to start with this %s, in one line that names it', async (name, env) => {
    const gateway = await spawnGateway(env);

    const [code] = (await once(gateway.child, 'exit')) as [unknown];

    expect(code).toBe(1);
    expect(gateway.stderr()).toMatch(/^gateway: Configuration: .*\n$/);
    expect(gateway.stderr()).toContain(name);
  });
});
