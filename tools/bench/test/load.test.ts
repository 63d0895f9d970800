import { createServer, type RequestListener } from 'node:http';
import { runLoad, type RequestLoad } from '../src/load/load';
import { listenLocally } from '../src/servers/listen';

const servers: ReturnType<typeof createServer>[] = [];

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  return listenLocally(server);
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const load = (port: number, overrides: Partial<RequestLoad> = {}): RequestLoad => ({
  port,
  method: 'GET',
  path: '/here?id=1',
  headers: { 'x-api-key': 'k' },
  connections: 4,
  until: { requests: 100 },
  ...overrides,
});

it('sends so many requests, each with its headers and body, and counts the answers', async () => {
  const seen: string[] = [];
  const port = await serve(async (request, response) => {
    const chunks = await request.toArray();
    seen.push(
      `${request.method} ${request.url} ${request.headers['x-api-key']} ${chunks.join('')}`,
    );
    // Two parts: the response is complete when its length says so.
    response.writeHead(201, { 'content-length': 6 }).write('abc');
    setImmediate(() => response.end('def'));
  });

  const result = await runLoad(load(port, { method: 'POST', body: '{"a":"é"}' }));

  expect(result.answered).toBe(100);
  expect(new Set(seen)).toEqual(new Set(['POST /here?id=1 k {"a":"é"}']));
  expect(seen).toHaveLength(100);
  expect(result.perSecond).toBeCloseTo((100 / result.elapsedMs) * 1_000);
});

it('gives each connection its own path, in turn', async () => {
  const seen = new Map<string, number>();
  const port = await serve(({ url = '' }, response) => {
    seen.set(url, (seen.get(url) ?? 0) + 1);
    response.end('ok');
  });

  await runLoad(load(port, { path: ['/a', '/b'], connections: 3 }));

  expect([...seen.keys()].sort()).toEqual(['/a', '/b']);
  expect((seen.get('/a') ?? 0) + (seen.get('/b') ?? 0)).toBe(100);
});

it('sends several bodies one after the other on each connection', async () => {
  const seen: string[] = [];
  const port = await serve(async (request, response) => {
    seen.push((await request.toArray()).join(''));
    response.end('ok');
  });

  await runLoad(load(port, { method: 'PUT', body: ['one', 'two'], connections: 1 }));

  expect(seen.slice(0, 4)).toEqual(['one', 'two', 'one', 'two']);
});

it('keeps to a rate', async () => {
  const port = await serve((_, response) => response.end('ok'));

  const { answered } = await runLoad(load(port, { rate: 200, until: { seconds: 1 } }));

  expect(answered).toBeGreaterThan(150);
  expect(answered).toBeLessThanOrEqual(201);
});

it.each([
  [
    'an answer that is no success',
    (_: unknown, response) => response.writeHead(429, { 'content-length': 2 }).end('no'),
  ],
  ['an answer of no stated length', (_: unknown, response) => response.writeHead(200).end('no')],
  ['a connection that is closed', (request) => request.socket.destroy()],
] satisfies [string, RequestListener][])('fails on %s', async (_, answer) => {
  const port = await serve(answer);
  await expect(runLoad(load(port))).rejects.toThrow(/429|Content-Length|closed|ECONNRESET/);
});
