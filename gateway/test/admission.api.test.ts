import {
  aGateway,
  type AGateway,
  type TestRequest,
  type CompanyOptions,
  type KeyOptions,
} from './a-gateway';
import { mintKey } from '../src/keys/api-key-text';
import { sendBytes, sendRaw } from './raw-http';

/** A request with every fault; each test mends all but two. */
interface Faults {
  framing?: boolean;
  key?: boolean;
  address?: boolean;
  plan?: boolean;
  path?: boolean;
  method?: boolean;
  selectors?: boolean;
  feature?: boolean;
  scope?: boolean;
  limit?: boolean;
}

const ANSWERS = {
  framing: [413, 'payload_too_large'],
  key: [401, 'unauthorized'],
  address: [403, 'forbidden'],
  plan: [403, 'feature_not_available'],
  path: [404, 'not_found'],
  method: [405, 'method_not_allowed'],
  selectors: [400, 'validation_failed'],
  feature: [403, 'feature_not_available'],
  scope: [403, 'insufficient_scope'],
  limit: [429, 'rate_limit_exceeded'],
} as const satisfies Record<keyof Faults, readonly [number, string]>;

const ORDER = Object.keys(ANSWERS) as (keyof Faults)[];

/** They exclude each other: an unknown path has no methods, an unknown method no selectors. */
const APART: readonly (readonly string[])[] = [
  ['path', 'method'],
  ['path', 'selectors'],
  ['path', 'feature'],
  ['path', 'scope'],
  ['path', 'limit'],
  ['method', 'scope'],
  ['method', 'limit'],
  ['selectors', 'scope'],
  ['selectors', 'limit'],
];

const PAIRS = ORDER.flatMap((first, at) =>
  ORDER.slice(at + 1).map((second) => [first, second] as const),
).filter(
  (pair) => !APART.some((apart) => apart.every((name) => pair.includes(name as keyof Faults))),
);

describe('the order of the checks', () => {
  let gateway: AGateway;

  beforeAll(async () => {
    gateway = await aGateway();
  });
  afterAll(() => gateway.close());

  async function ask(faults: Faults) {
    const { slug } = await gateway.givenCompany({
      ...(faults.plan && { plan: 'professional' }),
      features: faults.feature ? [] : ['inventory'],
      ...(faults.limit && { limits: { list_reads_per_minute: 0, writes_per_minute: 0 } }),
    });
    const { key } = await gateway.givenKey(slug, {
      scopes: faults.scope ? ['jobs:read'] : 'all',
      ip_allowlist: faults.address ? ['192.0.2.1'] : [],
    });
    const path = faults.path ? '/api/v1/unknown' : '/api/v1/inventory';
    const askedFor = faults.framing ? 'POST' : 'GET';
    const asked: TestRequest = {
      method: faults.method ? 'OPTIONS' : askedFor,
      key: faults.key ? `${key}x` : key,
      ...(faults.framing && { body: 'x'.repeat(1_048_577) }),
    };
    return gateway.ask(`${path}${faults.selectors ? '?sub=unknown' : ''}`, asked);
  }

  it.each(ORDER)('refuses for %s alone', async (fault) => {
    const { status, body } = await ask({ [fault]: true });

    expect([status, body['error']]).toEqual(ANSWERS[fault]);
  });

  it.each(PAIRS)('looks at %s before %s', async (first, second) => {
    const { status, body } = await ask({ [first]: true, [second]: true });

    expect([status, body['error']]).toEqual(ANSWERS[first]);
  });

  it('asks no service about what it refuses', () => {
    expect(gateway.service.seen).toEqual([]);
  });
});

describe('a refusal', () => {
  let gateway: AGateway;
  beforeAll(async () => {
    gateway = await aGateway({ trustedProxies: ['127.0.0.1'] });
  });
  afterAll(() => gateway.close());

  const given = async (company: CompanyOptions = {}, options: KeyOptions = {}) => {
    const { slug } = await gateway.givenCompany(company);
    return { slug, ...(await gateway.givenKey(slug, options)) };
  };

  it.each([
    '/api/v1/jobs/12',
    '/api/v1/jobs/',
    '/api/v1//jobs',
    '/api/v1/JOBS',
    '/API/v1/jobs',
    '/api/v1/%6Aobs',
    '/api/v1/jobs%2F',
    '/api/v1/../v1/jobs',
    '/api/v1/./jobs',
    '/api/v2/jobs',
    '/api/v1/hooks',
    '/',
    '/admin/jobs',
    '/internal/customers',
  ])('of the unknown path %s is 404', async (path) => {
    const { key } = await given();
    const lines = [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, 'Connection: close'];

    const { status, body } = await sendRaw(gateway.port, `${lines.join('\r\n')}\r\n\r\n`);

    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ success: false, error: 'not_found' });
  });

  it.each([
    ['/api/v1/jobs', 'DELETE', 'GET, POST, PUT, PATCH'],
    ['/api/v1/technicians?id=1', 'POST', 'GET'],
    ['/api/v1/hooks.php', 'PUT', 'GET, POST'],
    ['/api/v1/jobs', 'OPTIONS', 'GET, POST, PUT, PATCH'],
    ['/api/v1/jobs', 'TRACE', 'GET, POST, PUT, PATCH'],
  ])('of %s with %s names the methods there are', async (path, method, allowed) => {
    const { key } = await given();

    const { status, headers } = await gateway.ask(path, { key, method });

    expect(status).toBe(405);
    expect(headers['allow']?.toString().split(', ').sort()).toEqual(allowed.split(', ').sort());
  });

  it.each([
    '?id=0',
    '?id=abc',
    '?id=01',
    '?id=1&id=2',
    '?id=%ff',
    '?status=%00',
    '?sub=unknown',
    '?action=unknown',
  ])('of the address %s is 400 and names the field', async (query) => {
    const { key } = await given();

    const { status, body } = await gateway.ask(`/api/v1/jobs${query}`, { key });

    expect([status, body['error']]).toEqual([400, 'validation_failed']);
    expect(body['errors']).toEqual([{ field: expect.any(String), message: expect.any(String) }]);
  });

  it('of a missing, malformed, mistyped or doubled key is 401', async () => {
    const { key } = await given();
    const mistyped = key.slice(0, 12) + (key[12] === 'a' ? 'b' : 'a') + key.slice(13);

    for (const wrong of [undefined, '', 'svc_live_short', mistyped, `${key}, ${key}`]) {
      const { status, body, headers } = await gateway.ask('/api/v1/jobs', { key: wrong });

      expect([status, body['error']]).toEqual([401, 'unauthorized']);
      expect(headers['x-ratelimit-limit']).toBe('60');
    }
  });

  it('never repeats the key', async () => {
    const { key } = await given();

    const { body } = await gateway.ask('/api/v1/jobs', { key: `${key}0` });

    expect(JSON.stringify(body)).not.toContain(key.slice(9));
  });

  it('of an address outside the allow-list sees through trusted proxies', async () => {
    const { key } = await given({}, { ip_allowlist: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = async (forwarded: string) =>
      (await gateway.ask('/api/v1/jobs', { key, headers: { 'x-forwarded-for': forwarded } }))
        .status;

    expect(await from('203.0.113.7')).toBe(200);
    expect(await from('::ffff:203.0.113.7')).toBe(200);
    expect(await from('2001:db8::1')).toBe(200);
    expect(await from('198.51.100.1')).toBe(403);
    expect(await from('203.0.113.7, 198.51.100.1')).toBe(403);
  });

  it('ends with the sixty-first failed authentication of an address, but for valid keys', async () => {
    const { key } = await given();
    const from = { 'x-forwarded-for': '198.51.100.77' };
    const fail = () => gateway.ask('/api/v1/jobs', { headers: from });

    const failures = await Promise.all(Array.from({ length: 100 }, fail));
    const refused = await fail();

    expect(failures.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60', 'x-ratelimit-remaining': '0' },
      body: { error: 'rate_limit_exceeded', retry_after: 60 },
    });
    expect((await gateway.ask('/api/v1/jobs', { key, headers: from })).status).toBe(200);
    gateway.clock.advance(60_000);
    expect((await fail()).status).toBe(401);
  });

  describe('of a guessed key', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const guess = (address: string) =>
      gateway.ask('/api/v1/jobs', { key: mintKey('live').text, headers: from(address) });
    const failSixtyTimes = (address: string) =>
      Promise.all(
        Array.from({ length: 60 }, () => gateway.ask('/api/v1/jobs', { headers: from(address) })),
      );

    it('costs no query of its own beyond the limit, and keeps no valid key out', async () => {
      const { key } = await given();
      gateway.keyQueries.length = 0;

      const guesses = Promise.all(Array.from({ length: 300 }, () => guess('198.51.100.1')));
      const valid = gateway.ask('/api/v1/jobs', { key, headers: from('198.51.100.1') });
      const statuses = (await guesses).map(({ status }) => status);

      expect((await valid).status).toBe(200);
      expect(statuses.filter((status) => status === 401)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(240);
      expect(gateway.keyQueries.filter((size) => size === 1).length).toBeLessThanOrEqual(61);
      expect(gateway.keyQueries.length).toBeLessThanOrEqual(66);
    });

    it('counts against all addresses of an IPv6 network, which are one client’s', async () => {
      gateway.keyQueries.length = 0;

      const guesses = await Promise.all(
        Array.from({ length: 100 }, (_, n) => guess(`2001:db8:1:2:${n}::${n + 1}`)),
      );

      expect(guesses.filter(({ status }) => status === 401)).toHaveLength(60);
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(40);
      expect(gateway.keyQueries.filter((size) => size === 1).length).toBeLessThanOrEqual(60);
      expect((await guess('2001:db8:1:3::1')).status).toBe(401);
    });

    it('does not wait for its second where the address has not failed yet', async () => {
      await failSixtyTimes('198.51.100.2');
      const waiting = [guess('198.51.100.2'), guess('198.51.100.2')];
      const { key } = await given();
      gateway.keyQueries.length = 0;

      await gateway.ask('/api/v1/jobs', { key, headers: from('198.51.100.3') });

      expect(gateway.keyQueries).toContain(1);
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([429, 429]);
    });

    it('asks the database once a second at most for all that have used up the limit', async () => {
      const addresses = ['198.51.100.4', '198.51.100.5'];
      await Promise.all(addresses.map(failSixtyTimes));
      gateway.keyQueries.length = 0;
      const startedMs = performance.now();

      for (let round = 0; round < 3; round += 1) {
        const burst = addresses.flatMap((address) =>
          Array.from({ length: 10 }, () => guess(address)),
        );
        for (const { status } of await Promise.all(burst)) expect(status).toBe(429);
      }

      const seconds = (performance.now() - startedMs) / 1_000;
      expect(gateway.keyQueries.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
      expect(gateway.keyQueries.reduce((sum, size) => sum + size, 0)).toBe(60);
    });
  });

  it('of a revoked key begins with the answer to its revocation', async () => {
    const { id, key } = await given();
    let isRevoked = false;
    const outcomes: [boolean, number][] = [];
    const asking = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 6; n += 1) {
          const startedAfter = isRevoked;
          outcomes.push([startedAfter, (await gateway.ask('/api/v1/jobs', { key })).status]);
        }
      }),
    );
    await gateway.admin('POST', `/keys/${id}/revoke`);
    isRevoked = true;
    await asking;

    expect((await gateway.ask('/api/v1/jobs', { key })).status).toBe(401);
    expect(outcomes.filter(([after, status]) => after && status !== 401)).toEqual([]);
  });

  it('goes by the key of each request, whatever its connection said before', async () => {
    const { key } = await given({}, { scopes: ['jobs:read'] });
    const { key: lesser } = await given({}, { scopes: ['customers:read'] });
    const keys = [key, lesser, `${key.slice(0, -1)}!`, key, undefined, lesser, lesser];
    const requests = keys.map((each, index) =>
      [
        'GET /api/v1/jobs HTTP/1.1',
        'Host: here',
        ...(each === undefined ? [] : [`X-API-Key: ${each}`]),
        ...(index < keys.length - 1 ? [] : ['Connection: close']),
        '\r\n',
      ].join('\r\n'),
    );

    const answers = await sendBytes(gateway.port, [requests.join('')]);

    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '403', '401', '200', '401', '403', '403']);
  });

  it('follows changed scopes, allow-lists, plans, features and limits at once', async () => {
    const { id, key, slug } = await given();
    const status = async (path = '/api/v1/inventory') => (await gateway.ask(path, { key })).status;

    expect(await status()).toBe(200);
    await gateway.admin('PATCH', `/keys/${id}`, { scopes: ['jobs:read'] });
    expect(await status()).toBe(403);
    await gateway.admin('PATCH', `/keys/${id}`, { scopes: ['inventory:write'] });
    expect(await status()).toBe(200);
    await gateway.admin('PUT', '/companies', { slug, features: [] });
    expect(await status()).toBe(403);
    await gateway.admin('PUT', '/companies', { slug, features: ['inventory'], plan: 'starter' });
    expect(await status()).toBe(403);
    await gateway.admin('PUT', '/companies', {
      slug,
      plan: 'enterprise',
      limits: { list_reads_per_minute: 2 },
    });
    expect(await status()).toBe(429);
    await gateway.admin('PUT', '/companies', { slug, limits: {} });
    await gateway.admin('PATCH', `/keys/${id}`, { ip_allowlist: ['192.0.2.1'] });
    expect(await status()).toBe(403);
  });

  it('is 500 while the database is away, for a key that is not known yet', async () => {
    const broken = await aGateway();
    const { slug } = await broken.givenCompany();
    const known = await broken.givenKey(slug);
    const unknown = await broken.givenKey(slug);
    await broken.ask('/api/v1/jobs', { key: known.key });
    await broken.db.query('alter table api_keys rename to api_keys_away');

    const answer = await broken.ask('/api/v1/jobs', { key: unknown.key });

    expect([answer.status, answer.body['error']]).toEqual([500, 'internal_error']);
    expect((await broken.ask('/api/v1/jobs', { key: known.key })).status).toBe(200);
    await broken.close();
  });
});
