import fc from 'fast-check';
import { aGateway, type AGateway } from './a-gateway';
import { parseResponse, sendBytes, sendRaw, type RawResponse } from './raw-http';

const errorOf = ({ body }: RawResponse): unknown =>
  (JSON.parse(body) as Record<string, unknown>)['error'];

describe('the framing of a request', () => {
  let gateway: AGateway;
  let key: string;
  const withKey = (requestLine: string, ...lines: readonly string[]): string =>
    [requestLine, 'Host: x', `X-API-Key: ${key}`, ...lines, '', ''].join('\r\n');

  beforeAll(async () => {
    gateway = await aGateway({ timeouts: { headersMs: 400, requestMs: 1_000 } });
    const { slug } = await gateway.givenCompany();
    ({ key } = await gateway.givenKey(slug));
  });
  afterAll(() => gateway.close());

  const LONG = 'a'.repeat(9_000);
  const HUGE = 'a'.repeat(17_000);
  const REFUSED: readonly (readonly [string, number, string, string | (() => string)])[] = [
    ['words that are no HTTP', 400, 'bad_request', 'hello, is anybody there?\r\n\r\n'],
    ['an unknown method', 400, 'bad_request', 'GRAB /api/v1/jobs HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['HTTP/0.9', 400, 'bad_request', 'GET /api/v1/jobs HTTP/0.9\r\nHost: x\r\n\r\n'],
    ['HTTP/2.0', 400, 'bad_request', 'GET /api/v1/jobs HTTP/2.0\r\nHost: x\r\n\r\n'],
    ['HTTP/3.7', 400, 'bad_request', 'GET /api/v1/jobs HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['the preface of HTTP/2', 400, 'bad_request', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no Host', 400, 'bad_request', 'GET /api/v1/jobs HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'two Host headers',
      400,
      'bad_request',
      () => withKey('GET /api/v1/jobs HTTP/1.1', 'hOst: y', 'Connection: close'),
    ],
    [
      'an upgrade to WebSocket',
      400,
      'bad_request',
      () => withKey('GET /api/v1/jobs HTTP/1.1', 'Connection: Upgrade', 'Upgrade: WebSocket'),
    ],
    [
      'an unknown expectation',
      400,
      'bad_request',
      () => withKey('POST /api/v1/jobs HTTP/1.1', 'Expect: the-best', 'Connection: close'),
    ],
    [
      'a URL over 8 KiB',
      400,
      'bad_request',
      () => withKey(`GET /api/v1/jobs?q=${LONG} HTTP/1.1`, 'Connection: close'),
    ],
    [
      'a URL over every limit',
      400,
      'bad_request',
      () => withKey(`GET /api/v1/jobs?q=${'a'.repeat(60_000)} HTTP/1.1`),
    ],
    [
      'headers over 16 KiB',
      431,
      'headers_too_large',
      () => withKey('GET /api/v1/jobs HTTP/1.1', `X-A: ${HUGE}`, 'Connection: close'),
    ],
    [
      'headers over every limit',
      431,
      'headers_too_large',
      () => withKey('GET /api/v1/jobs HTTP/1.1', `X-A: ${'a'.repeat(60_000)}`),
    ],
    [
      'more than 100 headers',
      431,
      'headers_too_large',
      () =>
        withKey(
          'GET /api/v1/jobs HTTP/1.1',
          'Connection: close',
          ...Array.from({ length: 98 }, (_, n) => `X-${n}: 1`),
        ),
    ],
    [
      'Content-Length and Transfer-Encoding at once',
      400,
      'bad_request',
      () =>
        withKey('POST /api/v1/jobs HTTP/1.1', 'Content-Length: 4', 'Transfer-Encoding: chunked'),
    ],
    [
      'two lengths',
      400,
      'bad_request',
      () => withKey('POST /api/v1/jobs HTTP/1.1', 'Content-Length: 4', 'Content-Length: 5'),
    ],
    [
      'a transfer coding other than chunked',
      400,
      'bad_request',
      () =>
        withKey(
          'POST /api/v1/jobs HTTP/1.1',
          'Transfer-Encoding: gzip, chunked',
          'Connection: close',
        ) + '0\r\n\r\n',
    ],
    [
      'a transfer coding in HTTP/1.0',
      400,
      'bad_request',
      () =>
        withKey(
          'POST /api/v1/jobs HTTP/1.0',
          'Transfer-Encoding: chunked',
          'Connection: keep-alive',
        ) + '0\r\n\r\n',
    ],
    [
      'a header name with a blank',
      400,
      'bad_request',
      () => withKey('GET /api/v1/jobs HTTP/1.1', 'X Y: 1'),
    ],
    [
      'a bare line feed in a header',
      400,
      'bad_request',
      () => withKey('GET /api/v1/jobs HTTP/1.1', 'X-A: 1\nX-B: 2\r'),
    ],
    [
      'a body announced larger than 1 MiB, before the key is looked at',
      413,
      'payload_too_large',
      'POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n',
    ],
    ['CONNECT', 405, 'method_not_allowed', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'OPTIONS *',
      405,
      'method_not_allowed',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    [
      'a fragment, behind which a selector could hide',
      400,
      'bad_request',
      () => withKey('POST /api/v1/jobs?#&id=1 HTTP/1.1', 'Connection: close'),
    ],
    [
      'an absolute target',
      404,
      'not_found',
      () => withKey('GET http://x/api/v1/jobs HTTP/1.1', 'Connection: close'),
    ],
  ];

  it.each(REFUSED)('refuses %s with %i %s', async (_, status, error, text) => {
    const answer = await sendRaw(gateway.port, typeof text === 'string' ? text : text());

    expect({ status: answer.status, error: errorOf(answer) }).toEqual({ status, error });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^req_[0-9A-HJKMNP-TV-Z]{26}$/),
      'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    expect(JSON.parse(answer.body)).toEqual({
      success: false,
      error,
      message: expect.any(String),
      request_id: answer.headers['x-request-id'],
    });
  });

  it('names the methods of the API to CONNECT', async () => {
    const { headers } = await sendRaw(gateway.port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');

    expect(headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);
  });

  it('answers 408 when the headers do not arrive in time', async () => {
    const answer = await sendRaw(gateway.port, 'GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\n');

    expect([answer.status, errorOf(answer)]).toEqual([408, 'request_timeout']);
  });

  it('answers 408 when the body does not arrive in time', async () => {
    const head = withKey('POST /api/v1/jobs HTTP/1.1', 'Content-Length: 10');

    const answer = await sendRaw(gateway.port, `${head}{"a"`);

    expect([answer.status, errorOf(answer)]).toEqual([408, 'request_timeout']);
  });

  it('answers 400 when a chunk is broken', async () => {
    const head = withKey('POST /api/v1/jobs HTTP/1.1', 'Transfer-Encoding: chunked');

    const answer = await sendRaw(gateway.port, `${head}2\r\n{}\r\nnonsense\r\n`);

    expect([answer.status, errorOf(answer)]).toEqual([400, 'bad_request']);
  });

  it('answers 413 once a chunked body passes 1 MiB, and asks no service', async () => {
    const head = withKey('POST /api/v1/jobs HTTP/1.1', 'Transfer-Encoding: chunked');
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const before = gateway.service.seen.length;

    const answer = await sendRaw(gateway.port, head, ...Array<string>(40).fill(chunk));

    expect([answer.status, errorOf(answer)]).toEqual([413, 'payload_too_large']);
    expect(gateway.service.seen).toHaveLength(before);
  });

  describe('reads no more of a body of a million chunks of one byte', () => {
    const body = `${'1\r\n[\r\n'.repeat(1_000_000)}0\r\n\r\n`;
    const chunked = (requestLine: string): string =>
      withKey(requestLine, 'Transfer-Encoding: chunked');

    it('and answers 413 to a write, asking no service', async () => {
      const before = gateway.service.seen.length;

      const answer = await sendRaw(gateway.port, chunked('POST /api/v1/jobs HTTP/1.1'), body);

      expect([answer.status, errorOf(answer)]).toEqual([413, 'payload_too_large']);
      expect(gateway.service.seen).toHaveLength(before);
    });

    it('and closes the connection of a read, which counts against no service', async () => {
      for (let time = 1; time <= 12; time += 1) {
        await sendRaw(gateway.port, chunked('GET /api/v1/jobs HTTP/1.1'), body);
      }

      const { status } = await gateway.ask('/api/v1/jobs', { key });
      expect(status).toBe(200);
      expect(gateway.parts.upstreams.jobs.breaker.opened).toBe(false);
    });

    it('and closes the connection of a write without a key', async () => {
      const head = 'POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

      const answer = await sendRaw(gateway.port, head, body);

      expect([answer.status, errorOf(answer)]).toEqual([401, 'unauthorized']);
    });
  });

  it('passes a body in many small chunks on', async () => {
    const head = withKey(
      'POST /api/v1/jobs HTTP/1.1',
      'Transfer-Encoding: chunked',
      'Connection: close',
    );
    const chunks = [...('{"a":"' + 'x'.repeat(4_000) + '"}')].map((one) => `1\r\n${one}\r\n`);

    const { status } = await sendRaw(gateway.port, head, `${chunks.join('')}0\r\n\r\n`);

    expect(status).toBe(201);
    expect(gateway.service.seen.at(-1)?.body).toHaveLength(4_008);
  });

  it('passes a body of exactly 1 MiB on', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(1_048_576 - 8) });

    const { status } = await gateway.ask('/api/v1/jobs', { method: 'POST', key, body });

    expect(body).toHaveLength(1_048_576);
    expect(status).toBe(201);
    expect(gateway.service.seen.at(-1)?.body).toBe(body);
  });

  it('lets a client that asks first send its body', async () => {
    const head = withKey(
      'POST /api/v1/jobs HTTP/1.1',
      'Content-Length: 2',
      'Expect: 100-continue',
      'Connection: close',
    );

    const text = await sendBytes(gateway.port, [`${head}{}`]);

    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });

  it('does not let a client send its body that is refused anyway', async () => {
    const text = await sendBytes(gateway.port, [
      'POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
    ]);

    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('serves HTTP/1.0, without a Host and with the connection closed at the end', async () => {
    const text = await sendBytes(gateway.port, [
      `GET /api/v1/jobs HTTP/1.0\r\nX-API-Key: ${key}\r\n\r\n`,
    ]);

    const { status, headers } = parseResponse(text);
    expect(status).toBe(200);
    expect(headers['connection']).toBe('close');
    expect(headers['transfer-encoding']).toBeUndefined();
  });

  it('answers a good request before the nonsense behind it, and then closes', async () => {
    const text = await sendBytes(gateway.port, [
      `${withKey('GET /api/v1/jobs HTTP/1.1')}\0\0 nonsense\r\n\r\n`,
    ]);

    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('ignores an offer of another protocol, and begins nothing behind it', async () => {
    const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAA'];
    const body = '{"a":1}';
    const write = withKey('POST /api/v1/jobs HTTP/1.1', ...offer, `Content-Length: ${body.length}`);
    const before = gateway.service.seen.length;

    const text = await sendBytes(gateway.port, [
      `${write}${body}${withKey('POST /api/v1/jobs HTTP/1.1', 'Content-Length: 99')}`,
      withKey('GET /api/v1/jobs?smuggled=1 HTTP/1.1'),
    ]);

    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 201']);
    expect(parseResponse(text).headers['connection']).toBe('close');
    const seen = gateway.service.seen.slice(before);
    expect(seen).toMatchObject([{ method: 'POST', body }]);
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('upgrade');
    expect(seen[0]?.headers['http2-settings']).toBeUndefined();
  });

  it('answers two requests on one connection', async () => {
    const text = await sendBytes(gateway.port, [
      withKey('GET /api/v1/jobs?id=1 HTTP/1.1'),
      withKey('GET /api/v1/jobs?id=2 HTTP/1.1', 'Connection: close'),
    ]);

    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(new Set(text.match(/"request_id":"\w+"/g)).size).toBe(2);
  });

  it('drops the body of a read', async () => {
    const head = withKey('GET /api/v1/jobs HTTP/1.1', 'Content-Length: 7', 'Connection: close');

    const { status } = await sendRaw(gateway.port, `${head}{"a":1}`);

    expect(status).toBe(200);
    expect(gateway.service.seen.at(-1)).toMatchObject({ method: 'GET', body: '' });
    expect(gateway.service.seen.at(-1)?.headers['content-length']).toBeUndefined();
  });

  it('answers HEAD without a body', async () => {
    const text = await sendBytes(gateway.port, [
      withKey('HEAD /api/v1/jobs HTTP/1.1', 'Connection: close'),
    ]);

    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text.endsWith('\r\n\r\n')).toBe(true);
  });

  it('survives any bytes, and never calls them its own mistake', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'GET ',
        'POST ',
        '/api/v1/jobs',
        '?id=1',
        '%00',
        ' HTTP/1.1\r\n',
        ' HTTP/1.0\r\n',
        'Host: x\r\n',
        'X-API-Key: svc_live_1\r\n',
        'Content-Length: 5\r\n',
        'Content-Length: -1\r\n',
        'Transfer-Encoding: chunked\r\n',
        'Connection: upgrade\r\nUpgrade: x\r\n',
        '\r\n',
        '5\r\nhello\r\n0\r\n\r\n',
      ),
      fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    const check = fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const bytes = Buffer.from(pieces.join(''), 'latin1');
      const text = await sendBytes(gateway.port, [bytes], { waitMs: 25 });
      expect(text).not.toMatch(/HTTP\/1\.1 5/);
    });
    await fc.assert(check, { numRuns: 150 });

    expect((await gateway.ask('/healthz')).status).toBe(200);
  });
});
