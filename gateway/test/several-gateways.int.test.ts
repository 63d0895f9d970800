import { randomBytes } from 'node:crypto';
import {
  eventually,
  findMetricProblems,
  createTestDatabase,
  startTestStore,
  type TestDatabase,
  type TestStore,
} from '@svc/testing';
import { mintKey } from '../src/keys/api-key-text';
import { parseStoreAddress } from '../src/limits/shared/store-address';
import { gatewayEntities, gatewayMigrations } from '../src/persistence/data-source';
import { aGateway, type AGateway, type JsonResponse } from './a-gateway';

const GATEWAYS = 3;
const PEOPLES_LIMIT = 12;
/** Each gateway's clock is this far ahead of the one before. */
const CLOCKS_APART_MS = 65_000;

describe('several gateways with a shared store', () => {
  let database: TestDatabase;
  let store: TestStore;
  const gateways: AGateway[] = [];
  const encryptionKeys = [randomBytes(32)];

  beforeAll(async () => {
    database = await createTestDatabase({
      context: 'gateway',
      entities: gatewayEntities,
      migrations: gatewayMigrations,
    });
    store = await startTestStore();
    for (let n = 0; n < GATEWAYS; n += 1) {
      const aheadMs = n * CLOCKS_APART_MS;
      const shared = { database, store: parseStoreAddress(store.url), aheadMs };
      const dashboard = { limits: { perSession: PEOPLES_LIMIT, perClient: 3_000 } };
      const trustedProxies = ['127.0.0.1'];
      gateways.push(await aGateway({ shared, encryptionKeys, dashboard, trustedProxies }));
    }
  }, 30_000);
  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await database.close();
    await store.stop();
  });
  beforeEach(() => allInStore(), 15_000);
  afterEach(() => store.restore());

  const [first, second, third] = [0, 1, 2].map((n) => () => gateways[n] as AGateway) as [
    () => AGateway,
    () => AGateway,
    () => AGateway,
  ];

  const modes = () => gateways.map(({ shared }) => shared?.mode());
  const allInStore = () =>
    eventually(() => expect(modes()).toEqual(gateways.map(() => 'store')), { within: 10_000 });
  const allByShare = () => eventually(() => expect(modes()).toEqual(gateways.map(() => 'share')));

  const givenKey = async (limits: Readonly<Record<string, number>>) => {
    const { slug } = await first().givenCompany({ limits });
    return { slug, ...(await first().givenKey(slug)) };
  };
  const askAll = (count: number, key: string, path = '/api/v1/jobs'): Promise<JsonResponse[]> =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        (gateways[n % GATEWAYS] as AGateway).ask(path, { key }),
      ),
    );
  const admittedByEach = (count: number, key: string): Promise<number[]> =>
    Promise.all(
      gateways.map(async (gateway) => {
        const asked = Array.from({ length: count }, () => gateway.ask('/api/v1/jobs', { key }));
        return passed(await Promise.all(asked));
      }),
    );
  const passed = (answers: readonly JsonResponse[]): number =>
    answers.filter(({ status }) => status === 200).length;
  const statusesOf = (answers: readonly { readonly status: number }[]) =>
    [...new Set(answers.map(({ status }) => status))].sort();

  it('tell of the store what alerts and dashboards ask for', async () => {
    const { key } = await givenKey({ list_reads_per_minute: 20 });
    await first().ask('/api/v1/jobs', { key });

    const text = await first().metrics.metrics();

    expect(text).toMatch(/^fsm_limit_store_fallback 0$/m);
    expect(text).toMatch(/^fsm_limit_store_round_trip_seconds_bucket\{le="0.001"\} \d/m);
    for (const kind of ['timeout', 'connection', 'reply']) {
      expect(text).toContain(`fsm_limit_store_errors_total{kind="${kind}"} `);
    }
    expect(text).toMatch(/^fsm_allowance_reservations_total\{outcome="granted"\} [1-9]/m);
    expect(await findMetricProblems(text)).toEqual([]);
  });

  it('let exactly 20 of 200 parallel requests pass', async () => {
    const { key } = await givenKey({ list_reads_per_minute: 20 });

    const answers = await askAll(200, key);

    expect(passed(answers)).toBe(20);
    expect(statusesOf(answers)).toEqual([200, 429]);
  });

  it('tell the limit, what is left and when it frees, as one gateway does', async () => {
    const { key } = await givenKey({ record_reads_per_minute: 2, reads_per_day: 1_000 });
    const ask = (gateway: AGateway) => gateway.ask('/api/v1/jobs?id=1', { key });

    const one = await ask(first());
    const two = await ask(second());
    const three = await ask(third());

    expect(one.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
    expect(two.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' });
    expect(three.status).toBe(429);
    expect(three.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': one.headers['x-ratelimit-reset'],
    });
    const inSeconds = Number(three.headers['retry-after']);
    expect(inSeconds).toBeGreaterThanOrEqual(59);
    expect(inSeconds).toBeLessThanOrEqual(60);
    expect(three.body).toMatchObject({ error: 'rate_limit_exceeded', retry_after: inSeconds });
  });

  it('show an ignored name once an hour, though all see it at the same time', async () => {
    const { slug, key } = await givenKey({});
    for (const { service } of gateways)
      service.behave((_, response) => {
        const headers = { 'content-type': 'application/json', 'x-svc-ignored-names': 'page_size' };
        response.writeHead(200, headers).end('{"success":true}');
      });
    await askAll(GATEWAYS, key, '/api/v1/jobs?page_size=5');
    for (const { service } of gateways) service.behaveWell();

    // A gateway writes what it saw before it lists.
    const list = (gateway: AGateway) => gateway.admin('GET', `/companies/${slug}/requests`);
    await Promise.all(gateways.map(list));
    const { body } = await list(first());

    // Their clocks may be in two hours.
    const hours = (body['data'] as { time: string }[]).map(({ time }) => time.slice(0, 13));
    expect(hours).not.toEqual([]);
    expect(hours).toEqual([...new Set(hours)]);
  });

  it('let exactly as many requests pass as a day allows', async () => {
    const { key } = await givenKey({ reads_per_day: 30 });

    const answers = await askAll(90, key);

    expect(passed(answers)).toBe(30);
    expect(statusesOf(answers)).toEqual([200, 429]);
  });

  it.each(['writes_per_minute', 'writes_per_day', 'key_writes_per_day'])(
    'count the operations of bulks to the last of %s, all or none',
    async (limit) => {
      const { key } = await givenKey({ writes_per_minute: 500, [limit]: 100 });
      const post = (n: number, count: number): Promise<JsonResponse> =>
        (gateways[n % GATEWAYS] as AGateway).ask('/api/v1/jobs?action=bulk', {
          method: 'POST',
          key,
          body: { operations: Array(count).fill({ method: 'POST', body: {} }) },
        });

      const sizes = Array.from({ length: 30 }, (_, n) => 1 + ((n * 5) % 13));
      const answers = await Promise.all(sizes.map((size, n) => post(n, size)));
      const admitted = sizes.filter((_, n) => answers[n]?.status === 201);
      const left = 100 - admitted.reduce((sum, size) => sum + size, 0);

      expect(left).toBeGreaterThanOrEqual(0);
      const refused = await post(1, left + 1);
      expect(refused.status).toBe(429);
      expect(refused.headers).toMatchObject({
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': String(left),
      });
      for (let n = 0; n < left; n += 1) expect((await post(n, 1)).status).toBe(201);
      expect((await post(0, 1)).status).toBe(429);
    },
  );

  it('turn failed authentications of one address into 429 after the 60th, wherever they came', async () => {
    const answers = await askAll(90, 'svc_live_nothing');

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('look up the guesses of an address together that has used up its limit at another', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.142' };
    const ask = (gateway: AGateway, key: string) => gateway.ask('/api/v1/jobs', { key, headers });
    const guess = (): Promise<JsonResponse> => ask(second(), mintKey('live').text);
    for (let n = 0; n < 60; n += 1) await ask(first(), 'svc_live_nothing');
    await guess();

    const queries = second().keyQueries.length;
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => [await guess(), await guess(), await guess()]),
    );

    expect(statusesOf(answers.flat())).toEqual([429]);
    expect(second().keyQueries.length - queries).toBeLessThanOrEqual(4);
  }, 15_000);

  it('let a session of the dashboard make as many requests as one gateway does, or its share without the store', async () => {
    const asked = (cookie: string) =>
      Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          (gateways[n % GATEWAYS] as AGateway).ask('/dashboard', { headers: { cookie } }),
        ),
      );

    expect(passed(await asked('fsm_session=in-store'))).toBe(PEOPLES_LIMIT);

    await store.kill();
    await allByShare();
    expect(passed(await asked('fsm_session=apart'))).toBe(PEOPLES_LIMIT);
  }, 20_000);

  it('admit no request with a key that another gateway has revoked, 100 times over', async () => {
    const { slug } = await first().givenCompany({ limits: { refused_per_minute: 100_000 } });
    for (let turn = 0; turn < 100; turn += 1) {
      const [here, there] = [gateways[turn % 3], gateways[(turn + 1) % 3]] as [AGateway, AGateway];
      const { id, key } = await here.givenKey(slug, { name: `Key of turn ${turn}` });
      // A revoked key is unknown, so each round has an address with failures left.
      const asked = { key, headers: { 'x-forwarded-for': `198.51.100.${turn}` } };
      expect((await there.ask('/api/v1/technicians?id=1', asked)).status).toBe(200);

      await here.admin('POST', `/keys/${id}/revoke`);

      expect((await there.ask('/api/v1/jobs', asked)).status).toBe(401);
    }
  }, 60_000);

  it('follow a changed scope, limit and plan at once, without asking PostgreSQL again for the rest', async () => {
    const { slug, id, key } = await givenKey({});
    const ask = () => second().ask('/api/v1/jobs', { key });
    await ask();

    await first().admin('PATCH', `/keys/${id}`, { scopes: ['assets:read'] });
    expect(await ask()).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    await third().admin('PATCH', `/keys/${id}`, { scopes: ['jobs:read'] });
    expect((await ask()).status).toBe(200);
    await first().admin('PUT', '/companies', { slug, limits: { list_reads_per_minute: 2 } });
    expect((await ask()).status).toBe(429);
    await first().admin('PUT', '/companies', { slug, limits: {}, plan: 'starter' });
    expect(await ask()).toMatchObject({ status: 403, body: { error: 'feature_not_available' } });

    // Without the store, which is slow on a busy machine, no gateway may remember a key.
    await eventually(async () => {
      await allInStore();
      await ask();
      const queries = second().keyQueries.length;
      for (let n = 0; n < 20; n += 1) await ask();
      expect(second().keyQueries.length).toBe(queries);
    });
  });

  it('give one result for an Idempotency-Key, whichever of them see it', async () => {
    const { key } = await givenKey({});
    const create = (gateway: AGateway) =>
      gateway.ask('/api/v1/jobs', {
        key,
        method: 'POST',
        body: { a: 1 },
        headers: { 'idempotency-key': 'once' },
      });
    const seenBefore = gateways.map(({ service }) => service.seen.length);

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => create(gateways[n % 3] as AGateway)),
    );
    const later = await Promise.all(gateways.map(create));

    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const seen = gateways.map(({ service }, n) => service.seen.length - Number(seenBefore[n]));
    expect(seen.reduce((sum, count) => sum + count)).toBe(1);
    expect(later.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(later.map(({ body }) => JSON.stringify(body['data']))).size).toBe(1);
  });

  describe('whose store goes away', () => {
    const loads: (() => void)[] = [];
    afterEach(() => loads.splice(0).forEach((stop) => stop()));
    function load(key: string, path = '/api/v1/jobs') {
      const answers: { status: number; ms: number }[] = [];
      let isOver = false;
      loads.push(() => (isOver = true));
      const workers = Array.from({ length: 9 }, async (_, n) => {
        while (!isOver) {
          const startedMs = performance.now();
          const { status } = await (gateways[n % 3] as AGateway).ask(path, { key });
          answers.push({ status, ms: performance.now() - startedMs });
        }
      });
      return {
        answers,
        async end() {
          isOver = true;
          await Promise.all(workers);
          return answers;
        },
      };
    }
    const admittedOf = (answers: readonly { status: number }[]): number =>
      answers.filter(({ status }) => status === 200).length;

    const WAYS: readonly (readonly [string, () => Promise<void>, () => Promise<void>])[] = [
      ['is killed', () => store.kill(), () => store.start()],
      ['freezes', async () => store.freeze(), async () => store.thaw()],
    ];

    it.each(WAYS)(
      'never fail while it %s and after, and are exact again',
      async (_, away, back) => {
        const { key } = await givenKey({ list_reads_per_minute: 60 });
        const fresh = await givenKey({ list_reads_per_minute: 60 });
        const { answers, end } = load(key);
        await eventually(() => expect(admittedOf(answers)).toBeGreaterThan(10));

        await away();
        await allByShare();
        const countByShare = answers.length;
        await eventually(() => expect(answers.length).toBeGreaterThan(countByShare + 60));
        await back();
        await allInStore();
        const countInStore = answers.length;
        await eventually(() => expect(answers.length).toBeGreaterThan(countInStore + 60));

        const all = await end();
        expect(statusesOf(all)).toEqual([200, 429]);
        expect(admittedOf(all)).toBeGreaterThanOrEqual(60);
        expect(admittedOf(all)).toBeLessThanOrEqual(120);
        expect(passed(await askAll(120, fresh.key))).toBe(60);
      },
      30_000,
    );

    it.each(WAYS)(
      'know what each had admitted before and after it %s',
      async (_, away, back) => {
        const { key } = await givenKey({ list_reads_per_minute: 30 });
        expect(await admittedByEach(2, key)).toEqual([2, 2, 2]);

        // A frozen store counts these commands when it continues.
        await away();
        expect(await admittedByEach(4, key)).toEqual([4, 4, 4]);
        await back();
        await allInStore();

        const rest = await askAll(60, key);
        expect(passed(rest)).toBe(12);
        expect(statusesOf(rest)).toEqual([200, 429]);
      },
      30_000,
    );

    it('know what all had admitted when it was emptied', async () => {
      const { key } = await givenKey({ list_reads_per_minute: 30 });
      expect(await admittedByEach(6, key)).toEqual([6, 6, 6]);

      for (let turn = 0; turn < 2; turn += 1) {
        await store.empty();
        await eventually(() => expect(modes()).toContain('share'));
        await allInStore();
      }

      expect(passed(await askAll(60, key))).toBe(12);
    }, 30_000);

    it('admit by a share of a fresh limit each, and the rest when it is back', async () => {
      await store.kill();
      await allByShare();
      const { key } = await givenKey({ list_reads_per_minute: 32 });

      const byShare = await admittedByEach(20, key);
      await store.start();
      await allInStore();

      expect(byShare).toEqual([10, 10, 10]);
      expect(passed(await askAll(60, key))).toBe(2);
    }, 30_000);

    it('admit no request with a revoked key, and none by what was remembered when it is back', async () => {
      const { id, key } = await givenKey({});
      expect(passed(await askAll(3, key))).toBe(3);

      await store.kill();
      await first().admin('POST', `/keys/${id}/revoke`);
      const apart = await askAll(6, key);
      await store.start();
      await allInStore();
      const together = await askAll(6, key);

      expect(passed([...apart, ...together])).toBe(0);
    }, 30_000);

    it('answer a revocation once a gateway that hangs can no longer remember the key', async () => {
      const { id } = await givenKey({});
      await store.kill();
      await allByShare();
      const { db } = database;
      await db.query(
        `insert into gateways (id, seen_at, followed_change)
         values (gen_random_uuid(), now() - interval '8 seconds', 0)`,
      );
      const startedMs = performance.now();

      await first().admin('POST', `/keys/${id}/revoke`);

      expect(performance.now() - startedMs).toBeGreaterThan(1_500);
    }, 30_000);

    it('keep a day within its limit', async () => {
      const { key } = await givenKey({ reads_per_day: 60 });
      const { answers, end } = load(key);
      await eventually(() => expect(admittedOf(answers)).toBeGreaterThan(10));
      await store.kill();
      await allByShare();
      await store.start();
      await allInStore();
      const count = answers.length;
      await eventually(() => expect(answers.length).toBeGreaterThan(count + 60));

      const all = await end();
      expect([...new Set(all.map(({ status }) => status))].sort()).toEqual([200, 429]);
      // The store loses its blocks, here one request each.
      expect(admittedOf(all)).toBeGreaterThanOrEqual(50);
      expect(admittedOf(all)).toBeLessThanOrEqual(60);
    }, 30_000);
  });

  describe('one of which cannot reach it', () => {
    let apart: AGateway;
    beforeEach(async () => {
      const shared = { database, store: parseStoreAddress('redis://127.0.0.1:1') };
      apart = await aGateway({ shared, encryptionKeys, trustedProxies: ['127.0.0.1'] });
      expect(apart.shared?.mode()).toBe('share');
    });
    afterEach(() => apart.close());

    it('admit at most twice a limit: the others what the store counts, that one its share', async () => {
      const { key } = await givenKey({ list_reads_per_minute: 40 });

      const inStore = await askAll(90, key);
      const byShare = await Promise.all(
        Array.from({ length: 30 }, () => apart.ask('/api/v1/jobs', { key })),
      );

      expect(modes()).toEqual(['store', 'store', 'store']);
      expect([passed(inStore), passed(byShare)]).toEqual([40, 10]);
      expect(statusesOf([...inStore, ...byShare])).toEqual([200, 429]);
    });

    it('admit no request with a key that any of them has revoked', async () => {
      const { slug } = await first().givenCompany();
      for (const revoking of [apart, first()]) {
        const { id, key } = await first().givenKey(slug);
        const all = [...gateways, apart];
        // A revoked key is unknown, so each round has its own address.
        const headers = { 'x-forwarded-for': `198.51.101.${id % 250}` };
        const ask = () =>
          Promise.all(all.map((each) => each.ask('/api/v1/jobs', { key, headers })));
        expect(statusesOf(await ask())).toEqual([200]);

        await revoking.admin('POST', `/keys/${id}/revoke`);

        expect(statusesOf(await ask())).toEqual([401]);
      }
    });
  });
});
