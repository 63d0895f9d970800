import {
  aGateway,
  type AGateway,
  type TestRequest,
  type CompanyOptions,
  type KeyOptions,
} from './a-gateway';

describe('limits', () => {
  let gateway: AGateway;
  beforeAll(async () => {
    gateway = await aGateway();
  });
  afterAll(() => gateway.close());

  const given = async (limits: Readonly<Record<string, number>>) => {
    const { slug } = await gateway.givenCompany({ limits });
    return (await gateway.givenKey(slug)).key;
  };
  const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: count }, ask));
    return answers.map(({ status }) => status);
  };

  it('let exactly 100 of 500 parallel requests pass', async () => {
    const key = await given({ list_reads_per_minute: 100 });
    const before = gateway.service.seen.length;

    const all = await statuses(500, () => gateway.ask('/api/v1/jobs', { key }));

    expect(all.filter((status) => status === 200)).toHaveLength(100);
    expect(all.filter((status) => status === 429)).toHaveLength(400);
    expect(gateway.service.seen).toHaveLength(before + 100);
  });

  it('answer 429 with the limit, when to come back, and the headers', async () => {
    const key = await given({ record_reads_per_minute: 1 });
    await gateway.ask('/api/v1/jobs?id=1', { key });
    gateway.clock.advance(20_000);

    const { status, headers, body } = await gateway.ask('/api/v1/jobs?id=1', { key });

    const resetAt = String(gateway.clock.now().getTime() / 1_000 + 40);
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': resetAt,
      'retry-after': '40',
    });
    expect(body).toEqual({
      success: false,
      error: 'rate_limit_exceeded',
      message: expect.stringContaining('single-record reads per minute'),
      retry_after: 40,
      request_id: headers['x-request-id'],
    });
  });

  it('do not charge what was refused before them', async () => {
    const key = await given({ writes_per_minute: 1 });
    for (const path of ['/api/v1/jobs?id=5', '/api/v1/nothing', '/api/v1/jobs?sub=x']) {
      const { headers } = await gateway.ask(path, { key, method: 'POST', body: {} });
      // The limit on rejections has the smallest share left.
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '1200' });
      expect(headers['retry-after']).toBeUndefined();
    }

    const { status, headers } = await gateway.ask('/api/v1/jobs', {
      key,
      method: 'POST',
      body: {},
    });
    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
  });

  describe('on what is refused before them', () => {
    const REFUSED: readonly (readonly [number, string, TestRequest, CompanyOptions, KeyOptions])[] =
      [
        [403, '/api/v1/jobs', {}, {}, { ip_allowlist: ['192.0.2.1'] }],
        [403, '/api/v1/jobs', {}, { plan: 'professional' }, {}],
        [404, '/api/v1/nothing', {}, {}, {}],
        [405, '/api/v1/jobs', { method: 'DELETE' }, {}, {}],
        [400, '/api/v1/jobs?sub=nothing', {}, {}, {}],
        [403, '/api/v1/inventory', {}, { features: [] }, {}],
        [403, '/api/v1/customers', {}, {}, { scopes: ['jobs:read'] }],
      ];

    it.each(REFUSED)('turn a %i of %s into 429', async (status, path, asked, company, options) => {
      const { slug } = await gateway.givenCompany({
        ...company,
        limits: { refused_per_minute: 2 },
      });
      const { key } = await gateway.givenKey(slug, options);
      const ask = () => gateway.ask(path, { ...asked, key });

      const first = await ask();
      const second = await ask();
      gateway.clock.advance(20_000);
      const third = await ask();

      expect(first).toMatchObject({
        status,
        headers: { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' },
      });
      expect(second).toMatchObject({ status, headers: { 'x-ratelimit-remaining': '0' } });
      expect(third).toMatchObject({
        status: 429,
        headers: { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0', 'retry-after': '40' },
        body: {
          error: 'rate_limit_exceeded',
          message: expect.stringContaining('refused requests per minute'),
          retry_after: 40,
        },
      });
      gateway.clock.advance(40_000);
      expect((await ask()).status).toBe(status);
    });

    it('count 1,200 of any sixty seconds of a key unless the company has its own', async () => {
      const { slug } = await gateway.givenCompany();
      const { key } = await gateway.givenKey(slug);
      const other = await gateway.givenKey(slug);
      const refuse = () => gateway.ask('/api/v1/nothing', { key });

      const all = await statuses(1_210, refuse);

      expect(all.filter((status) => status === 404)).toHaveLength(1_200);
      expect(all.filter((status) => status === 429)).toHaveLength(10);
      // Neither admitted requests nor another key are affected.
      expect((await gateway.ask('/api/v1/jobs', { key })).status).toBe(200);
      expect((await gateway.ask('/api/v1/nothing', { key: other.key })).status).toBe(404);
    });

    it('do not count what is admitted, nor what a limit refuses', async () => {
      const key = await given({ refused_per_minute: 1, list_reads_per_minute: 2 });

      const admitted = await statuses(5, () => gateway.ask('/api/v1/jobs', { key }));
      const refused = await gateway.ask('/api/v1/nothing', { key });

      expect(admitted.toSorted()).toEqual([200, 200, 429, 429, 429]);
      expect(refused.status).toBe(404);
    });

    it('do not count what is wrong behind the limits', async () => {
      const key = await given({ refused_per_minute: 1 });
      const badName = { 'idempotency-key': 'x'.repeat(256) };
      const ask = () =>
        gateway.ask('/api/v1/jobs', { key, method: 'POST', body: {}, headers: badName });

      expect([(await ask()).status, (await ask()).status]).toEqual([400, 400]);
      expect((await gateway.ask('/api/v1/nothing', { key })).status).toBe(404);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
      'leave a refused %s to be told the limit of writes where that has less left',
      async (method) => {
        const key = await given({ writes_per_minute: 2, list_reads_per_minute: 4 });
        const write = { key, method: 'POST', body: {} };
        await gateway.ask('/api/v1/jobs', write);

        const { status, headers } = await gateway.ask('/api/v1/jobs?sub=nothing', { key, method });

        expect(status).toBe(method === 'DELETE' ? 405 : 400);
        expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
      },
    );

    it('are told of only while no other limit has less left', async () => {
      const key = await given({ refused_per_minute: 10, list_reads_per_minute: 4 });
      for (let n = 0; n < 3; n += 1) await gateway.ask('/api/v1/jobs', { key });

      const { headers } = await gateway.ask('/api/v1/nothing', { key });

      expect(headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '1' });
    });
  });

  it('charge a request whatever the service answers', async () => {
    const key = await given({ list_reads_per_minute: 2 });
    gateway.service.behave((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"success":false}');
    });

    const all = [];
    for (let n = 0; n < 3; n += 1) all.push((await gateway.ask('/api/v1/jobs', { key })).status);
    gateway.service.behaveWell();

    expect(all).toEqual([404, 404, 429]);
  });

  it('of a day survive a gentle restart exactly, and are not regained by a crash', async () => {
    const key = await given({ reads_per_day: 30 });
    const passed = async (count: number) =>
      (await statuses(count, () => gateway.ask('/api/v1/jobs', { key }))).filter(
        (status) => status === 200,
      ).length;

    expect(await passed(10)).toBe(10);
    await gateway.restart('gently');
    expect(await passed(10)).toBe(10);
    await gateway.restart('after a crash');
    const afterCrash = await passed(50);

    expect(afterCrash).toBeLessThanOrEqual(10);
    expect(afterCrash).toBeGreaterThanOrEqual(9);
  });

  it('of a day hold for all keys of a company together', async () => {
    const { slug } = await gateway.givenCompany({ limits: { writes_per_day: 15 } });
    const keys = await Promise.all([1, 2, 3].map(() => gateway.givenKey(slug)));

    const all = await Promise.all(
      keys.map(({ key }) =>
        statuses(20, () => gateway.ask('/api/v1/jobs', { key, method: 'POST', body: {} })),
      ),
    );

    expect(all.flat().filter((status) => status === 201)).toHaveLength(15);
  });

  it('refuse with 500, and charge nothing, while a day cannot be reserved', async () => {
    const key = await given({ writes_per_day: 1, writes_per_minute: 1 });
    const create = () => gateway.ask('/api/v1/jobs', { key, method: 'POST', body: {} });
    await gateway.db.query('alter table daily_allowances rename to away');
    const refused = await create();
    await gateway.db.query('alter table away rename to daily_allowances');

    expect(refused.status).toBe(500);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(429);
  });
});
