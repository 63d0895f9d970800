import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { CONTEXT_HEADER, TOKEN_REJECTED_HEADER, type CallerIdentity } from '@svc/contracts';
import { eventually, getTestTrust } from '@svc/testing';
import { request } from 'undici';
import { aGateway, type AGateway, type AGatewayOptions } from './a-gateway';
import { sendBytes, sendRaw } from './raw-http';

const SERVICE_TIMEOUT_MS = 400;
const SOMEBODY: CallerIdentity = {
  reach: 'internal',
  companyId: 0,
  zone: 'UTC',
  country: 'US',
  actor: 'ui',
  scopes: [],
};

let gateway: AGateway;

const given = (options: AGatewayOptions = {}): void => {
  beforeAll(async () => {
    gateway = await aGateway({ serviceTimeoutMs: SERVICE_TIMEOUT_MS, ...options });
  });
  beforeEach(() => void gateway.service.seen.splice(0));
  afterEach(() => gateway.service.behaveWell());
  afterAll(() => gateway.close());
};

const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) =>
    get(`${gateway.url}${path}`, { headers, agent: false }, resolve).once('error', reject),
  );
const textOf = async (message: IncomingMessage): Promise<string> =>
  Buffer.concat((await message.toArray()) as Buffer[]).toString();
const longerThanADeadline = () => {
  const since = performance.now();
  return eventually(() =>
    expect(performance.now() - since).toBeGreaterThan(2 * SERVICE_TIMEOUT_MS),
  );
};
/** A number, because printing responses takes seconds. */
const openOf = (responses: readonly ServerResponse[]): number =>
  responses.filter(({ closed }) => !closed).length;
const lines = (first: string, ...more: readonly string[]): string =>
  [first, 'Host: x', 'Connection: close', ...more, '', ''].join('\r\n');

describe('a request to the dashboard', () => {
  given();

  it.each([
    ['GET', '/dashboard'],
    ['GET', '/dashboard/'],
    ['GET', '/dashboard/jobs/7?status=In%20Progress&x=/../..%2f'],
    ['HEAD', '/dashboard/files/index-D4f_9.js'],
    ['DELETE', '/dashboard/api/session'],
  ])('(%s %s) is passed on as it is, without a key', async (method, path) => {
    const { status } = await gateway.ask(path, { method });

    expect(status).toBe(200);
    expect(gateway.service.seen).toMatchObject([{ method, url: path }]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s takes its body along', async (method) => {
    const answer = await gateway.ask('/dashboard/api/me', { method, body: { name: 'Ada' } });

    expect(answer.status).toBe(method === 'POST' ? 201 : 200);
    expect(gateway.service.seen).toMatchObject([{ method, body: '{"name":"Ada"}' }]);
  });

  it('takes a chunked body along with its length', async () => {
    const body = '{"name":"Ada"}';
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    await sendRaw(
      gateway.port,
      lines('PUT /dashboard/api/me HTTP/1.1', 'Transfer-Encoding: chunked') + chunk,
    );

    expect(gateway.service.seen).toMatchObject([
      { body, headers: { 'content-length': String(body.length) } },
    ]);
  });

  it('is vouched for by the gateway, for nobody in particular', async () => {
    const { headers } = await gateway.ask('/dashboard/api/session');

    const [seen] = gateway.service.seen;
    const nowMs = gateway.clock.now().getTime();
    const statement = getTestTrust('dashboard').verify(
      String(seen?.headers[CONTEXT_HEADER]),
      nowMs,
    );
    expect(statement).toEqual({
      ...SOMEBODY,
      issuer: 'gateway',
      audience: 'dashboard',
      operation: undefined,
      expiresAtMs: nowMs + 40_000,
    });
    expect(seen?.headers['x-request-id']).toBe(headers['x-request-id']);
    expect(headers['x-request-id']).toMatch(/^req_/);
  });

  it('reaches the service with the headers that it needs, and with none that speaks for the gateway', async () => {
    const own = {
      'accept': 'application/json',
      'accept-encoding': 'br, gzip',
      'cookie': 'fsm_session=secret; theme=dark',
      'idempotency-key': 'abc-1',
      'if-match': '"7"',
      'if-none-match': '"abc"',
      'last-event-id': '17',
      'origin': 'http://x',
      'sec-fetch-site': 'same-origin',
      'user-agent': 'a browser',
      'x-unattended': 'true',
    };
    const hostile = [
      'X-API-Key: svc_live_x',
      'X-SVC-Context: forged',
      'X-Request-Id: mine',
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Host: evil',
      'Forwarded: for=1.2.3.4',
      'X-Real-IP: 1.2.3.4',
      'X-HTTP-Method-Override: DELETE',
      'X-Original-URL: /admin/users',
      'Keep-Alive: timeout=5',
      'TE: trailers',
    ];
    await sendRaw(
      gateway.port,
      lines(
        'GET /dashboard/api/session HTTP/1.1',
        ...Object.entries(own).map(([name, value]) => `${name}: ${value}`),
        ...hostile,
      ),
    );

    expect(gateway.service.seen[0]?.headers).toEqual({
      ...own,
      'host': 'dashboard',
      'connection': 'keep-alive',
      [CONTEXT_HEADER]: expect.stringContaining('gateway.'),
      'x-request-id': expect.stringMatching(/^req_/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'x',
    });
  });

  it('is answered with what the service says, but for what concerns its own connection', async () => {
    gateway.service.behave((_, response) => {
      response.writeHead(303, {
        'Set-Cookie': ['fsm_session=one; HttpOnly', 'b=2'],
        'Location': '/dashboard/sign-in',
        'Content-Encoding': 'br',
        'Content-Security-Policy': "default-src 'self'",
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Type': 'text/css',
        'Keep-Alive': 'timeout=1',
        'Server': 'koa',
        'X-Powered-By': 'koa',
        'X-Request-Id': 'another',
      });
      response.end('compressed');
    });

    const answer = await open('/dashboard/style.css');

    expect(answer.statusCode).toBe(303);
    expect(answer.headers).toEqual({
      'set-cookie': ['fsm_session=one; HttpOnly', 'b=2'],
      'location': '/dashboard/sign-in',
      'content-encoding': 'br',
      'content-security-policy': "default-src 'self'",
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css',
      'x-request-id': expect.stringMatching(/^req_/),
      'date': expect.any(String),
      'connection': 'close',
      'transfer-encoding': 'chunked',
    });
    expect(await textOf(answer)).toBe('compressed');
  });

  it('is not kept by a cache unless the service says so', async () => {
    const { headers } = await gateway.ask('/dashboard');

    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([304, 204])('is answered %d without a body', async (status) => {
    gateway.service.behave((_, response) => response.writeHead(status, { etag: '"a"' }).end());

    const answer = await open('/dashboard/files/a.js');

    expect([answer.statusCode, answer.headers['etag'], await textOf(answer)]).toEqual([
      status,
      '"a"',
      '',
    ]);
  });

  it('is answered to a client of HTTP/1.0 too', async () => {
    gateway.service.behave((_, response) => {
      response.write('one ');
      response.end('two');
    });

    const { status, headers, body } = await sendRaw(
      gateway.port,
      'GET /dashboard HTTP/1.0\r\n\r\n',
    );

    expect([status, headers['transfer-encoding'], body]).toEqual([200, undefined, 'one two']);
  });

  it.each([
    ['OPTIONS', '/dashboard', 405, 'method_not_allowed'],
    ['TRACE', '/dashboard/api', 405, 'method_not_allowed'],
    ['GET', '/dashboard/../admin/users', 404, 'not_found'],
    ['GET', '/dashboard/%2e%2e/admin/users', 404, 'not_found'],
    ['GET', '/dashboard/..', 404, 'not_found'],
    ['GET', '/dashboard//api', 404, 'not_found'],
    ['GET', '/dashboard/a%2fb', 404, 'not_found'],
    ['GET', '/dashboard/\\evil', 404, 'not_found'],
    ['GET', '/Dashboard', 401, 'unauthorized'],
    ['GET', '/dashboards', 401, 'unauthorized'],
    ['GET', 'http://x/dashboard', 401, 'unauthorized'],
  ])('(%s %s) is refused with %d %s', async (method, path, status, error) => {
    const answer = await sendRaw(gateway.port, lines(`${method} ${path} HTTP/1.1`));

    expect([answer.status, (JSON.parse(answer.body) as { error: string }).error]).toEqual([
      status,
      error,
    ]);
    if (status === 405) expect(answer.headers['allow']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    if (status === 404 || status === 405)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-rate'))).toEqual([]);
    expect(gateway.service.seen).toEqual([]);
  });

  it.each([
    ['two hosts', ['Host: y'], 400, 'bad_request'],
    ['an upgrade', ['Connection: Upgrade', 'Upgrade: websocket'], 400, 'bad_request'],
    ['too long a body', ['Content-Length: 1048577'], 413, 'payload_too_large'],
    [
      'too many headers',
      Array.from({ length: 101 }, (_, n) => `a${n}: 1`),
      431,
      'headers_too_large',
    ],
  ])('with %s is refused as for the API', async (_, more, status, error) => {
    const answer = await sendRaw(gateway.port, lines('POST /dashboard/api/me HTTP/1.1', ...more));

    expect([answer.status, (JSON.parse(answer.body) as { error: string }).error]).toEqual([
      status,
      error,
    ]);
    expect(gateway.service.seen).toEqual([]);
  });

  it.each(['evil host', 'a,b', 'x"onload=', 'user@x'])(
    'from a Host %j is refused',
    async (host) => {
      const head = ['GET /dashboard HTTP/1.1', `Host: ${host}`, 'Connection: close', '', ''];
      const { status } = await sendRaw(gateway.port, head.join('\r\n'));

      expect(status).toBe(400);
      expect(gateway.service.seen).toEqual([]);
    },
  );

  it('leaves a line without cookie and values, and is measured as the dashboard’s', async () => {
    gateway.service.behave((_, response) => response.writeHead(403).end('{}'));
    const { headers } = await gateway.ask('/dashboard/api/activity?user=ada@acme.example', {
      headers: { cookie: 'fsm_session=the-secret' },
    });

    await eventually(() => {
      const line = gateway.logged.find((each) => each['request_id'] === headers['x-request-id']);
      expect(line).toMatchObject({
        method: 'GET',
        address: '/dashboard/api/…?user',
        status: 403,
      });
    });
    expect(JSON.stringify(gateway.logged)).not.toMatch(/the-secret|ada@acme/);
    const metrics = await gateway.metrics.metrics();
    expect(metrics).toContain('route="dashboard",status="403"');
  });
});

describe('a request that breaks off', () => {
  given({ timeouts: { headersMs: 1_000, requestMs: 1_000 }, serviceTimeoutMs: 20_000 });

  const API = '/api/v1/jobs';
  const PEOPLES = '/dashboard/api/jobs';
  const CHUNKED = 'Transfer-Encoding: chunked';
  let key: string;
  beforeAll(async () => {
    const { slug } = await gateway.givenCompany();
    key = (await gateway.givenKey(slug)).key;
  });

  /** A connection whose first request the service holds. */
  async function holding(bytes: string) {
    const held: ServerResponse[] = [];
    gateway.service.behave((_, response) => void held.push(response));
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (data: string) => (text += data));
    socket.write(bytes);
    await eventually(() => expect(held.length).toBeGreaterThan(0));
    return { held, socket, statuses: () => text.match(/(?<=HTTP\/1.1 )\d+/g) ?? [] };
  }
  const behindHeld = (head: string) =>
    holding(`GET /dashboard/held HTTP/1.1\r\nHost: x\r\n\r\n${head}`);
  const refusals = (): number => gateway.logged.filter((line) => line['status'] === 408).length;

  it.each([
    ['GET', PEOPLES],
    ['HEAD', PEOPLES],
    ['GET', API],
  ])('ends its call, whose answer nobody gets: %s %s', async (method, path) => {
    const { held, socket, statuses } = await holding(
      lines(`${method} ${path} HTTP/1.1`, CHUNKED, `X-API-Key: ${key}`),
    );

    socket.write('no length\r\n');
    await eventually(() => expect(openOf(held)).toBe(0));
    held[0]?.end('late');

    await eventually(() => expect(statuses()).toEqual(['400']));
    expect((await gateway.ask('/healthz')).status).toBe(200);
    socket.destroy();
  });

  it.each([
    ['POST', PEOPLES, ''],
    ['POST', API, ''],
    ['POST', API, 'Idempotency-Key: too-late'],
  ])(
    'behind another one, is not passed on when the rest comes after its 408: %s %s %s',
    async (method, path, more) => {
      const before = refusals();
      const { held, socket, statuses } = await behindHeld(
        lines(
          `${method} ${path} HTTP/1.1`,
          ...['Content-Length: 2', 'Content-Type: application/json', `X-API-Key: ${key}`],
          ...(more ? [more] : []),
        ),
      );
      socket.write('{');
      await eventually(() => expect(refusals()).toBe(before + 1));

      socket.write('}');
      // The earlier bytes have been read by then.
      expect((await gateway.ask('/healthz')).status).toBe(200);
      held[0]?.end('first');

      await eventually(() => expect(statuses()).toEqual(['200', '408']));
      expect((await gateway.ask('/healthz')).status).toBe(200);
      expect(held).toHaveLength(1);
      socket.destroy();
    },
  );
});

describe('a person’s address, protocol and host', () => {
  given({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });

  it.each([
    [{}, '127.0.0.1', 'http', 'own'],
    [
      {
        'x-forwarded-for': '198.51.100.7, 10.0.0.3',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'fsm.example:8443',
      },
      '198.51.100.7',
      'https',
      'fsm.example:8443',
    ],
    [{ 'x-forwarded-proto': 'https, http' }, '127.0.0.1', 'http', 'own'],
    [{ 'x-forwarded-host': 'evil.example, fsm.example' }, '127.0.0.1', 'http', 'fsm.example'],
  ])('are as trusted proxies say: %j', async (headers, address, proto, host) => {
    await request(`${gateway.url}/dashboard`, { headers: { host: 'own', ...headers } });

    expect(gateway.service.seen[0]?.headers).toMatchObject({
      'x-forwarded-for': address,
      'x-forwarded-proto': proto,
      'x-forwarded-host': host,
    });
  });
});

describe('an answer of the dashboard', () => {
  given();

  const MANY = 64 * 1024 * 1024;

  it('is passed on as it comes, and never held as a whole', async () => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    let sent = 0;
    gateway.service.behave((_, response) => {
      const more = (): void => {
        while (sent < MANY) {
          sent += piece.length;
          if (!response.write(piece)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });

    const answer = await open('/dashboard/files/large.js');
    let before = -1;
    let unchanged = 0;
    // Nobody reads, so the service halts long before its end and is not timed.
    await eventually(() => {
      unchanged = sent === before ? unchanged + 1 : 0;
      before = sent;
      expect(unchanged).toBeGreaterThan(20);
    });
    await longerThanADeadline();
    expect(sent).toBe(before);
    expect(sent).toBeLessThan(MANY / 2);

    let bytes = 0;
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(MANY);
  }, 30_000);

  it('that breaks off in the middle breaks off for the browser too', async () => {
    gateway.service.behave((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      response.once('drain', () => undefined);
      setImmediate(() => response.destroy());
    });

    await expect(open('/dashboard/a.js').then(textOf)).rejects.toThrow(/aborted/);

    await eventually(() =>
      expect(gateway.logged.at(-1)).toMatchObject({
        msg: 'request failed',
        err: { message: 'The dashboard broke off its response.' },
      }),
    );
  });

  it('that stops in the middle is broken off', async () => {
    gateway.service.behave((_, response) => response.write('half'));

    await expect(open('/dashboard/a.js').then(textOf)).rejects.toThrow(/aborted/);
  });

  it('that never begins is a 500, and a page for a browser that asks for one', async () => {
    gateway.service.behave(() => undefined);

    const [data, page] = await Promise.all([
      gateway.ask('/dashboard/api/session'),
      open('/dashboard/jobs', { accept: 'text/html,*/*;q=0.8' }),
    ]);

    expect(data).toMatchObject({
      status: 500,
      body: { success: false, error: 'internal_error', request_id: data.headers['x-request-id'] },
    });
    expect(data.headers['x-ratelimit-limit']).toBeUndefined();
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      500,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const html = await textOf(page);
    expect(html).toContain('<h1>The dashboard is not available</h1>');
    expect(html).toContain(`Request ${page.headers['x-request-id']}`);
  });

  it('that does not accept what the gateway says is a 500, and nobody is asked to sign in', async () => {
    gateway.service.behave((_, response) => {
      response.writeHead(401, { [TOKEN_REJECTED_HEADER]: '1' }).end('{"error":"unauthorized"}');
    });

    const { status, headers, body } = await gateway.ask('/dashboard/api/session');

    expect([status, body['error']]).toEqual([500, 'internal_error']);
    expect(headers[TOKEN_REJECTED_HEADER]).toBeUndefined();
  });

  it('ends at the service when its browser leaves', async () => {
    let held: ServerResponse | undefined;
    gateway.service.behave((_, response) => {
      held = response;
      response.write('half');
    });
    const answer = await open('/dashboard/a.js');

    answer.destroy();

    await eventually(() => expect(held?.closed).toBe(true));
    await eventually(async () =>
      expect(await gateway.metrics.metrics()).toContain('error="client_left"'),
    );
  });

  it('ends at the service when its browser leaves before it begins', async () => {
    const begun: ServerResponse[] = [];
    gateway.service.behave((_, response) => void begun.push(response));
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(lines('GET /dashboard/a HTTP/1.1'));
    await eventually(() => expect(begun.length).toBe(1));

    socket.destroy();

    await eventually(() => expect(begun[0]?.closed).toBe(true));
  });
});

describe('a dashboard that is not there', () => {
  given({ urls: { dashboard: 'http://127.0.0.1:1' } });

  it('is a page with status 500 for a browser, JSON for its scripts, and no concern of the API', async () => {
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);

    const page = await open('/dashboard', { accept: 'text/html' });
    const data = await gateway.ask('/dashboard/api/session', { headers: { accept: '*/*' } });
    const posted = await gateway.ask('/dashboard/api/session', {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: {},
    });

    expect([page.statusCode, await textOf(page)]).toEqual([
      500,
      expect.stringContaining('The dashboard is not available'),
    ]);
    expect([data.status, data.body['error']]).toEqual([500, 'internal_error']);
    expect([posted.status, posted.body['error']]).toEqual([500, 'internal_error']);
    expect((await gateway.ask('/api/v1/jobs', { key })).status).toBe(200);
  });
});

describe('event streams', () => {
  given({ dashboard: { streams: { total: 5, perClient: 3 } }, trustedProxies: ['127.0.0.1'] });

  let held: ServerResponse[];
  beforeEach(() => {
    held = [];
    gateway.service.behave((_, response) => {
      held.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
  });

  const LIVE = '/dashboard/api/live';
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const ended = async (message: IncomingMessage) => {
    message.destroy();
    await eventually(() => expect(openOf(held)).toBe(0));
  };

  it('pass at once, event by event, for longer than any deadline', async () => {
    const stream = await open(LIVE);
    const pieces = stream[Symbol.asyncIterator]();

    for (const text of ['id: 1\ndata: a\n\n', 'id: 2\ndata: b\n\n']) {
      held[0]?.write(text);
      const { value } = (await pieces.next()) as { value: Buffer };
      expect(value.toString()).toBe(text);
      await longerThanADeadline();
    }
    await ended(stream);
  });

  it('are measured when they begin', async () => {
    const stream = await open(LIVE);

    expect(await gateway.metrics.metrics()).toContain('route="dashboard",status="200"');
    await ended(stream);
  });

  it('are so many for each address and in all, and make room when they end', async () => {
    const three = await Promise.all([1, 2, 3].map(() => open(LIVE, from('192.0.2.1'))));
    const fourth = await open(LIVE, from('192.0.2.1'));
    const two = await Promise.all([1, 2].map(() => open(LIVE, from('192.0.2.2'))));
    const sixth = await open(LIVE, from('192.0.2.3'));

    for (const refused of [fourth, sixth]) {
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
      expect(JSON.parse(await textOf(refused))).toMatchObject({
        error: 'rate_limit_exceeded',
        retry_after: 5,
      });
    }
    expect([...three, ...two].map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    // A rejected stream is not held at the service either.
    await eventually(() => expect(openOf(held)).toBe(5));

    for (const stream of [...three, ...two]) stream.destroy();
    await eventually(() => expect(openOf(held)).toBe(0));
    const again = await open(LIVE, from('192.0.2.1'));
    expect(again.statusCode).toBe(200);
    await ended(again);
  });

  it('break off with the service, so that the browser asks again', async () => {
    const stream = await open(LIVE);

    held[0]?.destroy();

    await expect(textOf(stream)).rejects.toThrow(/aborted/);
  });

  it('end when the gateway stops, also those that begin meanwhile', async () => {
    const stream = await open(LIVE);
    held[0]?.write('data: a\n\n');
    await once(stream, 'readable');

    gateway.dashboard.endStreams();

    expect(await textOf(stream)).toBe('data: a\n\n');
    expect(await textOf(await open(LIVE))).toBe('');
    await eventually(() => expect(held.every(({ closed }) => closed)).toBe(true));
  });
});

describe('the limits of people', () => {
  given({
    dashboard: { limits: { perSession: 3, perClient: 5 } },
    trustedProxies: ['127.0.0.1'],
  });
  beforeEach(() => gateway.clock.advance(60_000));

  const ask = (address: string, cookie?: string) =>
    gateway.ask('/dashboard/api/session', {
      headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
    });

  it('are of a client address in any minute, whatever its cookies', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await ask('192.0.2.1', `fsm_session=${n}`)).status).toBe(200);
    }

    const refused = await ask('192.0.2.1', 'fsm_session=6');

    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      body: { error: 'rate_limit_exceeded', retry_after: 60 },
    });
    expect(refused.body['message']).toContain('for each client address');
    expect(Object.keys(refused.headers).filter((name) => name.startsWith('x-rate'))).toEqual([]);
    expect(gateway.service.seen).toHaveLength(5);
    expect((await ask('192.0.2.2', 'fsm_session=6')).status).toBe(200);
    gateway.clock.advance(60_000);
    expect((await ask('192.0.2.1')).status).toBe(200);
  });

  it('are of a client, which has all addresses of an IPv6 network', async () => {
    for (const n of [1, 2, 3, 4, 5]) expect((await ask(`2001:db8:1:2::${n}`)).status).toBe(200);

    expect((await ask('2001:db8:1:2:ffff::6')).status).toBe(429);
    expect((await ask('2001:db8:1:3::6')).status).toBe(200);
  });

  it.each(['fsm_session=mine', 'theme=dark; __Secure-fsm_session=mine'])(
    'are of a session, wherever it asks from: %s',
    async (cookie) => {
      for (const n of [1, 2, 3]) expect((await ask(`192.0.2.${n}`, cookie)).status).toBe(200);

      const refused = await ask('192.0.2.4', cookie);

      expect(refused.status).toBe(429);
      expect(refused.body['message']).toContain('for each session');
      expect((await ask('192.0.2.4', 'fsm_session=other')).status).toBe(200);
    },
  );

  it.each<[string, (n: number) => string]>([
    ['beside another under the other name', (n) => `__Secure-fsm_session=${n}; fsm_session=mine`],
    ['in quotes and without', (n) => (n % 2 ? 'fsm_session=mine' : 'fsm_session="mine"')],
  ])('are of a session, whose cookie is sent %s', async (_, cookie) => {
    for (const n of [1, 2, 3]) expect((await ask(`192.0.2.${n}`, cookie(n))).status).toBe(200);

    expect((await ask('192.0.2.4', cookie(4))).status).toBe(429);
  });

  it('are told to the log and the metrics by name, and keep no cookie', async () => {
    for (let n = 0; n < 6; n += 1) await ask('192.0.2.9', 'fsm_session=kept-secret');

    expect(gateway.logged.at(-1)).toMatchObject({
      error: 'rate_limit_exceeded',
      limit: 'dashboard_requests_per_minute',
    });
    expect(await gateway.metrics.metrics()).toContain('limit="dashboard_requests_per_minute"');
    expect(JSON.stringify(gateway.logged)).not.toContain('kept-secret');
  });
});

describe('a calendar', () => {
  given();

  const nameLink = (end: string): string => `/calendar/${'s3cr-t_'.repeat(6)}${end}.ics`;

  it('is reached without a key, by GET and HEAD alone', async () => {
    const link = nameLink('1');
    expect(await gateway.ask(link, { headers: { 'if-none-match': '"x"' } })).toMatchObject({
      status: 200,
    });
    expect(gateway.service.seen.at(-1)).toMatchObject({
      url: link,
      headers: { 'if-none-match': '"x"' },
    });
    expect((await gateway.ask(link, { method: 'POST', body: {} })).status).toBe(405);
    expect((await gateway.ask('/calendar')).status).toBe(401);
    expect((await gateway.ask('/calendars/x')).status).toBe(401);
  });

  it('has limits of its own, of the link and of the client, and its link is in no log', async () => {
    const link = nameLink('2');
    for (let n = 0; n < 30; n += 1) expect((await gateway.ask(link)).status).toBe(200);

    const refused = await gateway.ask(link);

    expect(refused.status).toBe(429);
    expect(refused.body['message']).toContain('calendars per minute for each link');
    expect((await gateway.ask('/calendar/other.ics')).status).toBe(200);
    expect((await gateway.ask('/dashboard/api/session')).status).toBe(200);
    expect(gateway.logged).toContainEqual(
      expect.objectContaining({ address: '/calendar/…', limit: 'calendar_requests_per_minute' }),
    );
    expect(JSON.stringify(gateway.logged)).not.toContain('s3cr-t');
    expect(JSON.stringify(refused)).not.toContain('s3cr-t');
  });
});

describe('what people do to the API', () => {
  given({ dashboard: { streams: { total: 600, perClient: 600 } }, serviceTimeoutMs: 20_000 });

  const STREAMS = 500;

  it('is nothing: with 500 streams open and requests that hang it answers as before', async () => {
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);
    const held: ServerResponse[] = [];
    gateway.service.behave((asked, response) => {
      if (!asked.url?.startsWith('/dashboard')) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
        return;
      }
      held.push(response);
      if (asked.url.endsWith('/live')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      }
    });
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, () => open('/dashboard/api/live')),
    );
    const hanging = Array.from({ length: 100 }, () => {
      const asked = httpRequest(`${gateway.url}/dashboard/api/jobs`, { agent: false });
      asked.on('error', () => undefined).end();
      return asked;
    });
    await eventually(() => expect(held.length).toBe(STREAMS + 100), { within: 10_000 });

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => gateway.ask('/api/v1/jobs', { key })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(held.every(({ closed }) => !closed)).toBe(true);
    for (const { breaker } of Object.values(gateway.parts.upstreams)) {
      expect([breaker.opened, breaker.stats.failures]).toEqual([false, 0]);
    }
    for (const each of [...streams, ...hanging]) each.destroy();
    await eventually(() => expect(held.every(({ closed }) => closed)).toBe(true));
  }, 40_000);

  it('is nothing that fills its memory: so many bodies and requests of an address at once', async () => {
    const body = 'x'.repeat(1024 * 1024);
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const held: ServerResponse[] = [];
    gateway.service.behave((_, response) => void held.push(response));
    const post = (): Promise<number> =>
      request(`${gateway.url}/dashboard/api/me`, {
        method: 'POST',
        body,
        bodyTimeout: 20_000,
      }).then(async (answer) => {
        await answer.body.dump();
        return answer.statusCode;
      });
    const first = Array.from({ length: 8 }, post);
    await eventually(() => expect(held.length).toBe(8), { within: 10_000 });

    expect(await post()).toBe(429);

    for (const response of held) response.end();
    expect(await Promise.all(first)).toEqual(Array(8).fill(200));
    for (const { body: seen } of gateway.service.seen) {
      expect(createHash('sha256').update(seen).digest('hex')).toBe(bodyHash);
    }
    const again = post();
    await eventually(() => expect(held.length).toBe(9), { within: 10_000 });
    held.at(-1)?.end();
    expect(await again).toBe(200);
  }, 40_000);

  it('is nothing that uses up its room: bodies whose clients leave within them', async () => {
    gateway.service.behave((_, response) => void response.end());
    const head = 'POST /dashboard/api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n';
    for (let n = 0; n < 8; n += 1) {
      await sendBytes(gateway.port, [head, 'x'.repeat(100_000)], { waitMs: 50 });
    }

    const post = async (): Promise<number> => {
      const body = 'x'.repeat(1024 * 1024);
      const answer = await request(`${gateway.url}/dashboard/api/me`, { method: 'POST', body });
      await answer.body.dump();
      return answer.statusCode;
    };
    await eventually(async () => expect(await post()).toBe(200), { within: 10_000 });
  }, 40_000);
});

describe('what a few clients hold of what all share', () => {
  given({ trustedProxies: ['127.0.0.1'], serviceTimeoutMs: 20_000 });

  let opened: Socket[];
  beforeEach(() => void (opened = []));
  afterEach(() => opened.forEach((socket) => socket.destroy()));

  /** Begins requests whose bodies never come. */
  const hold = async (address: string, count: number, bytes: number): Promise<number> => {
    const head = lines(
      'POST /dashboard/api/me HTTP/1.1',
      `X-Forwarded-For: ${address}`,
      'Expect: 100-continue',
      `Content-Length: ${bytes}`,
    );
    const answers = Array.from({ length: count }, async () => {
      const socket = connect(gateway.port, '127.0.0.1');
      opened.push(socket);
      socket.write(head);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString('latin1');
    });
    return (await Promise.all(answers)).filter((answer) => answer.includes(' 100 ')).length;
  };
  const ask = (options: Parameters<AGateway['ask']>[1] = {}) =>
    gateway.ask('/dashboard/api/me', { ...options, headers: { 'x-forwarded-for': '192.0.2.9' } });

  it('leaves room for the body of another one', async () => {
    for (const n of [1, 2, 3, 4]) {
      const held = await hold(`192.0.2.${n}`, 8, 1024 * 1024);
      expect(held).toBe(n < 4 ? 8 : 4);
    }

    expect((await ask({ method: 'POST', body: { name: 'x'.repeat(100_000) } })).status).toBe(201);
  });

  it('is nothing where they send small bodies slowly', async () => {
    for (const n of [1, 2, 3, 4]) expect(await hold(`192.0.2.${n}`, 500, 10)).toBe(500);

    expect((await ask()).status).toBe(200);
    expect((await ask({ method: 'POST', body: { name: 'Ada' } })).status).toBe(201);
  }, 40_000);

  it('leaves room for requests of another one where the dashboard hangs', async () => {
    const held: ServerResponse[] = [];
    gateway.service.behave((_, response) => void held.push(response));
    const head = (n: number) =>
      lines('GET /dashboard/api/me HTTP/1.1', `X-Forwarded-For: 192.0.2.${n}`);
    for (const n of [1, 2, 3, 4]) {
      for (let each = 0; each < 500; each += 1) {
        const socket = connect(gateway.port, '127.0.0.1');
        opened.push(socket);
        socket.write(head(n));
      }
      const most = n < 4 ? 500 * n : 1_750;
      await eventually(() => expect(held.length).toBe(most), { within: 20_000 });
    }

    const answer = ask();
    await eventually(() => expect(held.length).toBe(1_751), { within: 10_000 });
    held.at(-1)?.end('{}');
    expect((await answer).status).toBe(200);
  }, 60_000);
});
