import { toUtcDate } from '@svc/kernel';
import { DEFAULT_LIMITS, PROCESSES, SCOPES } from '@svc/contracts';
import { createRun } from '@svc/database';
import { request, type Dispatcher } from 'undici';
import { deleteOldAllowances } from '../src/persistence/allowance-store';
import { deleteOldKeyRequests } from '../src/persistence/key-request-store';
import { deleteOldDailyRequests } from '../src/persistence/daily-request-store';
import { ADMIN_TOKEN, aGateway, type AGateway } from './a-gateway';
import { createSignedHeaders, type SignedCall } from './signed-headers';

const DAY_MS = 86_400_000;

interface Asking extends SignedCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

describe('what the dashboard asks of the gateway for the company of a person', () => {
  let gateway: AGateway;
  let companyId: number;
  let slug: string;
  let others: { readonly id: number; readonly key: string };

  beforeAll(async () => {
    gateway = await aGateway();
    const own = { slug: 'mine', features: ['inventory'], limits: { reads_per_day: 1_000 } };
    ({ id: companyId, slug } = await gateway.givenCompany(own));
    others = await gateway.givenKey((await gateway.givenCompany()).slug);
  });
  afterAll(() => gateway.close());

  async function ask(method: string, path: string, { headers, body, ...vouching }: Asking = {}) {
    const answer = await request(`${gateway.adminUrl}${path}`, {
      method: method as Dispatcher.HttpMethod,
      headers: headers ?? createSignedHeaders(gateway, companyId, vouching),
      body: body === undefined ? null : JSON.stringify(body),
    });
    const fields = (await answer.body.json()) as Readonly<Record<string, unknown>>;
    return { status: answer.statusCode, headers: answer.headers, body: fields };
  }
  const dataOf = <T>({ body }: Awaited<ReturnType<typeof ask>>): T => body['data'] as T;
  const withKey = (key: string) => gateway.ask('/api/v1/jobs', { key });

  it('is the company, its limits, and what it has used of its day', async () => {
    const { key } = await gateway.givenKey(slug);
    for (let n = 0; n < 3; n += 1) await withKey(key);
    await gateway.ask('/api/v1/jobs', { key, method: 'POST', body: {} });

    const { status, headers, body } = await ask('GET', '/internal/company');

    expect([status, headers['x-request-id'], headers['cache-control']]).toEqual([
      200,
      'req_1',
      'no-store',
    ]);
    expect(body).toEqual({
      success: true,
      data: {
        company_id: companyId,
        sandbox_id: expect.any(Number),
        slug: 'mine',
        name: 'mine',
        timezone: 'UTC',
        country: 'US',
        plan: 'enterprise',
        features: ['inventory'],
        limits: { ...DEFAULT_LIMITS, reads_per_day: 1_000 },
        version: 1,
        allowances: {
          reads_per_day: { used: 3, limit: 1_000 },
          writes_per_day: { used: 1, limit: 1_000 },
        },
      },
      request_id: 'req_1',
    });
  });

  it('is changed 300 times a minute at most, by its people, and others as often', async () => {
    const [{ id, slug: own }, other] = [await gateway.givenCompany(), await gateway.givenCompany()];
    const change = (companyId: number) =>
      ask('PATCH', '/internal/company', { as: { companyId }, body: { name: 'Ours' } });
    const all = await Promise.all(Array.from({ length: 300 }, () => change(id)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));

    expect(await change(id)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
      body: { error: 'rate_limit_exceeded', retry_after: 60 },
    });
    const as = { companyId: 77, sandboxOf: id };
    expect((await ask('PATCH', '/internal/company', { as, body: { name: 'Ours' } })).status).toBe(
      429,
    );
    expect((await ask('GET', '/internal/company', { as: { companyId: id } })).status).toBe(200);
    expect((await change(other.id)).status).toBe(200);
    expect((await gateway.admin('POST', `/companies/${own}/announce`)).status).toBe(200);
    gateway.clock.advance(60_000);
    expect((await change(id)).status).toBe(200);
  });

  it('is changed as its people wish, which is announced as no doing of the operator', async () => {
    const { id, slug: own } = await gateway.givenCompany();
    await gateway.db.query('delete from outbox');
    const as = { companyId: id };
    const body = { name: 'Ours', timezone: 'Europe/Paris', country: 'FR' };

    const changed = await ask('PATCH', '/internal/company', { as, body });
    await ask('PATCH', '/internal/company', { as, body: { name: 'Ours' } });

    expect(changed).toMatchObject({
      status: 200,
      body: { message: 'Company saved.', data: { company_id: id, ...body, version: 2 } },
    });
    const operators = await gateway.admin('GET', `/companies/${own}`);
    expect(operators.body['data']).toMatchObject({ ...body, plan: 'enterprise' });
    const rows: { envelope: string }[] = await gateway.db.query('select envelope from outbox');
    expect(rows.map(({ envelope }) => JSON.parse(envelope) as unknown)).toMatchObject([
      { type: 'company.changed', companyid: id, version: 2, data: body },
    ]);
  });

  it.each([
    { name: '' },
    { timezone: 'Mars/Olympus' },
    { country: 'france' },
    { plan: 'starter' },
    { limits: { reads_per_day: 1 } },
    { slug: 'another' },
    {},
  ])('is not changed to %j', async (body) => {
    expect((await ask('PATCH', '/internal/company', { body })).body['error']).toBe(
      'validation_failed',
    );
  });

  it('has used nothing on a day without requests', async () => {
    const { id } = await gateway.givenCompany();

    expect(dataOf(await ask('GET', '/internal/company', { as: { companyId: id } }))).toMatchObject({
      company_id: id,
      allowances: { reads_per_day: { used: 0 }, writes_per_day: { used: 0 } },
    });
  });

  it('counts what a gateway before it has used', async () => {
    const { id, slug: other } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(other);
    await withKey(key);
    await gateway.restart('gently');
    await withKey(key);

    expect(dataOf(await ask('GET', '/internal/company', { as: { companyId: id } }))).toMatchObject({
      allowances: { reads_per_day: { used: 2 } },
    });
  });

  it('is how many requests it has made on each of the last days', async () => {
    const { id, slug: other } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(other);
    await withKey(key);
    await gateway.ask('/api/v1/jobs', { key, method: 'POST', body: {} });
    gateway.clock.advance(2 * DAY_MS);
    await withKey(key);
    await gateway.restart('after a crash');
    await withKey(key);

    const usage = await ask('GET', '/internal/company/usage', { as: { companyId: id } });

    const { allowances, days } = dataOf<{ allowances: unknown; days: unknown[] }>(usage);
    expect(days).toHaveLength(30);
    expect(days.slice(-4)).toEqual([
      { date: '2026-03-01', reads: 0, writes: 0 },
      { date: '2026-03-02', reads: 1, writes: 1 },
      { date: '2026-03-03', reads: 0, writes: 0 },
      { date: '2026-03-04', reads: 2, writes: 0 },
    ]);
    expect(allowances).toMatchObject({ writes_per_day: { used: 0, limit: 1_000 } });
  });

  it('are the sandbox’s requests where somebody looks at test data, and the company’s settings', async () => {
    const { id, slug: own } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(own, { mode: 'test' });
    await withKey(key);
    const described = await gateway.admin('GET', `/companies/${own}`);
    const { sandbox_id: sandboxId } = described.body['data'] as { sandbox_id: number };
    const as = { companyId: sandboxId, sandboxOf: id };

    const used = async (path: string) =>
      dataOf<{ allowances: object }>(await ask('GET', path, { as })).allowances;
    expect(await used('/internal/company/usage')).toMatchObject({ reads_per_day: { used: 1 } });
    expect(await used('/internal/company')).toMatchObject({ reads_per_day: { used: 0 } });
  });

  it('keeps those numbers for 35 days, and the allowances for a week', async () => {
    const { id } = await gateway.givenCompany();
    await gateway.db.query(
      `with days as (select current_date - n as day from generate_series(0, 40) as n),
         asked as (insert into daily_requests select $1, day, 1, 0 from days)
       insert into daily_allowances select $1, 0, 'reads', day, 1, 1 from days`,
      [id],
    );

    const daysOf = async (table: string): Promise<number> => {
      const of = `select count(*)::int as days from ${table} where company_id = $1`;
      const [row]: { days: number }[] = await gateway.db.query(of, [id]);
      return row?.days ?? 0;
    };
    const run = createRun(gateway.db);
    await Promise.all([deleteOldDailyRequests, deleteOldAllowances].map((each) => run(each)));
    expect(await Promise.all(['daily_requests', 'daily_allowances'].map(daysOf))).toEqual([36, 8]);
  });

  it('are its keys, as the operator sees them', async () => {
    const { id } = await gateway.givenKey(slug, { name: 'Listed' });

    const { body } = await ask('GET', '/internal/company/keys');

    const operators = await gateway.admin('GET', '/companies/mine/keys');
    const listed = body['data'] as {
      readonly id: number;
      readonly has_refused_requests: boolean;
      readonly requests_by_day: readonly number[];
    }[];
    const keys = listed.map(({ has_refused_requests: _, requests_by_day: __, ...key }) => key);
    expect([...keys].sort((one, other) => one.id - other.id)).toEqual(operators.body['data']);
    expect(listed).toContainEqual(
      expect.objectContaining({ id, name: 'Listed', has_refused_requests: false }),
    );
    expect(JSON.stringify(body)).not.toContain(`"id":${others.id},`);

    const one = await ask('GET', `/internal/company/keys?id=${id}`);
    expect(one.body['data']).toMatchObject([{ id }]);
  });

  it('are its keys, each with whether requests of it were refused', async () => {
    const { slug: own, id: companyId } = await gateway.givenCompany();
    const good = await gateway.givenKey(own, { name: 'Good' });
    const refused = await gateway.givenKey(own, { name: 'Refused' });
    expect((await gateway.ask('/api/v1/jobs?id=none', { key: refused.key })).status).toBe(400);

    const { body } = await ask('GET', '/internal/company/keys', { as: { companyId } });

    expect(body['data']).toMatchObject([
      { id: refused.id, has_refused_requests: true },
      { id: good.id, has_refused_requests: false },
    ]);
  });

  it('are the requests of thirty days, by key, operation and day, with their errors', async () => {
    const { slug: own, id: companyId } = await gateway.givenCompany();
    const live = await gateway.givenKey(own, { name: 'Live' });
    const test = await gateway.givenKey(own, { name: 'Test', mode: 'test' });
    const unused = await gateway.givenKey(own, { name: 'Unused' });
    const yesterday = toUtcDate(gateway.clock.now());
    for (let n = 0; n < 3; n += 1) await withKey(live.key);
    await gateway.ask('/api/v1/jobs?id=none', { key: live.key });
    await gateway.ask('/api/v1/nothing', { key: live.key });
    gateway.service.behave((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"success":false,"error":"not_found","message":"None."}');
    });
    await gateway.ask('/api/v1/jobs', { key: live.key, method: 'POST', body: {} });
    gateway.service.behaveWell();
    await withKey(`${live.key}x`);
    gateway.clock.advance(DAY_MS);
    const today = toUtcDate(gateway.clock.now());
    await withKey(live.key);
    await gateway.ask('/api/v1/jobs', { key: test.key, method: 'POST', body: {} });

    const as = { companyId };
    const all = await ask('GET', '/internal/company/key-requests', { as });
    const one = await ask('GET', `/internal/company/key-requests?key_id=${test.id}`, { as });

    const ofLive = { key_id: live.id, key_name: 'Live' };
    const ofTest = { key_id: test.id, key_name: 'Test' };
    const counted = (operation: string, requests: number, errors = 0) => ({
      ...{ operation, requests, errors },
    });
    expect(all.body['data']).toEqual([
      { date: today, ...ofLive, ...counted('listJobs', 1) },
      { date: today, ...ofTest, ...counted('createJob', 1) },
      { date: yesterday, ...ofLive, ...counted('createJob', 1, 1) },
      { date: yesterday, ...ofLive, ...counted('listJobs', 3) },
      { date: yesterday, ...ofLive, ...counted('none', 2, 2) },
    ]);
    expect(one.body['data']).toEqual([{ date: today, ...ofTest, ...counted('createJob', 1) }]);
    const keys = await ask('GET', '/internal/company/keys', { as });
    const noDays = Array(28).fill(0);
    expect(keys.body['data']).toMatchObject([
      { id: unused.id, requests_by_day: [...noDays, 0, 0] },
      { id: test.id, requests_by_day: [...noDays, 0, 1] },
      { id: live.id, requests_by_day: [...noDays, 6, 1] },
    ]);
    expect(dataOf(await ask('GET', '/internal/company/key-requests'))).not.toContainEqual(
      expect.objectContaining({ key_id: live.id }),
    );
    gateway.clock.advance(29 * DAY_MS);
    const later = await ask('GET', '/internal/company/key-requests', { as });
    expect(later.body['data']).toHaveLength(2);

    await gateway.db.query(
      `insert into key_requests select $1, $2, day, 'listJobs', 1, 0
      from unnest(array[current_date - 34, current_date - 37]) as day`,
      [companyId, unused.id],
    );
    await createRun(gateway.db)(deleteOldKeyRequests);
    const kept = 'select count(*)::int as days from key_requests where key_id = $1';
    expect(await gateway.db.query(kept, [unused.id])).toEqual([{ days: 1 }]);
  });

  it('are no more of its keys than are looked at', async () => {
    const { slug: own, id } = await gateway.givenCompany();
    const keys = [];
    for (const name of ['A', 'B', 'C']) keys.push(await gateway.givenKey(own, { name }));
    const trial = await gateway.givenKey(own, { name: 'Trial', mode: 'test' });
    const [a, b, c] = keys.map((key) => key.id);
    await gateway.admin('POST', `/keys/${b}/revoke`);
    const asked = async (query: string, path = 'keys', as: object = { companyId: id }) => {
      const { body } = await ask('GET', `/internal/company/${path}?${query}`, { as });
      const data = (body['data'] ?? []) as {
        readonly id: number;
        readonly has_refused_requests?: boolean;
        readonly requests_by_day?: readonly number[];
      }[];
      return { ...body, ids: data.map((key) => key.id), data };
    };

    expect(await asked('page=1&per_page=2')).toMatchObject({
      ids: [trial.id, c],
      pagination: { page: 1, per_page: 2, total: 3, total_pages: 2 },
    });
    expect((await asked('page=2&per_page=2')).ids).toEqual([a]);
    expect((await asked(`ids=${b},${c},${others.id}`, 'key-names')).ids).toEqual([c, b]);
    expect((await asked('', 'key-names')).data).toEqual([
      { id: c, name: 'C' },
      { id: b, name: 'B' },
      { id: a, name: 'A' },
    ]);
    const asTest = { companyId: 77, sandboxOf: id };
    expect((await asked('', 'key-names', asTest)).ids).toEqual([trial.id]);
    const { data: page } = await asked('page=1&per_page=100');
    const operators = await gateway.admin('GET', `/companies/${own}/keys`);
    for (const { has_refused_requests: _, requests_by_day: __, ...key } of page)
      expect(operators.body['data']).toContainEqual(key);
    expect(await asked('page=0')).toMatchObject({ error: 'validation_failed' });
    expect(await asked('ids=x', 'key-names')).toMatchObject({ error: 'validation_failed' });
  });

  it('is a new key, whose text it tells once', async () => {
    const { status, body } = await ask('POST', '/internal/company/keys', {
      body: { name: 'New', mode: 'live', scopes: ['jobs:read'], ip_allowlist: ['127.0.0.1'] },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'API key created.',
      data: {
        id: expect.any(Number),
        name: 'New',
        mode: 'live',
        last4: expect.any(String),
        scopes: ['jobs:read'],
        ip_allowlist: ['127.0.0.1'],
        created_at: gateway.clock.now().toISOString(),
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
        key: expect.stringMatching(/^svc_live_/),
      },
      request_id: 'req_1',
    });
    expect((await withKey((body['data'] as { key: string }).key)).status).toBe(200);
  });

  it('is a changed key, which has the new scopes at once', async () => {
    const { id, key } = await gateway.givenKey(slug);

    const changed = await ask('PATCH', `/internal/company/keys/${id}`, {
      body: { scopes: ['customers:read'] },
    });

    expect(changed).toMatchObject({
      status: 200,
      body: { message: 'API key changed.', data: { id, scopes: ['customers:read'] } },
    });
    expect((await withKey(key)).body['error']).toBe('insufficient_scope');
  });

  it('is a revoked key, which admits nobody any more', async () => {
    const { id, key } = await gateway.givenKey(slug, { name: 'ERP' });
    const revoke = (name: string) =>
      ask('POST', `/internal/company/keys/${id}/revoke`, { body: { name } });

    for (const name of ['erp', 'Another']) {
      expect(await revoke(name)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'name', message: 'name must be the name of the key.' }] },
      });
    }
    expect((await withKey(key)).status).toBe(200);
    const revoked = await revoke('ERP');

    expect(revoked).toMatchObject({
      status: 200,
      body: {
        message: 'API key revoked.',
        data: { id, revoked_at: gateway.clock.now().toISOString() },
      },
    });
    expect((await withKey(key)).status).toBe(401);
    expect((await revoke('ERP')).status).toBe(404);
  });

  it('is never another company’s key', async () => {
    const scopes = { body: { scopes: ['jobs:read'] } };
    const answers = [
      await ask('PATCH', `/internal/company/keys/${others.id}`, scopes),
      await ask('POST', `/internal/company/keys/${others.id}/revoke`, { body: { name: 'Key 1' } }),
      await ask('POST', '/internal/company/keys/999999/revoke', { body: { name: 'Key 1' } }),
      await ask('POST', '/internal/company/keys/x/revoke', { body: { name: 'Key 1' } }),
    ];

    expect(answers.map(({ status, body }) => [status, body['error']])).toEqual(
      answers.map(() => [404, 'not_found']),
    );
    expect((await withKey(others.key)).status).toBe(200);
  });

  it.each([
    ['POST', '/internal/company/keys', { name: 'No scopes', mode: 'live' }],
    ['POST', '/internal/company/keys', { name: '', mode: 'live', scopes: ['jobs:read'] }],
    ['POST', '/internal/company/keys', { name: 'x', mode: 'live', scopes: ['all:things'] }],
    ['PATCH', '/internal/company/keys/1', { ip_allowlist: ['everywhere'] }],
    ['PATCH', '/internal/company/keys/1', {}],
  ])('refuses %s %s with %j as it does to the operator', async (method, path, body) => {
    const { status, body: refusal } = await ask(method, path, { body });

    expect(status).toBe(400);
    const same = path.replace('/internal/company/', method === 'POST' ? '/companies/mine/' : '/');
    const { request_id: _one, ...words } = refusal;
    const { request_id: _other, ...operators } = (await gateway.admin(method, same, body)).body;
    expect(words).toEqual(operators);
  });

  it('answers 404 for a company that is not there', async () => {
    for (const path of ['/internal/company', '/internal/company/usage', '/internal/company/keys']) {
      expect((await ask('GET', path, { as: { companyId: 999_999 } })).status).toBe(404);
    }
  });

  it.each(PROCESSES.filter((name) => name !== 'dashboard'))('is not for %s', async (by) => {
    for (const reach of ['internal', 'admin', 'api'] as const) {
      const { status, body } = await ask('GET', '/internal/company', { by, as: { reach } });
      expect([status, body['error']]).toEqual([401, 'unauthorized']);
    }
  });

  it('is not for a statement of another kind, an integrator, the token, or nothing', async () => {
    const token = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const askings: Asking[] = [
      { as: { reach: 'admin' } },
      { as: { reach: 'api', scopes: SCOPES } },
      { as: { actor: 'api_key:1' } },
      { headers: token },
      { headers: {} },
    ];

    for (const asking of askings) {
      expect((await ask('GET', '/internal/company', asking)).status).toBe(401);
    }
  });

  it('leads to nothing that is the operator’s', async () => {
    for (const path of ['/companies', '/companies/mine', '/companies/mine/keys']) {
      expect((await ask('GET', path)).status).toBe(401);
    }
    for (const path of ['/internal/company/users', '/internal/company/../../companies']) {
      expect([401, 404]).toContain((await ask('GET', path)).status);
    }
    expect((await ask('GET', '/internal/company/jobs/jobs')).status).toBe(404);
  });

  it('leaves one line with the company, and never a key', async () => {
    const before = gateway.logged.length;
    const created = await ask('POST', '/internal/company/keys', {
      body: { name: 'A private name', mode: 'live', scopes: ['jobs:read'] },
    });

    const lines = gateway.logged.slice(before);
    expect(lines).toMatchObject([
      {
        msg: 'admin call',
        request_id: 'req_1',
        actor: 'dashboard',
        company_id: companyId,
        method: 'POST',
        route: '/internal/company/keys',
        status: 201,
      },
    ]);
    const { key } = dataOf<{ key: string }>(created);
    for (const secret of [key, 'A private name'])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });
});
