import { aGateway, type AGateway, type CompanyOptions } from './a-gateway';

const BULK = '/api/v1/jobs?action=bulk';

const anOperation = { method: 'POST', body: { operations: [1, 2, 3] } };
const bulkOf = (count: number) => ({ operations: Array(count).fill(anOperation) as object[] });

describe('a bulk', () => {
  let gateway: AGateway;
  beforeAll(async () => {
    gateway = await aGateway();
  });
  afterEach(() => gateway.service.behaveWell());
  afterAll(() => gateway.close());

  const given = async (
    limits: CompanyOptions['limits'],
    scopes: readonly string[] | 'all' = 'all',
  ) => {
    const { id, slug } = await gateway.givenCompany({ limits, features: ['inventory'] });
    return { id, key: (await gateway.givenKey(slug, { scopes })).key };
  };
  const post = (
    key: string,
    body: unknown,
    { path = BULK, headers = {} as Record<string, string> } = {},
  ) => gateway.ask(path, { method: 'POST', key, body, headers });
  const asked = () => gateway.service.seen.length;

  it('counts as so many writes as it has operations, in the minute and the day', async () => {
    const { key } = await given({
      writes_per_minute: 100,
      writes_per_day: 60,
      key_writes_per_day: 90,
    });

    const { status, headers } = await post(key, bulkOf(30));

    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '30' });
    expect((await post(key, bulkOf(30))).headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
    expect((await post(key, bulkOf(1))).status).toBe(429);
  });

  it.each(['writes_per_minute', 'writes_per_day', 'key_writes_per_day'])(
    'is refused before its first operation where %s has too little left, and counts nowhere',
    async (limit) => {
      const { key } = await given({ writes_per_minute: 1_000, [limit]: 50 });
      await post(key, bulkOf(30));
      const before = asked();

      const { status, headers, body } = await post(key, bulkOf(21));

      expect(status).toBe(429);
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '20' });
      expect(body).toMatchObject({
        error: 'rate_limit_exceeded',
        message: expect.stringContaining('has only 20 left'),
      });
      expect(asked()).toBe(before);
      expect((await post(key, bulkOf(20))).status).toBe(201);
      expect((await post(key, bulkOf(1))).status).toBe(429);
    },
  );

  it('is told when so many writes are free', async () => {
    const { key } = await given({ writes_per_minute: 50 });
    await post(key, bulkOf(20));
    gateway.clock.advance(20_000);
    await post(key, bulkOf(20));
    gateway.clock.advance(10_000);

    expect((await post(key, bulkOf(30))).headers).toMatchObject({ 'retry-after': '30' });
    expect((await post(key, bulkOf(31))).headers).toMatchObject({ 'retry-after': '50' });
    // A bulk that the limit can never admit.
    expect((await post(key, bulkOf(51))).headers).toMatchObject({ 'retry-after': '60' });
  });

  it('counts to the last write however many are sent at once', async () => {
    const { key } = await given({ writes_per_minute: 1_000, writes_per_day: 500 });
    const sizes = Array.from({ length: 60 }, (_, n) => 1 + ((n * 7) % 23));

    const answers = await Promise.all(
      sizes.map(async (size) => ((await post(key, bulkOf(size))).status === 201 ? size : 0)),
    );

    const admitted = answers.reduce((sum, size) => sum + size, 0);
    expect(admitted).toBeLessThanOrEqual(500);
    expect((await post(key, bulkOf(500 - admitted + 1 > 100 ? 100 : 501 - admitted))).status).toBe(
      429,
    );
    for (let left = 500 - admitted; left > 0; left -= 1) {
      expect((await post(key, bulkOf(1))).status).toBe(201);
    }
    expect((await post(key, bulkOf(1))).status).toBe(429);
  });

  it.each([
    ['no JSON', '{"operations":[{}'],
    ['nothing', ''],
    ['no array', '{"operations":5}'],
    ['no operations', '{"operations":[]}'],
    ['no member of the name', '[1,2,3]'],
    ['too many operations', JSON.stringify(bulkOf(101))],
    ['an earlier member that another one replaces', `{"operations":[1,2,3],"operations":[4]}`],
    ['operations elsewhere', '{"a":{"operations":[1,2]},"operations":[{"operations":[1,2]}]}'],
    ['a name with escapes', String.raw`{"\u006fperations":[1],"b":"\"operations\":[1,2]"}`],
  ])('counts as one write with %s', async (_, body) => {
    const { key } = await given({ writes_per_minute: 2 });

    expect((await post(key, body)).status).not.toBe(429);
    expect((await post(key, body)).status).not.toBe(429);
    expect((await post(key, body)).status).toBe(429);
  });

  it('is shown in the numbers of the day as its writes', async () => {
    const { id, key } = await given({});
    await post(key, bulkOf(12));

    await gateway.restart('gently');

    const select = 'select reads, writes from daily_requests where company_id = $1';
    expect(await gateway.db.query(select, [id])).toEqual([{ reads: 0, writes: 12 }]);
  });

  it('needs one of the scopes that its operations may need', async () => {
    const inventory = '/api/v1/inventory?action=bulk';
    const transferring = await given({}, ['inventory:transfer']);
    const reading = await given({}, ['jobs:read', 'inventory:read']);

    expect((await post(transferring.key, bulkOf(1), { path: inventory })).status).toBe(201);
    for (const path of [BULK, inventory]) {
      const refused = await post(reading.key, bulkOf(1), { path });
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({ error: 'insufficient_scope' });
    }
  });

  it('is named to its service by key, Idempotency-Key and body, and only then', async () => {
    const { key } = await given({});
    const nameOf = async (body: object, name?: string) => {
      const headers: Record<string, string> = { 'x-svc-bulk': 'from outside' };
      if (name !== undefined) headers['idempotency-key'] = name;
      await post(key, body, { headers });
      return gateway.service.seen.at(-1)?.headers['x-svc-bulk'];
    };

    const names = [
      await nameOf(bulkOf(1), 'a'),
      await nameOf(bulkOf(1), 'b'),
      await nameOf(bulkOf(2), 'c'),
    ];

    expect(new Set(names).size).toBe(3);
    expect(names.every((name) => /^[\w-]{43}$/.test(String(name)))).toBe(true);
    expect(await nameOf(bulkOf(1))).toBeUndefined();
  });

  it('reaches its service again by the same name as long as something is left to do', async () => {
    const { key } = await given({});
    const ask = () => post(key, bulkOf(3), { headers: { 'idempotency-key': 'n' } });
    gateway.service.behave((request, response) => {
      const headers = { 'content-type': 'application/json', 'x-svc-incomplete': '1' };
      response
        .writeHead(200, headers)
        .end(JSON.stringify({ success: true, request_id: request.headers['x-request-id'] }));
    });
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.headers['x-svc-incomplete']).toBeUndefined();
    const name = gateway.service.seen.at(-1)?.headers['x-svc-bulk'];
    gateway.service.behaveWell();
    const before = asked();

    expect((await ask()).headers['idempotent-replayed']).toBeUndefined();
    expect(gateway.service.seen.at(-1)?.headers['x-svc-bulk']).toBe(name);
    expect((await ask()).headers['idempotent-replayed']).toBe('true');
    expect(asked()).toBe(before + 1);
  });
});
