import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { eventually } from '@svc/testing';
import { aGateway, type AGateway, type TestRequest, type JsonResponse } from './a-gateway';
import { parseResponse, sendBytes, sendRaw } from './raw-http';

type Line = Readonly<Record<string, unknown>>;

const PERSONAL = 'ada@acme.example';

const answerWith = (response: ServerResponse, status: number, error: string): void => {
  const body = { success: false, error, message: `${PERSONAL} is unknown.`, request_id: 'req_x' };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

describe('the log of the gateway', () => {
  let gateway: AGateway;
  let company: { readonly id: number; readonly slug: string };
  let key: { readonly id: number; readonly key: string };

  beforeAll(async () => {
    gateway = await aGateway({ timeouts: { headersMs: 400, requestMs: 800 } });
    const limits = { technician_list_per_minute: 1 };
    company = await gateway.givenCompany({ features: [], limits });
    key = await gateway.givenKey(company.slug, {
      scopes: ['jobs:read', 'jobs:write', 'technicians:read'],
    });
  });
  afterAll(() => gateway.close());
  afterEach(() => gateway.service.behaveWell());

  const linesOf = (requestId: unknown): readonly Line[] =>
    gateway.logged.filter(({ request_id: id }) => id === requestId);

  const lineOf = (answer: Pick<JsonResponse, 'headers'>): Line | undefined => {
    const lines = linesOf(answer.headers['x-request-id']);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(PERSONAL);
    return lines[0];
  };

  const ask = (pathAndQuery: string, asked: TestRequest = {}) =>
    gateway.ask(pathAndQuery, { key: key.key, ...asked });

  const NOBODY = { key: undefined };
  it.each<readonly [string, TestRequest, Line]>([
    ['/api/v1/jobs', NOBODY, { address: '/api/v1/jobs', status: 401, error: 'unauthorized' }],
    [
      '/api/v1/jobs?id=7',
      { key: 'svc_live_nobody' },
      { address: '/api/v1/jobs?id', status: 401, error: 'unauthorized' },
    ],
    [
      `/api/v1/jobs/${PERSONAL}`,
      {},
      { address: '/api/v1/jobs/…', status: 404, error: 'not_found' },
    ],
    [
      '/api/v1/jobs?id=1',
      { method: 'DELETE' },
      { address: '/api/v1/jobs?id', status: 405, error: 'method_not_allowed' },
    ],
    [
      `/api/v1/jobs?sub=${PERSONAL}`,
      {},
      { address: '/api/v1/jobs?sub', status: 400, error: 'validation_failed' },
    ],
    [
      '/api/v1/inventory?id=1&sub=stock',
      {},
      {
        address: '/api/v1/inventory?id&sub=stock',
        operation: 'listItemStock',
        status: 403,
        error: 'feature_not_available',
      },
    ],
    [
      '/api/v1/assets?page=2',
      {},
      {
        address: '/api/v1/assets?page',
        operation: 'listAssets',
        status: 403,
        error: 'insufficient_scope',
      },
    ],
  ])('has one line of %s %j, which the gateway refuses', async (path, asked, expected) => {
    const answer = await ask(path, asked);

    expect(lineOf(answer)).toEqual({
      level: 'info',
      time: expect.any(String),
      name: 'gateway',
      request_id: answer.body['request_id'],
      ...('key' in asked ? {} : { company_id: company.id, api_key_id: key.id }),
      method: asked.method ?? 'GET',
      duration_ms: expect.any(Number),
      msg: 'request refused',
      ...expected,
    });
  });

  it('names the limit that was hit', async () => {
    await ask('/api/v1/technicians');
    const answer = await ask('/api/v1/technicians');

    expect(lineOf(answer)).toMatchObject({
      level: 'info',
      operation: 'listTechnicians',
      status: 429,
      error: 'rate_limit_exceeded',
      limit: 'technician_list_per_minute',
    });
    expect(await gateway.metrics.metrics()).toContain(
      'fsm_gateway_refusals_total{error="rate_limit_exceeded",limit="technician_list_per_minute"} 1',
    );
  });

  it('has one line of what a service refuses', async () => {
    gateway.service.behave((_, response) => answerWith(response, 404, 'not_found'));

    const answer = await ask(`/api/v1/jobs?id=7&include=${PERSONAL}`);

    expect(lineOf({ headers: answer.headers })).toMatchObject({
      level: 'info',
      company_id: company.id,
      api_key_id: key.id,
      address: '/api/v1/jobs?id&include',
      operation: 'getJob',
      status: 404,
      error: 'not_found',
      msg: 'request refused',
    });
  });

  it('has one line, an error, of a fault of a service', async () => {
    gateway.service.behave((_, response) => answerWith(response, 500, 'internal_error'));

    expect(lineOf(await ask('/api/v1/jobs?id=7'))).toMatchObject({
      level: 'error',
      status: 500,
      error: 'internal_error',
      msg: 'request failed',
    });
  });

  it('has one line, an error, of a service that breaks off', async () => {
    gateway.service.behave((request) => request.socket.destroy());

    expect(lineOf(await ask('/api/v1/jobs?id=7'))).toMatchObject({
      level: 'error',
      operation: 'getJob',
      status: 500,
      error: 'internal_error',
      err: { type: 'Error', code: 'ECONNRESET' },
    });
  });

  it('has no line of a success', async () => {
    const { headers } = await ask('/api/v1/jobs?id=7');

    expect(linesOf(headers['x-request-id'])).toEqual([]);
  });

  it('has one line of a client that left', async () => {
    const before = gateway.logged.length;
    const socket = connect(gateway.port, '127.0.0.1');
    gateway.service.behave(() => socket.destroy());

    socket.write(`GET /api/v1/jobs?id=7 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key.key}\r\n\r\n`);

    await eventually(() => expect(gateway.logged.length).toBeGreaterThan(before));
    expect(gateway.logged.slice(before)).toEqual([
      expect.objectContaining({
        level: 'info',
        operation: 'getJob',
        status: 499,
        error: 'client_left',
      }),
    ]);
  });

  const post = (...lines: readonly string[]): string =>
    ['POST /api/v1/jobs HTTP/1.1', 'Host: x', `X-API-Key: ${key.key}`, ...lines, '', ''].join(
      '\r\n',
    );

  it.each<readonly [string, () => string, Line]>([
    ['no HTTP', () => `${PERSONAL} wrote:\r\n\r\n`, { status: 400, error: 'bad_request' }],
    ['a request that never ends', () => 'GET / HTTP/1.1\r\n', { status: 408 }],
    [
      'a body that never ends',
      () => post('Content-Length: 9'),
      { operation: 'createJob', status: 408, error: 'request_timeout' },
    ],
    [
      'a body that breaks',
      () => `${post('Transfer-Encoding: chunked')}x\r\n`,
      { address: '/api/v1/jobs', status: 400, error: 'bad_request' },
    ],
    [
      'a body that is too large',
      () => post('Content-Length: 2000000', 'Connection: close'),
      { status: 413, error: 'payload_too_large' },
    ],
    ['CONNECT', () => 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', { status: 405 }],
  ])('has one line of %s', async (_, bytes, expected) => {
    const { headers } = await sendRaw(gateway.port, bytes());

    expect(headers['x-request-id']).toMatch(/^req_/);
    expect(lineOf({ headers })).toMatchObject({
      level: 'info',
      msg: 'request refused',
      ...expected,
    });
  });

  it('has one line for each of two requests of a connection', async () => {
    const text = await sendBytes(gateway.port, [
      `GET /none HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key.key}\r\n\r\nnonsense\r\n\r\n`,
    ]);

    const first = parseResponse(text);
    const second = parseResponse(text.slice(text.lastIndexOf('HTTP/1.1')));
    expect(lineOf(first)).toMatchObject({ status: 404 });
    expect(lineOf(second)).toMatchObject({ status: 400 });
  });
});
