import { CONTEXT_HEADER, DEFAULT_LIMITS, SCOPES } from '@svc/contracts';
import { getTestTrust } from '@svc/testing';
import { request } from 'undici';
import { aGateway, type AGateway } from './a-gateway';

interface Event {
  readonly type: string;
  readonly subject: string;
  readonly companyid: number;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
}

describe("the operator's listener", () => {
  let gateway: AGateway;
  beforeAll(async () => {
    gateway = await aGateway();
  });
  beforeEach(() => gateway.db.query('delete from outbox'));
  afterAll(() => gateway.close());

  const announced = async (): Promise<Event[]> => {
    const rows: { envelope: string }[] = await gateway.db.query(
      'select envelope from outbox order by seq',
    );
    return rows.map(({ envelope }) => JSON.parse(envelope) as Event);
  };

  it('creates a company by its slug, and changes what is given from then on', async () => {
    const acme = { slug: 'acme', name: 'Acme', timezone: 'America/New_York', country: 'US' };
    const created = await gateway.admin('PUT', '/companies', {
      ...acme,
      plan: 'enterprise',
      features: ['inventory'],
      limits: { writes_per_day: 9 },
    });
    const changed = await gateway.admin('PUT', '/companies', { slug: 'acme', plan: 'starter' });

    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        ...acme,
        id: expect.any(Number),
        sandbox_id: expect.any(Number),
        plan: 'enterprise',
        features: ['inventory'],
        limits: { ...DEFAULT_LIMITS, writes_per_day: 9 },
        outcome: 'created',
      },
      request_id: created.headers['x-request-id'],
    });
    expect(changed.body['data']).toEqual({
      ...(created.body['data'] as object),
      plan: 'starter',
      outcome: 'changed',
    });
    const { outcome: _, ...shown } = changed.body['data'] as Record<string, unknown>;
    expect((await gateway.admin('GET', '/companies/acme')).body['data']).toEqual(shown);
    const again = await gateway.admin('PUT', '/companies', { slug: 'acme', plan: 'starter' });
    expect(again.body['data']).toEqual({ ...shown, outcome: 'unchanged' });
    expect(await announced()).toMatchObject([
      { type: 'company.changed', data: { slug: 'acme', plan: 'enterprise' } },
      { type: 'operator.acted', data: { kind: 'settings', what: 'Created the company acme' } },
      { type: 'company.changed', data: { slug: 'acme', plan: 'starter' } },
      { type: 'operator.acted', data: { kind: 'settings', what: "Changed the company's plan" } },
    ]);
  });

  it('says in a dry run what would become of a company, and leaves nothing behind', async () => {
    const tryOut = async (body: object) =>
      (await gateway.admin('PUT', '/companies?dry_run=true', body)).body['data'];

    expect(await tryOut({ slug: 'planned' })).toMatchObject({ outcome: 'created' });
    expect((await gateway.admin('GET', '/companies/planned')).status).toBe(404);
    await gateway.givenCompany({ slug: 'there', plan: 'starter' });
    await gateway.db.query('delete from outbox');
    expect(await tryOut({ slug: 'there', plan: 'starter' })).toMatchObject({
      outcome: 'unchanged',
    });
    expect(await tryOut({ slug: 'there', plan: 'enterprise' })).toMatchObject({
      outcome: 'changed',
    });
    expect((await gateway.admin('GET', '/companies/there')).body['data']).toMatchObject({
      plan: 'starter',
    });
    expect(await announced()).toEqual([]);
  });

  it('says in a dry run what would become of a key, and leaves nothing behind', async () => {
    const { slug } = await gateway.givenCompany();
    const put = async (path: string, body: object) =>
      (await gateway.admin('PUT', path, { name: 'Full', ...body })).body['data'];
    const keys = `/companies/${slug}/keys`;
    const dry = `${keys}?dry_run=true`;

    expect(await put(dry, { scopes: 'all' })).toMatchObject({ outcome: 'created' });
    expect((await gateway.admin('GET', keys)).body['data']).toEqual([]);
    expect(await put(keys, { scopes: 'all' })).toMatchObject({ outcome: 'created' });
    expect(await put(keys, { scopes: 'all' })).toMatchObject({ outcome: 'unchanged' });
    await gateway.db.query('delete from outbox');
    expect(await put(dry, { scopes: ['jobs:read'] })).toMatchObject({ outcome: 'changed' });
    expect(await put(dry, { scopes: 'all' })).toMatchObject({ outcome: 'unchanged' });
    expect(await announced()).toEqual([]);
  });

  it.each([
    ['POST', 'dry_run=true', 404],
    ['PUT', 'dry_run=1', 400],
    ['PUT', 'dry_run=', 400],
    ['PUT', 'dry_run=true&dry_run=true', 400],
  ])('makes no key by %s with %s', async (method, query, status) => {
    const { slug } = await gateway.givenCompany();
    const keys = `/companies/${slug}/keys`;

    const answer = await gateway.admin(method, `${keys}?${query}`, { name: 'A', scopes: 'all' });

    expect(answer.status).toBe(status);
    expect((await gateway.admin('GET', keys)).body['data']).toEqual([]);
  });

  it('asks in a dry run about the records and keys of a company that is only planned', async () => {
    const key = { name: 'Full', scopes: 'all' };
    const path = '/companies/only-planned';

    const answer = await gateway.admin('PUT', `${path}/keys?dry_run=true`, key);
    expect(answer.body['data']).toMatchObject({ outcome: 'created' });
    await gateway.admin('PUT', `${path}/jobs/jobs?dry_run=true`, {});
    const seen = gateway.service.seen.at(-1);
    expect(seen).toMatchObject({ method: 'PUT', url: '/admin/jobs?dry_run=true' });
    const context = String(seen?.headers[CONTEXT_HEADER]);
    expect(getTestTrust('jobs').verify(context, gateway.clock.now().getTime())).toMatchObject({
      companyId: 2 ** 52,
    });
    expect((await gateway.admin('PUT', `${path}/jobs/jobs`, {})).status).toBe(404);
  });

  it('makes one company of two manifests at once', async () => {
    const put = () => gateway.admin('PUT', '/companies', { slug: 'twins' });

    const answers = await Promise.all([put(), put(), put()]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = answers.map(({ body }) => (body['data'] as { id: number }).id);
    expect(new Set(ids).size).toBe(1);
  });

  it.each([
    ['slug', { slug: 'No Slug' }],
    ['timezone', { slug: 'a', timezone: 'Mars/Olympus' }],
    ['plan', { slug: 'a', plan: 'gold' }],
    ['features.0', { slug: 'a', features: ['teleport'] }],
    ['limits.writes_per_day', { slug: 'a', limits: { writes_per_day: -1 } }],
    ['limits.writes_per_dya', { slug: 'a', limits: { writes_per_dya: 1 } }],
  ])('refuses a company with a bad %s', async (field, company) => {
    const { status, body } = await gateway.admin('PUT', '/companies', company);

    expect([status, body['error']]).toEqual([400, 'validation_failed']);
    expect(body['errors']).toMatchObject([{ field }]);
  });

  it('lists companies and answers 404 for one that is not there', async () => {
    await gateway.givenCompany({ slug: 'listed' });

    const { body } = await gateway.admin('GET', '/companies');

    expect((body['data'] as { slug: string }[]).map(({ slug }) => slug)).toContain('listed');
    expect((await gateway.admin('GET', '/companies/nobody')).status).toBe(404);
  });

  it('shows a new key once, and keeps only its hash', async () => {
    const { slug } = await gateway.givenCompany();
    const body = { name: 'ERP', mode: 'test', scopes: ['jobs:read'], ip_allowlist: ['10.0.0.0/8'] };

    const created = await gateway.admin('POST', `/companies/${slug}/keys`, body);

    const data = created.body['data'] as { id: number; key: string };
    expect(created.status).toBe(201);
    expect(data).toEqual({
      id: expect.any(Number),
      ...body,
      key: expect.stringMatching(/^svc_test_/),
      last4: data.key.slice(-4),
      created_at: '2026-03-02T12:00:00.000Z',
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    });
    const { key, ...shown } = data;
    const list = await gateway.admin('GET', `/companies/${slug}/keys`);
    expect(list.body['data']).toEqual([shown]);
    const rows = await gateway.db.query('select api_keys::text as text from api_keys');
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(await announced())).not.toContain(key);
  });

  it('finds the keys of a manifest by name', async () => {
    const { slug } = await gateway.givenCompany();
    const put = (body: object) => gateway.admin('PUT', `/companies/${slug}/keys`, body);
    const dataOf = async (body: object) => (await put(body)).body['data'] as { id: number };

    const created = await dataOf({ name: 'Full', scopes: 'all' });
    const changed = await dataOf({ name: 'Full', scopes: ['jobs:read'], ip_allowlist: ['::1'] });
    const kept = await dataOf({ name: 'Full' });
    await gateway.admin('POST', `/keys/${created.id}/revoke`);
    const revoked = await dataOf({ name: 'Full', scopes: 'all' });

    expect(created).toMatchObject({ scopes: SCOPES, key: expect.stringMatching(/^svc_live_/) });
    expect(changed).toMatchObject({ id: created.id, scopes: ['jobs:read'], key: null });
    expect(kept).toEqual({ ...changed, outcome: 'unchanged' });
    expect(revoked).toMatchObject({ id: created.id, key: null, revoked_at: expect.any(String) });
  });

  it('announces what becomes of a key, for the log of activity too', async () => {
    const done = (verb: string, id: number) => ({
      type: 'operator.acted',
      subject: String(id),
      data: {
        kind: 'api_key',
        what: expect.stringMatching(
          new RegExp(`^${verb} the API key Told of \\(svc_live_….{4}\\)$`),
        ) as string,
      },
    });
    const { slug, id: companyId } = await gateway.givenCompany();
    await gateway.db.query('delete from outbox');
    const { id } = await gateway.givenKey(slug, { name: 'Told of' });

    await gateway.admin('PATCH', `/keys/${id}`, { scopes: ['jobs:read'] });
    await gateway.admin('POST', `/keys/${id}/revoke`);
    await gateway.admin('POST', `/keys/${id}/revoke`);

    expect(await announced()).toMatchObject([
      { type: 'key.created', subject: String(id), companyid: companyId, version: 1 },
      done('Created', id),
      { type: 'key.changed', subject: String(id), version: 2, data: { scopes: ['jobs:read'] } },
      done('Changed', id),
      { type: 'key.revoked', subject: String(id), version: 3, actor: 'ui' },
      done('Revoked', id),
    ]);
  });

  it('announces a company and its live keys again, as they are', async () => {
    await gateway.admin('PUT', '/companies', { slug: 'again', plan: 'professional' });
    const create = async (name: string): Promise<number> => {
      const { body } = await gateway.admin('POST', '/companies/again/keys', {
        name,
        scopes: ['jobs:read'],
      });
      return (body['data'] as { id: number }).id;
    };
    const [live, revoked] = [await create('live'), await create('revoked')];
    await gateway.admin('PATCH', `/keys/${live}`, { scopes: ['customers:read'] });
    await gateway.admin('POST', `/keys/${revoked}/revoke`);
    const before = await announced();
    await gateway.db.query('delete from outbox');

    expect((await gateway.admin('POST', '/companies/again/announce')).status).toBe(200);

    const same = ['company.changed', 'key.changed'].map((type) => {
      const { subject, companyid, version, data } =
        before.find((event) => event.type === type) ?? {};
      return { type, subject, companyid, version, data };
    });
    expect(await announced()).toMatchObject(same);
    expect((await gateway.admin('POST', '/companies/nobody/announce')).status).toBe(404);
  });

  it('keeps what a change of a key omits', async () => {
    const { slug } = await gateway.givenCompany();
    const { id } = await gateway.givenKey(slug, {
      scopes: ['jobs:read'],
      ip_allowlist: ['192.0.2.1'],
    });

    const scopes = await gateway.admin('PATCH', `/keys/${id}`, { scopes: ['jobs:write'] });
    const anyIp = await gateway.admin('PATCH', `/keys/${id}`, { ip_allowlist: [] });

    expect(scopes.body['data']).toMatchObject({ ip_allowlist: ['192.0.2.1'] });
    expect(anyIp.body['data']).toMatchObject({ scopes: ['jobs:write'], ip_allowlist: [] });
    expect((await gateway.admin('PATCH', `/keys/${id}`, {})).status).toBe(400);
    expect((await gateway.admin('PATCH', '/keys/999999', { scopes: 'all' })).status).toBe(404);
    expect((await gateway.admin('POST', '/keys/x/revoke')).status).toBe(404);
  });

  it('knows when a key was last used', async () => {
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);
    await gateway.ask('/api/v1/jobs', { key });

    const { body } = await gateway.admin('GET', `/companies/${slug}/keys`);

    expect(body['data']).toMatchObject([{ last_used_at: gateway.clock.now().toISOString() }]);
  });

  it("passes a service's own routes on, for the company and as the dashboard", async () => {
    const { slug, id } = await gateway.givenCompany();

    const answer = await gateway.admin('POST', `/companies/${slug}/jobs/jobs/7/delete?now=1`, {
      a: 1,
    });

    const seen = gateway.service.seen.at(-1);
    expect(answer.status).toBe(201);
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/admin/jobs/7/delete?now=1',
      body: '{"a":1}',
    });
    const context = String(seen?.headers[CONTEXT_HEADER]);
    expect(getTestTrust('jobs').verify(context, gateway.clock.now().getTime())).toMatchObject({
      issuer: 'gateway',
      audience: 'jobs',
      reach: 'admin',
      companyId: id,
      zone: 'UTC',
      country: 'US',
      actor: 'ui',
      scopes: SCOPES,
    });
    expect(seen?.headers['x-request-id']).toBe(answer.headers['x-request-id']);
    expect(seen?.headers['authorization']).toBeUndefined();
  });

  it('passes the routes of the dashboard on, which answers no request of the API', async () => {
    const { slug } = await gateway.givenCompany();

    await gateway.admin('GET', `/companies/${slug}/dashboard/users`);

    expect(gateway.service.seen.at(-1)).toMatchObject({ method: 'GET', url: '/admin/users' });
  });

  it.each(['/companies/nobody/jobs/jobs', '/companies/company-1/payroll/x', '/nothing'])(
    'answers 404 to %s',
    async (path) => {
      expect((await gateway.admin('GET', path)).status).toBe(404);
    },
  );

  it.each([undefined, 'Bearer wrong', 'Basic x', 'the-token-of-the-operator'])(
    'refuses the authorization %s',
    async (authorization) => {
      const { statusCode, body } = await request(`${gateway.adminUrl}/companies`, {
        headers: authorization === undefined ? {} : { authorization },
      });

      expect(statusCode).toBe(401);
      expect(await body.json()).toMatchObject({ success: false, error: 'unauthorized' });
    },
  );
});
