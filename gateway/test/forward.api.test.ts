import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { CONTEXT_HEADER, TOKEN_REJECTED_HEADER } from '@svc/contracts';
import { eventually, getTestTrust } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';
import { sendBytes, sendRaw } from './raw-http';

describe('an admitted request', () => {
  let gateway: AGateway;
  let key: string;
  let keyId: number;
  let companyId: number;

  beforeAll(async () => {
    gateway = await aGateway({ serviceTimeoutMs: 400 });
    const company = await gateway.givenCompany();
    companyId = company.id;
    ({ key, id: keyId } = await gateway.givenKey(company.slug, {
      scopes: ['jobs:read', 'jobs:write', 'inventory:write'],
    }));
  });
  afterEach(() => gateway.service.behaveWell());
  afterAll(() => gateway.close());

  it("is answered by the service, with the request's id and the limit", async () => {
    const { status, headers, body } = await gateway.ask('/api/v1/jobs?status=Pending', { key });

    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': body['request_id'],
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '299',
      'x-ratelimit-reset': String(gateway.clock.now().getTime() / 1_000 + 60),
    });
    expect(gateway.service.seen.at(-1)).toMatchObject({
      method: 'GET',
      url: '/api/v1/jobs?status=Pending',
    });
  });

  it('vouches for its caller with a signed context', async () => {
    const { headers } = await gateway.ask('/api/v1/jobs', { key });

    const context = String(gateway.service.seen.at(-1)?.headers[CONTEXT_HEADER]);
    const nowMs = gateway.clock.now().getTime();
    expect(getTestTrust('jobs').verify(context, nowMs)).toEqual({
      issuer: 'gateway',
      audience: 'jobs',
      operation: 'listJobs',
      reach: 'api',
      companyId,
      zone: 'UTC',
      country: 'US',
      actor: `api_key:${keyId}`,
      scopes: ['jobs:read', 'jobs:write', 'inventory:read', 'inventory:write'],
      expiresAtMs: nowMs + 40_000,
    });
    expect(gateway.service.seen.at(-1)?.headers['x-request-id']).toBe(headers['x-request-id']);
  });

  it('reaches the service with nothing that a client could trick it with', async () => {
    const hostile = [
      'X-SVC-Context: forged',
      'x-svc-company: 1',
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Host: evil',
      'Forwarded: for=1.2.3.4',
      'X-Real-IP: 1.2.3.4',
      'X-HTTP-Method-Override: DELETE',
      'X-HTTP-Method: DELETE',
      'X-Original-URL: /admin/jobs',
      'X-Rewrite-URL: /admin/jobs',
      'X-Request-Id: mine',
      'Connection: close, X-SVC-Context, X-Request-Id',
      'Keep-Alive: timeout=5',
      'Proxy-Authorization: Basic eDp5',
      'Proxy-Connection: keep-alive',
      'TE: trailers',
      'Trailer: X-After',
      'Cookie: a=b',
      'Authorization: Bearer x',
      'Accept-Encoding: gzip',
      'Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    ];
    const head = ['GET /api/v1/jobs HTTP/1.1', 'Host: evil', `X-API-Key: ${key}`, ...hostile];

    const answer = await sendRaw(gateway.port, `${head.join('\r\n')}\r\n\r\n`);

    const seen = gateway.service.seen.at(-1)?.headers ?? {};
    expect(Object.keys(seen).sort()).toEqual(
      ['connection', 'host', CONTEXT_HEADER, 'x-request-id'].sort(),
    );
    expect(seen).toMatchObject({
      'host': 'jobs',
      'connection': 'keep-alive',
      'x-request-id': answer.headers['x-request-id'],
    });
    expect(JSON.stringify(gateway.service.seen.at(-1))).not.toContain(key);
  });

  it('takes its body along as it is', async () => {
    const body = '{"a": "é", "b": [1,  2]}';

    await gateway.ask('/api/v1/jobs', {
      method: 'POST',
      key,
      body,
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    });

    expect(gateway.service.seen.at(-1)).toMatchObject({
      body,
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'content-length': '25' },
    });
  });

  it('passes on a preference, and that it was applied', async () => {
    gateway.service.behave((_, response) => {
      const headers = {
        'content-type': 'application/json',
        'preference-applied': 'handling=strict',
      };
      response.writeHead(200, headers).end('{"success":true}');
    });

    const headers = { prefer: ['wait=1', 'handling=strict'] };
    const answer = await gateway.ask('/api/v1/jobs', { key, headers: headers as never });

    expect(gateway.service.seen.at(-1)?.headers['prefer']).toBe('wait=1, handling=strict');
    expect(answer.headers['preference-applied']).toBe('handling=strict');
  });

  it('passes on what is asked of a version, and the answer that nothing has changed', async () => {
    gateway.service.behave((_, response) => {
      response.writeHead(304, { etag: 'W/"7-0f3a91bc"' }).end();
    });
    const asked = { 'if-match': '"7"', 'if-none-match': 'W/"7-0f3a91bc"' };

    const answer = await gateway.ask('/api/v1/jobs?id=1', { key, headers: asked });

    expect(gateway.service.seen.at(-1)).toMatchObject({ headers: asked });
    expect(answer).toMatchObject({
      status: 304,
      headers: { 'etag': 'W/"7-0f3a91bc"', 'x-ratelimit-limit': '240' },
    });
    expect(answer.headers['content-length']).toBeUndefined();
  });

  it('is answered with the documented headers of the service, and no others', async () => {
    const passed = {
      'content-type': 'application/json; charset=utf-8',
      'allow': 'GET, POST',
      'deprecation': '@1767225600',
      'etag': 'W/"7-0f3a91bc"',
      'link': '</docs>; rel="deprecation"; type="text/html"',
      'retry-after': '7',
      'sunset': 'Tue, 30 Jun 2026 00:00:00 GMT',
    };
    const keptBack = {
      'access-control-allow-credentials': 'true',
      'access-control-allow-origin': '*',
      'clear-site-data': '"*"',
      'content-encoding': 'identity',
      'location': '/elsewhere',
      'refresh': '0; url=/elsewhere',
      'server': 'secret/1.0',
      'set-cookie': 'fsm_session=planted; Path=/dashboard',
      'trailer': 'x-after',
      'x-powered-by': 'secret',
      'x-svc-context': 'secret',
    };
    gateway.service.behave((_, response) => {
      response
        .writeHead(200, {
          ...passed,
          ...keptBack,
          'x-ratelimit-limit': '1',
          'x-request-id': 'other',
        })
        .end('{}');
    });

    const { headers } = await gateway.ask('/api/v1/jobs', { key });

    expect(headers).toMatchObject({ ...passed, 'x-ratelimit-limit': '300' });
    expect(headers['x-request-id']).toMatch(/^req_/);
    for (const name of Object.keys(keptBack)) expect(headers[name]).toBeUndefined();
  });

  it.each([503, 502, 504, 501])('turns a %i of the service into the one 500', async (status) => {
    gateway.service.behave((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"secret":1}');
    });

    const answer = await gateway.ask('/api/v1/jobs', { key });

    expect([answer.status, answer.body['error']]).toEqual([500, 'internal_error']);
    expect(answer.body['secret']).toBeUndefined();
  });

  it('is answered with a 401 of the service about its key', async () => {
    const refusal = { success: false, error: 'unauthorized', message: 'The API key was revoked.' };
    gateway.service.behave((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
    });

    const { status, body } = await gateway.ask('/api/v1/jobs', { key });

    expect({ status, body }).toMatchObject({ status: 401, body: refusal });
  });

  it('is the one 500 where the service does not accept what the gateway says of it', async () => {
    gateway.service.behave((_, response) => {
      const headers = { 'content-type': 'application/json', [TOKEN_REJECTED_HEADER]: '1' };
      response.writeHead(401, headers).end('{"error":"unauthorized"}');
    });

    const { status, headers, body } = await gateway.ask('/api/v1/jobs', { key });

    expect([status, body['error']]).toEqual([500, 'internal_error']);
    expect(headers[TOKEN_REJECTED_HEADER]).toBeUndefined();
    expect(gateway.logged.at(-1)).toMatchObject({
      err: { message: "jobs rejected the gateway's token: check clocks and secrets." },
    });
  });

  it('turns an answer that is not JSON into the one 500', async () => {
    gateway.service.behave((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>');
    });

    const { status, body } = await gateway.ask('/api/v1/jobs', { key });

    expect([status, body['error']]).toEqual([500, 'internal_error']);
  });

  it('is the one 500 when the service hangs, whichever other calls it has answered meanwhile', async () => {
    const patient = await aGateway({ serviceTimeoutMs: 5_000 });
    const { slug } = await patient.givenCompany();
    const { key } = await patient.givenKey(slug);
    const held: ServerResponse[] = [];
    patient.service.behave((_, response) => void held.push(response));
    const asked: ReturnType<AGateway['ask']>[] = [];
    for (let count = 1; count <= 4; count += 1) {
      asked.push(patient.ask('/api/v1/jobs', { key }));
      await eventually(() => expect(held.length).toBe(count));
    }

    for (const response of [held[0], held[3]]) {
      response?.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }

    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual([200, 500, 500, 200]);
    await patient.close();
  });

  it('ends at the service when its client leaves', async () => {
    const ended = new Promise<void>((resolve) => {
      gateway.service.behave((_, response) => response.once('close', resolve));
    });
    const head = `GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;

    await sendBytes(gateway.port, [head], { waitMs: 50 });

    await ended;
  });
});

describe('a service that misbehaves', () => {
  const services: Server[] = [];
  const sockets = new Set<Socket>();
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const service of services) service.close();
  });

  async function aWildService(behave: (socket: Socket) => void): Promise<string> {
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => behave(socket));
    });
    services.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const WILD: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['drops the connection', (socket) => socket.destroy()],
    ['hangs', () => undefined],
    ['talks nonsense', (socket) => socket.write('\0\0\0 what is HTTP?\r\n\r\n')],
    [
      'breaks off in the headers',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConte'),
    ],
    [
      'breaks off in the body',
      (socket) =>
        socket.end(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"',
        ),
    ],
    [
      'hangs in the body',
      (socket) =>
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"',
        ),
    ],
    [
      'breaks off in a chunk',
      (socket) =>
        socket.end(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a"',
        ),
    ],
    [
      'wants another protocol',
      (socket) =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        ),
    ],
    [
      'never stops',
      (socket) => {
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
        );
        const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
        const more = (): void => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', more);
        more();
      },
    ],
  ];

  it.each(WILD)('(%s) is one 500 in time, and the others go on', async (_, behave) => {
    const url = await aWildService(behave);
    const gateway = await aGateway({ serviceTimeoutMs: 500, urls: { customers: url } });
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);

    const before = performance.now();
    const { status, body } = await gateway.ask('/api/v1/customers', { key });
    const tookMs = performance.now() - before;

    expect({ status, body }).toEqual({
      status: 500,
      body: {
        success: false,
        error: 'internal_error',
        message: expect.not.stringMatching(/127\.0\.0\.1|customers|ECONN/),
        request_id: expect.any(String),
      },
    });
    expect(tookMs).toBeLessThan(2_000);
    expect((await gateway.ask('/api/v1/jobs', { key })).status).toBe(200);
    await gateway.close();
  });

  it('is not asked any more until it had time to recover, and then again', async () => {
    let isDown = true;
    let asked = 0;
    const url = await aWildService((socket) => {
      asked += 1;
      if (isDown) socket.destroy();
      else
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
        );
    });
    const gateway = await aGateway({ urls: { customers: url } });
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);
    const ask = () => gateway.ask('/api/v1/customers', { key });

    for (let n = 0; n < 30; n += 1) expect((await ask()).status).toBe(500);
    expect(asked).toBeLessThan(30);
    expect((await gateway.ask('/api/v1/jobs', { key })).status).toBe(200);
    isDown = false;

    await eventually(async () => expect((await ask()).status).toBe(200));
    await gateway.close();
  });

  it('is not taken for broken because it answers 500', async () => {
    const gateway = await aGateway();
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);
    gateway.service.behave((_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"theirs"}');
    });

    for (let n = 0; n < 30; n += 1) {
      expect((await gateway.ask('/api/v1/jobs', { key })).body['error']).toBe('theirs');
    }
    await gateway.close();
  });
});
