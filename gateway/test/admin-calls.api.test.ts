import { connect } from 'node:net';
import { CONTEXT_HEADER, REQUEST_ID_HEADER, TOKEN_REJECTED_HEADER } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import { eventually } from '@svc/testing';
import { request, type Dispatcher } from 'undici';
import { ADMIN_TOKEN, aGateway, type AGateway } from './a-gateway';
import { sendRaw } from './raw-http';
import { createSignedHeaders } from './signed-headers';

type Line = Readonly<Record<string, unknown>>;

describe("a call of the operator's listener", () => {
  let gateway: AGateway;
  const written: string[] = [];
  const calls = (): Line[] =>
    written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'admin call');

  beforeAll(async () => {
    const destination = { write: (line: string) => void written.push(line) };
    gateway = await aGateway({
      trustedProxies: ['127.0.0.1'],
      log: createLogger({ name: 'gateway', level: 'trace', destination }),
    });
  });
  beforeEach(() => void (written.length = 0));
  afterAll(() => gateway.close());

  async function call(
    method: string,
    path: string,
    { token = ADMIN_TOKEN as string | null, from = '192.0.2.1', body = undefined as unknown } = {},
  ) {
    const answer = await request(`${gateway.adminUrl}${path}`, {
      method: method as Dispatcher.HttpMethod,
      headers: {
        'x-forwarded-for': from,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const fields = (await answer.body.json()) as Readonly<Record<string, unknown>>;
    return { status: answer.statusCode, headers: answer.headers, body: fields };
  }

  describe('leaves one line', () => {
    it('with who, what, and what became of it', async () => {
      const { slug } = await gateway.givenCompany();
      const { id } = await gateway.givenKey(slug);
      written.length = 0;

      const answer = await call('POST', `/keys/${id}/revoke`, { from: '198.51.100.7' });

      expect(calls()).toEqual([
        {
          level: 'info',
          time: expect.any(String),
          name: 'gateway',
          msg: 'admin call',
          request_id: answer.headers['x-request-id'],
          client_address: '198.51.100.7',
          actor: 'operator',
          method: 'POST',
          route: '/keys/:id/revoke',
          path: `/keys/${id}/revoke`,
          api_key_id: id,
          status: 200,
          duration_ms: expect.any(Number),
        },
      ]);
    });

    it.each(['x', '0', '01', '1e3', '9007199254740993'])('with no key %s', async (id) => {
      await call('POST', `/keys/${id}/revoke`);

      expect(calls()).toMatchObject([{ path: `/keys/${id}/revoke`, status: 404 }]);
      expect(calls()[0]).not.toHaveProperty('api_key_id');
    });

    it('without a key or the token, which somebody wrote into the path', async () => {
      const random = `9Sb-${'x7Q_'.repeat(9)}xyz`;
      const key = `svc_live_${random}`;
      const split = (text: string) => `${text.slice(0, 7)}/${text.slice(7)}`;
      const spelled = [ADMIN_TOKEN, key].flatMap((secret) => {
        const code = secret.charCodeAt(0).toString(16);
        return [
          secret,
          secret.toUpperCase(),
          secret.toLowerCase(),
          split(secret),
          secret.slice(0, -1),
          secret.slice(1),
          `%${code}${secret.slice(1)}`,
          `%25${code}${secret.slice(1)}`,
        ];
      });
      const paths = [...spelled, key.replaceAll('_', '-'), random].flatMap((secret) => [
        `/companies/${secret}`,
        `/companies/${secret}/keys`,
        `/companies/mine/${secret}/x`,
        `/companies/mine/sandbox/${secret}/x`,
        `/${secret}`,
      ]);

      for (const path of paths) await call('GET', path);

      expect(calls()).toHaveLength(paths.length);
      for (const line of calls()) {
        expect(line).toMatchObject({ path: '…', status: 404 });
        expect(line).not.toHaveProperty('company');
        expect(line).not.toHaveProperty('service');
      }
    });

    it('under an id of its own, whatever somebody sends who is not vouched for', async () => {
      const key = `svc_live_${'x'.repeat(43)}`;
      for (const secret of [ADMIN_TOKEN, key, key.slice(9), 'req_of-the-operator']) {
        const { body } = await request(`${gateway.adminUrl}/internal/company`, {
          headers: { [REQUEST_ID_HEADER]: secret },
        });
        expect(await body.json()).toMatchObject({
          error: 'unauthorized',
          request_id: expect.stringMatching(/^req_\w{26}$/),
        });
      }

      expect(calls()).toHaveLength(4);
      expect(written.join('')).not.toMatch(/xxxx|the-token|of-the-operator/);
    });

    it('for a route of a service, with the error that the service answered', async () => {
      const { slug } = await gateway.givenCompany();
      gateway.service.behave((_, response) => {
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end('{"success":false,"error":"not_found"}');
      });
      written.length = 0;

      await call('POST', `/companies/${slug}/jobs/jobs/7/delete?reason=private`);
      gateway.service.behaveWell();

      expect(calls()).toMatchObject([
        {
          route: '/companies/:slug/:service/{*rest}',
          path: `/companies/${slug}/jobs/jobs/7/delete`,
          company: slug,
          service: 'jobs',
          status: 404,
          error: 'not_found',
        },
      ]);
    });

    it.each([
      ['a wrong token', 401, 'unauthorized', 'GET', '/companies', 'a wrong token', undefined],
      ['an unknown address', 404, 'not_found', 'GET', '/nothing/here', ADMIN_TOKEN, 'operator'],
      ['an unknown company', 404, 'not_found', 'GET', '/companies/nobody', ADMIN_TOKEN, 'operator'],
    ])('for %s', async (_, status, error, method, path, token, actor) => {
      await call(method, path, { token });

      expect(written).toHaveLength(1);
      expect(calls()).toHaveLength(1);
      const [line] = calls();
      expect([line?.['status'], line?.['error'], line?.['method'], line?.['path']]).toEqual([
        status,
        error,
        method,
        path,
      ]);
      expect(line?.['actor']).toBe(actor);
    });

    it('for a wrong token that expects something that nobody does', async () => {
      const head = ['GET /companies HTTP/1.1', 'Host: x', 'Expect: a-miracle', 'Connection: close'];

      const { status } = await sendRaw(
        Number(new URL(gateway.adminUrl).port),
        Buffer.from([...head, '', ''].join('\r\n'), 'latin1'),
      );

      expect(status).toBe(401);
      await eventually(() => expect(calls()).toMatchObject([{ status, error: 'unauthorized' }]));
    });

    const head = `Authorization: Bearer ${ADMIN_TOKEN}\r\nConnection: close\r\n\r\n`;

    it('for one without a host', async () => {
      const text = `GET /companies HTTP/1.1\r\n${head}`;
      const { status } = await sendRaw(Number(new URL(gateway.adminUrl).port), text);

      expect(status).toBe(200);
      await eventually(() => expect(calls()).toMatchObject([{ route: '/companies', status }]));
    });

    it.each([
      ['CONNECT', 405, `CONNECT /companies HTTP/1.1\r\nHost: x\r\n${head}`],
      ['CONNECT of a target', 405, `CONNECT a:1 HTTP/1.1\r\nHost: x\r\n${head}`],
      ['another version', 400, `GET /companies HTTP/9.9\r\nHost: x\r\n${head}`],
      ['no HTTP', 400, `${ADMIN_TOKEN}\r\n\r\n`],
      ['two lengths', 400, `GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${head}`],
      ['too many headers', 431, `GET / HTTP/1.1\r\nA: ${'x'.repeat(99_000)}\r\n${head}`],
    ])('for what is no call: %s', async (_, status, text) => {
      const answer = await sendRaw(Number(new URL(gateway.adminUrl).port), text);

      expect(answer.status).toBe(status);
      await eventually(() =>
        expect(written.map((line) => JSON.parse(line) as Line)).toMatchObject([
          { msg: 'malformed HTTP request', client_address: '127.0.0.1', status },
        ]),
      );
      expect(written.join('')).not.toContain(ADMIN_TOKEN);
    });

    it.each([
      ['PUT /companies', '/companies'],
      ['POST /companies/told/jobs/nothing', '/companies/:slug/:service/{*rest}'],
    ])(
      'for somebody who leaves in the middle of the body of %s, which is no fault',
      async (line, route) => {
        await call('PUT', '/companies', { body: { slug: 'told', name: 'Told' } });
        written.length = 0;
        const head = [`${line} HTTP/1.1`, 'Host: x', 'Content-Length: 100'];
        const { port } = new URL(gateway.adminUrl);
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(
          [...head, `Authorization: Bearer ${ADMIN_TOKEN}`, '', '{"slug":'].join('\r\n'),
        );
        // The gateway waits for the body by then.
        await call('GET', '/companies/told');
        await call('GET', '/companies/told');
        socket.resetAndDestroy();

        await eventually(() =>
          expect(calls().at(-1)).toMatchObject({ route, error: 'bad_request' }),
        );
        expect(written).toHaveLength(3);
      },
    );

    it('and never the token, a query or a body', async () => {
      await call('PUT', '/companies', { body: { slug: 'told', name: 'A private name' } });
      const created = await call('POST', '/companies/told/keys?note=private-note', {
        body: { name: 'A private key name', scopes: 'all' },
      });
      await call('GET', '/companies?note=private-note', { token: 'a-guessed-token' });
      await call('PUT', '/companies', { body: { slug: 'Private Slug' } });

      const { key } = created.body['data'] as { key: string };
      const all = written.join('');
      expect(calls()).toHaveLength(4);
      for (const secret of [ADMIN_TOKEN, 'a-guessed-token', key, 'rivate']) {
        expect(all).not.toContain(secret);
      }
    });
  });

  describe('with a wrong token', () => {
    const guess = (from: string) => call('GET', '/companies', { token: 'a guess', from });

    it('is refused with 429 after 60 of an address in a minute; a right token never', async () => {
      const from = '198.51.100.1';
      const all = await Promise.all(Array.from({ length: 70 }, () => guess(from)));
      const refused = await guess(from);

      expect(all.filter(({ status }) => status === 401)).toHaveLength(60);
      expect(refused).toMatchObject({
        status: 429,
        headers: { 'retry-after': '60' },
        body: { error: 'rate_limit_exceeded', retry_after: 60 },
      });
      expect((await call('GET', '/companies', { from })).status).toBe(200);
      expect((await guess('198.51.100.2')).status).toBe(401);
      gateway.clock.advance(60_000);
      expect((await guess(from)).status).toBe(401);
    });

    it('counts statements that nobody signed, too, and refuses none that somebody did', async () => {
      const from = '198.51.100.4';
      const ask = (statement: string) =>
        request(`${gateway.adminUrl}/internal/company`, {
          headers: {
            'x-forwarded-for': from,
            [CONTEXT_HEADER]: statement,
            [REQUEST_ID_HEADER]: 'req_1',
          },
        });
      const signed = () => String(createSignedHeaders(gateway, 1)[CONTEXT_HEADER]);
      await gateway.givenCompany();
      written.length = 0;
      const all = await Promise.all(
        Array.from({ length: 70 }, (_, n) => ask(`dashboard.{"n":${n}}.forged`)),
      );

      const codes = all.map(({ statusCode }) => statusCode);
      expect(codes.filter((code) => code === 401)).toHaveLength(60);
      expect(codes.filter((code) => code === 429)).toHaveLength(10);
      expect(calls()).toHaveLength(70);
      expect((await guess(from)).status).toBe(429);
      expect((await ask(signed())).statusCode).toBe(200);
      expect((await call('GET', '/companies', { from })).status).toBe(200);
    });

    it('takes nothing from the failures that the public listener allows', async () => {
      const from = '198.51.100.3';
      await Promise.all(Array.from({ length: 70 }, () => guess(from)));

      const { status } = await gateway.ask('/api/v1/jobs', {
        headers: { 'x-forwarded-for': from },
      });

      expect(status).toBe(401);
    });
  });

  describe('at a service that answers 401', () => {
    const answered = async (headers: Readonly<Record<string, string>>) => {
      const { slug } = await gateway.givenCompany();
      gateway.service.behave((_, response) => {
        response.writeHead(401, { 'content-type': 'application/json', ...headers });
        response.end('{"success":false,"error":"unauthorized"}');
      });
      const answer = await call('GET', `/companies/${slug}/jobs/jobs`);
      gateway.service.behaveWell();
      return answer;
    };

    it('is answered with 500 where it is about the gateway, whose token was right', async () => {
      const { status, headers, body } = await answered({ [TOKEN_REJECTED_HEADER]: '1' });

      expect([status, body['error']]).toEqual([500, 'internal_error']);
      expect(headers[TOKEN_REJECTED_HEADER]).toBeUndefined();
      expect(written.map((line) => JSON.parse(line) as Line)).toContainEqual(
        expect.objectContaining({
          err: expect.objectContaining({
            message: "jobs rejected the gateway's token: check clocks and secrets.",
          }),
        }),
      );
    });

    it('is answered with any other as it is', async () => {
      expect(await answered({})).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    });
  });

  const HOSTILE: readonly string[] = [
    '/companies/mine/jobs/../../api/v1/jobs',
    '/companies/mine/jobs/../internal/jobs',
    '/companies/mine/jobs/%2e%2e/internal/jobs',
    '/companies/mine/jobs/%2E%2E/internal/jobs',
    '/companies/mine/jobs/.%2e/internal/jobs',
    '/companies/mine/jobs/%2e./internal/jobs',
    '/companies/mine/jobs/jobs/..',
    '/companies/mine/jobs/..',
    '/companies/mine/jobs/..?x=1',
    '/companies/mine/jobs/./jobs',
    '/companies/mine/jobs/.',
    '/companies/mine/jobs/%252e%252e/internal/jobs',
    '/companies/mine/jobs/..%2finternal%2fjobs',
    '/companies/mine/jobs/%2finternal',
    '/companies/mine/jobs/%2e%2e%2finternal',
    '/companies/mine/jobs//internal/jobs',
    '/companies/mine/jobs//',
    '/companies/mine/jobs/',
    '/companies/mine/jobs',
    '/companies/mine/jobs/..\\internal\\jobs',
    '/companies/mine/jobs/%5c..%5cinternal',
    '/companies/mine/jobs/\\evil.example/x',
    '//companies/mine/jobs/jobs',
    '//evil.example/companies/mine/jobs/jobs',
    'http://evil.example/companies/mine/jobs/jobs',
    'http://127.0.0.1/companies/mine/jobs/jobs',
    'http://[::1/companies/mine/jobs/jobs',
    'http://a:b:c/companies/mine/jobs/jobs',
    'http://%zz/internal/company',
    '/companies/%6dine/jobs/jobs',
    '/companies/%6d%69%6e%65/jobs/..%2f..%2finternal',
    '/companies/mine/%6aobs/jobs',
    '/companies/mine%2fjobs/jobs/7',
    '/companies/mine/../theirs/jobs/jobs',
    '/companies/mine/%2e%2e/theirs/jobs/jobs',
    '/companies/theirs/../mine/jobs/jobs',
    '/companies/mine;/jobs/jobs',
    '/companies/mine/jobs/jobs;x=/../..',
    '/companies/mine/jobs/@evil.example/jobs',
    '/companies/mine/jobs/jobs#/../x',
    '/companies/mine/jobs/jobs?#/../x',
    '/companies/mine/jobs/jobs%00',
    '/companies/mine/gateway/jobs',
    '/companies/mine/internal/jobs',
    '/companies/MINE/jobs/jobs',
    '/Companies/mine/jobs/jobs',
    '/companies/mine/JOBS/jobs',
    '/admin/jobs',
    '/internal/jobs',
    '/api/v1/jobs',
    '*',
  ];

  describe('by a hostile path', () => {
    beforeAll(async () => {
      for (const slug of ['mine', 'theirs']) await gateway.givenCompany({ slug });
    });

    it.each(HOSTILE)('(%s) reaches no service', async (path) => {
      const before = gateway.service.seen.length;
      const head = [`GET ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${ADMIN_TOKEN}`];

      const { status } = await sendRaw(
        Number(new URL(gateway.adminUrl).port),
        Buffer.from([...head, 'Connection: close', '', ''].join('\r\n'), 'latin1'),
      );

      expect(status).toBe(404);
      expect(gateway.service.seen).toHaveLength(before);
      await eventually(() => expect(calls()).toMatchObject([{ status, error: 'not_found' }]));
    });

    const NO_PATHS = HOSTILE.filter((each) => !each.startsWith('/'));

    it.each(NO_PATHS)('(%s) learns nothing without the token', async (path) => {
      const { status } = await sendRaw(
        Number(new URL(gateway.adminUrl).port),
        Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'),
      );

      expect(status).toBe(401);
      await eventually(() => expect(calls()).toMatchObject([{ status, error: 'unauthorized' }]));
    });

    it('leaves the plain ones as they are', async () => {
      await call('GET', '/companies/mine/webhooks/delivery?id=dlv_1&x=/../..%2f');

      expect(gateway.service.seen.at(-1)?.url).toBe('/admin/delivery?id=dlv_1&x=/../..%2f');
    });
  });
});
