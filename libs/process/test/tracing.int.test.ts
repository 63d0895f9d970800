import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTestDatabase,
  claimTestNats,
  startTraceCollector,
  type TraceCollector,
} from '@svc/testing';
import { request } from 'undici';
import { buildFixture, endFixtures, get, givenFixture, soon } from './given';

const folder = mkdtempSync(join(tmpdir(), 'tracing-test-'));
const program = join(folder, 'main.js');
const received: { path: string | undefined; traceparent: unknown; body: string }[] = [];
let collector: Server;
let traces: TraceCollector;

beforeAll(async () => {
  buildFixture(program);
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { traceparent } = request.headers;
      const body = Buffer.concat(chunks).toString('latin1');
      received.push({ path: request.url, traceparent, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  traces = await startTraceCollector();
});

afterAll(async () => {
  await endFixtures();
  await new Promise((resolve) => collector.close(resolve));
  await traces.close();
  rmSync(folder, { recursive: true });
});

it('sends a request’s spans, its database queries and calls included, to the exporter at the latest at the end', async () => {
  const { port } = collector.address() as AddressInfo;
  const database = await createTestDatabase({ context: 'jobs', migrations: [] });
  const fixture = await givenFixture({
    program,
    env: {
      DATABASE_URL: database.url,
      NATS_URL: claimTestNats().url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_SERVICE_NAME: 'fixture',
    },
  });
  await soon(async () =>
    expect(await get(`${fixture.probes}/readyz`)).toMatchObject({ status: 200 }),
  );

  await (
    await request(`${fixture.url}/api/query?search=Olivia`, {
      headers: { 'user-agent': 'Browser 7' },
    })
  ).body.dump();
  await get(`${fixture.url}/ask?url=http://127.0.0.1:${port}`);
  fixture.child.kill('SIGTERM');

  expect(await fixture.exited).toBe(0);
  const sent = received
    .filter(({ path }) => path === '/v1/traces')
    .map(({ body }) => body)
    .join();
  expect(sent).toContain('fixture');
  expect(sent).toContain('http.');
  expect(sent).toContain('select 42');
  const traceOf = (path: string) => received.find((each) => each.path === path)?.traceparent;
  expect(traceOf('/ours?search=Olivia')).toEqual(expect.stringMatching(/^00-/));
  expect(sent).toContain('/ours');
  // Calls that leave the platform are neither traced nor mentioned.
  expect(received.map(({ path }) => path)).toContain('/theirs?token=hush');
  expect(traceOf('/theirs?token=hush')).toBeUndefined();
  // Internal calls are traced without values.
  for (const value of ['hush', 'Olivia', 'Browser 7', 'client.address']) {
    expect(sent).not.toContain(value);
  }
  await database.close();
});

it.each([
  ['jobs', 'takes over the trace of its caller', 'b7ad6b7169203331'],
  ['gateway', 'begins a trace, whatever a stranger names', undefined],
])('%s %s', async (name, _, parentSpanId) => {
  const database = await createTestDatabase({ context: 'jobs', migrations: [] });
  const built = join(folder, name, 'main.js');
  buildFixture(built);
  const fixture = await givenFixture({
    program: built,
    env: { DATABASE_URL: database.url, NATS_URL: claimTestNats().url, ...traces.environment },
  });
  await soon(async () =>
    expect(await get(`${fixture.probes}/readyz`)).toMatchObject({ status: 200 }),
  );

  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await (await request(`${fixture.url}/api/query`, { headers: { traceparent } })).body.dump();

  await soon(() =>
    expect(
      traces.spans.find(
        ({ service, attributes }) => service === name && attributes['url.path'] === '/api/…',
      ),
    ).toMatchObject({ kind: 'SERVER', parentSpanId }),
  );
  await database.close();
});
