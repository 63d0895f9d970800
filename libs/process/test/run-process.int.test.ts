import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, withClient } from '@svc/local-servers';
import { findMetricProblems, createTestDatabase, claimTestNats } from '@svc/testing';
import { derivePublicKeys } from '@svc/trust';
import { request } from 'undici';
// oxlint-disable-next-line @nx/enforce-module-boundaries -- the only version there is, of no project
import { version } from '../../../package.json';
import {
  between,
  buildFixture,
  endFixtures,
  get,
  givenFixture,
  type RunningFixture,
  soon,
} from './given';

const folder = mkdtempSync(join(tmpdir(), 'process-test-'));
const program = join(folder, 'main.js');
const NATS_URL = claimTestNats().url;
let DATABASE_URL: string;
const closing: (() => Promise<void>)[] = [];

beforeAll(() => buildFixture(program));

beforeEach(async () => {
  const { url, close } = await createTestDatabase({ context: 'jobs', migrations: [] });
  DATABASE_URL = url;
  closing.push(close);
});

afterEach(async () => {
  await endFixtures();
  await Promise.all(closing.splice(0).map((close) => close()));
});

afterAll(() => rmSync(folder, { recursive: true }));

const given = (env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) =>
  givenFixture({ program, args, env: { DATABASE_URL, NATS_URL, ...env } });

const ready = (fixture: RunningFixture) =>
  soon(async () => {
    expect(await get(`${fixture.probes}/readyz`)).toMatchObject({ status: 200 });
  });

describe('a process that starts', () => {
  it('answers requests, probes and metrics', async () => {
    const fixture = await given();

    await ready(fixture);

    expect(await get(fixture.url)).toEqual({ status: 200, text: 'done' });
    expect(await get(`${fixture.probes}/livez`)).toMatchObject({ status: 200 });
    const { text } = await get(`${fixture.probes}/readyz`);
    expect(JSON.parse(text)).toEqual({
      ready: true,
      parts: { database: 'ok', migrations: 'ok', nats: 'ok', process: 'ok' },
    });
    const metrics = await get(`${fixture.probes}/metrics`);
    expect(metrics.text).toContain('fsm_http_request_duration_seconds_count{method="GET"');
    expect(metrics.text).toContain('process_cpu_seconds_total');
    expect(metrics.text).toContain('fsm_database_connections{state="idle"}');
  });

  it('answers HEAD to probes and metrics as GET, without a body', async () => {
    const fixture = await given();
    await ready(fixture);

    for (const path of ['/livez', '/readyz', '/metrics']) {
      const url = `${fixture.probes}${path}`;
      const [asked, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        asked.status,
        asked.headers.get('content-type'),
        '',
      ]);
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
      await asked.text();
    }
    expect((await fetch(`${fixture.probes}/livez`, { method: 'POST' })).status).toBe(404);
  });

  it('tells what it was built from, and nothing under a name that promtool refuses', async () => {
    const fixture = await given({ FSM_REVISION: 'a1b2c3d' });
    await ready(fixture);

    const { text } = await get(`${fixture.probes}/metrics`);

    const node = process.versions.node;
    expect(text).toContain(
      `fsm_build_info{version="${version}",revision="a1b2c3d",node="${node}"} 1`,
    );
    expect(await findMetricProblems(text)).toEqual([]);
  });

  it('shows probes to its own machine alone, whatever HOST is', async () => {
    const fixture = await given({ HOST: '127.0.0.2' });
    const elsewhere = (url: string) => url.replace('127.0.0.1', '127.0.0.2');

    await ready(fixture);

    expect(await get(elsewhere(fixture.url))).toMatchObject({ status: 200 });
    await expect(get(`${elsewhere(fixture.probes)}/livez`)).rejects.toThrow('ECONNREFUSED');
  });

  it('shows probes where METRICS_HOST says', async () => {
    const fixture = await given({ METRICS_HOST: '127.0.0.3' });
    const there = fixture.probes.replace('127.0.0.1', '127.0.0.3');

    await soon(async () => expect(await get(`${there}/readyz`)).toMatchObject({ status: 200 }));

    await expect(get(`${fixture.probes}/livez`)).rejects.toThrow('ECONNREFUSED');
  });

  it('waits for PostgreSQL and says so', async () => {
    const port = await findFreePort();
    const fixture = await given({ DATABASE_URL: `postgres://svc_jobs:x@127.0.0.1:${port}/fsm` });

    await soon(async () => {
      const { status, text } = await get(`${fixture.probes}/readyz`);
      expect(status).toBe(503);
      expect(JSON.parse(text).parts.database).toContain('ECONNREFUSED');
    });
    expect(await get(`${fixture.probes}/livez`)).toMatchObject({ status: 200 });
    expect(fixture.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'waiting for PostgreSQL' }),
    );
  });

  it('is ready without NATS, and names it as what is missing', async () => {
    const fixture = await given({ NATS_URL: `nats://127.0.0.1:${await findFreePort()}` });

    await soon(async () => expect(await get(fixture.url)).toMatchObject({ status: 200 }));

    await ready(fixture);
    const { text } = await get(`${fixture.probes}/readyz`);
    expect(JSON.parse(text)).toEqual({
      ready: true,
      parts: { database: 'ok', migrations: 'ok', nats: 'degraded: not connected', process: 'ok' },
    });
  });

  it('reads its own context’s database before the common one', async () => {
    const port = await findFreePort();
    const fixture = await given({
      DATABASE_URL: `postgres://svc_jobs:x@127.0.0.1:${port}/fsm`,
      JOBS_DATABASE_URL: DATABASE_URL,
    });

    await ready(fixture);
  });
});

describe('a process that cannot start', () => {
  it.each([
    ['a missing variable', { INTERNAL_SECRET: '' }, 'INTERNAL_SECRET is required'],
    ['a malformed variable', { PORT: 'x' }, 'PORT must be a number'],
    [
      'NATS servers some of which need no TLS',
      { NATS_URL: 'tls://jobs:hush@one:4222, two:4222' },
      'NATS_URL must be all nats:// or all tls://',
    ],
    ['servers that are not of NATS', { NATS_URL: 'https://one' }, 'NATS_URL must be a comma-sep'],
    ['a short secret', { INTERNAL_SECRET: 'short' }, 'INTERNAL_SECRET must be one or two'],
    [
      'a secret that the others do not know',
      { INTERNAL_PUBLIC_KEYS: derivePublicKeys('another secret for all of them') },
      'INTERNAL_PUBLIC_KEYS lacks the key of jobs',
    ],
    ['a failing migration', { MIGRATION: 'create tabel x' }, 'syntax error at or near "tabel"'],
  ])('ends with one line for %s', async (_, env, complaint) => {
    const fixture = await given(env);

    expect(await fixture.exited).toBe(1);
    expect(fixture.stderrText()).toMatch(/^fixture: .*\n$/);
    expect(fixture.stderrText()).toContain(complaint);
  });

  it.each([
    ['2025a', 'are 2025a; 2025b or newer are needed'],
    ['', 'are none; 2025b or newer are needed'],
  ])('ends with one line for time zone data %j', async (release, complaint) => {
    const older = join(folder, 'older-zone-data.cjs');
    const versions = `{ ...process.versions, tz: ${JSON.stringify(release)} || undefined }`;
    writeFileSync(older, `Object.defineProperty(process, 'versions', { value: ${versions} });`);

    const fixture = await given({ NODE_OPTIONS: `--require ${older}` });

    expect(await fixture.exited).toBe(1);
    expect(fixture.stderrText()).toMatch(/^fixture: The time zone data of Node.js .*\n$/);
    expect(fixture.stderrText()).toContain(complaint);
  });

  it('ends with one line for data that are older than the first release', async () => {
    await (
      await given({}, 'migrate')
    ).exited;
    await withClient(DATABASE_URL, (client) =>
      client.query(`update migrations set name = 'CreateNotes1700000000000'`),
    );

    const fixture = await given();

    expect(await fixture.exited).toBe(1);
    expect(fixture.stderrText()).toBe(
      'fixture: Database: the data is older than the first release; start with another --data or database, or delete this one.\n',
    );
  });

  it('ends with one line for a wrong password', async () => {
    const url = new URL(DATABASE_URL);
    url.password = 'wrong';

    const fixture = await given({ DATABASE_URL: url.href });

    expect(await fixture.exited).toBe(1);
    expect(fixture.stderrText()).toMatch(/^fixture: Database: password authentication failed.*\n$/);
  });

  it('ends with one line that names the port in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };

    const fixture = await given({ PORT: String(port) });

    expect(await fixture.exited).toBe(1);
    expect(fixture.stderrText()).toBe(`fixture: PORT ${port} is already in use on 127.0.0.1.\n`);
    taken.close();
  });
});

describe('migrate', () => {
  it('brings the schema up to date and ends', async () => {
    const fixture = await given({}, 'migrate');

    expect(await fixture.exited).toBe(0);
    expect(fixture.lines).toContainEqual(
      expect.objectContaining({ migration: 'CreateNotes1764000000000' }),
    );
  });

  it('may run in several replicas at once', async () => {
    const fixtures = await Promise.all([given({}, 'migrate'), given({}, 'migrate'), given()]);

    expect(await fixtures[0]?.exited).toBe(0);
    expect(await fixtures[1]?.exited).toBe(0);
    if (fixtures[2]) await ready(fixtures[2]);
  });
});

describe('await-schema', () => {
  it('ends once somebody else has migrated the schema, and leaves that to them', async () => {
    const waiting = await given({}, 'await-schema');
    await soon(async () =>
      expect(waiting.lines).toContainEqual(
        expect.objectContaining({
          msg: 'waiting for PostgreSQL',
          err: expect.objectContaining({
            message: '1 migrations are not applied yet',
          }),
        }),
      ),
    );
    const migrated = await given({}, 'migrate');

    expect(await migrated.exited).toBe(0);
    expect(migrated.lines).toContainEqual(
      expect.objectContaining({ migration: 'CreateNotes1764000000000' }),
    );
    expect(await waiting.exited).toBe(0);
  });

  it('ends at once where the schema is ahead of it', async () => {
    expect(await (await given({}, 'migrate')).exited).toBe(0);

    const waiting = await given({}, 'await-schema');

    expect(await waiting.exited).toBe(0);
    expect(waiting.lines).toEqual([]);
  });
});

describe('prepare-stream', () => {
  it('makes with the administrator’s user what the process may not make with its own', async () => {
    const { url, urlOf } = claimTestNats();
    const own = { NATS_URL: urlOf('jobs'), PROCESS_NAME: 'jobs' };
    const fixture = await given(own);
    const says = async (nats: string) =>
      expect(JSON.parse((await get(`${fixture.probes}/readyz`)).text).parts).toMatchObject({
        nats,
      });
    await soon(() => says('degraded: NATS has no stream FSM: an administrator has to prepare it.'));

    const refused = await given(own, 'prepare-stream');
    expect(await refused.exited).toBe(1);
    expect(refused.stderrText()).toMatch(/^jobs: NATS at [\d.:]+: PERMISSIONS_VIOLATION\n$/);
    const prepared = await given({ NATS_URL: url }, 'prepare-stream');
    expect(await prepared.exited).toBe(0);

    await soon(() => says('ok'));
  });
});

describe('a process that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s answers the request under way and ends, the last part first',
    async (signal) => {
      const fixture = await given({ DRAIN_SECONDS: signal === 'SIGINT' ? '600' : '0' });
      await ready(fixture);
      const answer = get(`${fixture.url}/slow`);
      await soon(() => expect(fixture.lines.map(({ msg }) => msg)).toContain('slow request began'));

      fixture.child.kill(signal);

      await soon(async () => {
        const { status, text } = await get(`${fixture.probes}/readyz`);
        expect(status).toBe(503);
        expect(JSON.parse(text).parts.process).toBe('stopping');
      });
      expect(await answer).toEqual({ status: 200, text: 'done' });
      expect(await fixture.exited).toBe(0);
      const said = fixture.lines.map(({ msg }) => msg);
      expect(said.slice(said.indexOf('stopping'))).toEqual([
        'stopping',
        'second part stopped',
        'first part stopped',
        'stopped',
      ]);
    },
  );

  it('goes on serving while it drains, each answer the last of its connection', async () => {
    const fixture = await given({ DRAIN_SECONDS: '2' });
    await ready(fixture);

    fixture.child.kill('SIGTERM');

    await soon(async () => {
      expect(await get(`${fixture.probes}/readyz`)).toMatchObject({ status: 503 });
    });
    const { statusCode, headers, body } = await request(fixture.url);
    expect(statusCode).toBe(200);
    expect(headers.connection).toBe('close');
    expect(await body.text()).toBe('done');
    expect(fixture.lines.map(({ msg }) => msg)).not.toContain('stopped');
    expect(await fixture.exited).toBe(0);
    expect(between(fixture, 'stopping', 'second part stopped')).toBeGreaterThanOrEqual(2_000);
  });

  it('ends while it still waits for PostgreSQL', async () => {
    const port = await findFreePort();
    const fixture = await given({ DATABASE_URL: `postgres://svc_jobs:x@127.0.0.1:${port}/fsm` });
    await soon(async () => {
      expect(await get(`${fixture.probes}/livez`)).toMatchObject({ status: 200 });
    });

    fixture.child.kill('SIGTERM');

    expect(await fixture.exited).toBe(0);
  });

  it('ends when its launcher is gone', async () => {
    const fixture = await given({ FSM_PARENT_PIPE: '1' });
    await ready(fixture);

    fixture.child.stdin?.end();

    expect(await fixture.exited).toBe(0);
  });
});

it('ends after an error that nobody caught, with the error in its log', async () => {
  const fixture = await given();
  await ready(fixture);

  await get(`${fixture.url}/throw`).catch(() => undefined);

  expect(await fixture.exited).toBe(1);
  expect(fixture.lines).toContainEqual(
    expect.objectContaining({
      level: 'fatal',
      err: expect.objectContaining({ message: 'nobody caught this' }),
    }),
  );
});
