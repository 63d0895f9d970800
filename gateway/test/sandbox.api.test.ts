import { COLLECTIONS, CONTEXT_HEADER, CONTEXTS } from '@svc/contracts';
import { getTestTrust } from '@svc/testing';
import { aGateway, type AGateway } from './a-gateway';

interface Company {
  readonly id: number;
  readonly slug: string;
  readonly sandbox_id: number;
}

interface Envelope {
  readonly type: string;
  readonly companyid: number;
  readonly data: Readonly<Record<string, unknown>>;
}

let gateway: AGateway;
let acme: Company;
let live: string;
let test: string;

beforeAll(async () => {
  gateway = await aGateway();
});
beforeEach(async () => {
  gateway.service.behaveWell();
  acme = await givenAcme();
  live = (await gateway.givenKey(acme.slug, { mode: 'live' })).key;
  test = (await gateway.givenKey(acme.slug, { mode: 'test' })).key;
});
afterAll(() => gateway.close());

const givenAcme = async (limits = {}): Promise<Company> => {
  const { slug } = await gateway.givenCompany({ limits });
  return (await gateway.admin('GET', `/companies/${slug}`)).body['data'] as Company;
};

function callerSeen() {
  const header = String(gateway.service.seen.at(-1)?.headers[CONTEXT_HEADER]);
  for (const name of CONTEXTS) {
    const statement = getTestTrust(name).verify(header, gateway.clock.now().getTime());
    if (statement) return statement;
  }
  throw new Error('The last request has no statement for a context.');
}

const announced = async (): Promise<Envelope[]> => {
  const rows: { envelope: string }[] = await gateway.db.query(
    'select envelope from outbox order by seq',
  );
  return rows.map(({ envelope }) => JSON.parse(envelope) as Envelope);
};

describe('a test key', () => {
  const forwarded = COLLECTIONS.filter(({ owner }) => owner !== 'gateway');
  const operations = forwarded.flatMap(({ path, operations }) =>
    Object.entries(operations).map(([name, { method, where, selectors }]) => {
      const query = selectors.map((selector) => `${selector}=${where[selector] || 1}`).join('&');
      return [name, method, `${path}?${query}`] as const;
    }),
  );

  it.each(operations)('asks about the sandbox and nothing else in %s', async (_, method, path) => {
    const body = method === 'GET' ? undefined : {};
    await gateway.ask(path, { key: test, method, body });
    expect(callerSeen()).toMatchObject({ companyId: acme.sandbox_id, sandboxOf: acme.id });

    await gateway.ask(path, { key: live, method, body });
    expect(callerSeen()).toMatchObject({ companyId: acme.id, sandboxOf: undefined });
  });

  it('has the settings of its company, from their change on', async () => {
    const settings = { slug: acme.slug, timezone: 'Asia/Tokyo', country: 'JP' };
    await gateway.admin('PUT', '/companies', { ...settings, features: [] });
    await gateway.ask('/api/v1/jobs', { key: test });

    expect(callerSeen()).toMatchObject({ zone: 'Asia/Tokyo', country: 'JP' });
    expect((await gateway.ask('/api/v1/inventory', { key: test })).body['error']).toBe(
      'feature_not_available',
    );
    await gateway.admin('PUT', '/companies', { slug: acme.slug, plan: 'starter' });
    expect((await gateway.ask('/api/v1/jobs', { key: test })).status).toBe(403);
  });

  it('is listed and revoked with the others of its company', async () => {
    const { id, key } = await gateway.givenKey(acme.slug, { mode: 'test', name: 'Trial' });
    const { body } = await gateway.admin('GET', `/companies/${acme.slug}/keys`);
    expect(body['data']).toMatchObject([{ mode: 'live' }, { mode: 'test' }, { name: 'Trial' }]);

    await gateway.admin('POST', `/keys/${id}/revoke`);
    expect((await gateway.ask('/api/v1/jobs', { key })).status).toBe(401);
  });

  it("has the sandbox's allowances, not the company's", async () => {
    acme = await givenAcme({ reads_per_day: 2, writes_per_day: 1 });
    const keys = {
      live: (await gateway.givenKey(acme.slug)).key,
      test: (await gateway.givenKey(acme.slug, { mode: 'test' })).key,
    };
    const statuses = async (key: string, method: string, times: number) => {
      const found: number[] = [];
      for (let n = 0; n < times; n += 1) {
        const body = method === 'GET' ? undefined : {};
        found.push((await gateway.ask('/api/v1/jobs', { key, method, body })).status);
      }
      return found;
    };

    expect(await statuses(keys.live, 'GET', 3)).toEqual([200, 200, 429]);
    expect(await statuses(keys.live, 'POST', 2)).toEqual([201, 429]);
    expect(await statuses(keys.test, 'GET', 3)).toEqual([200, 200, 429]);
    expect(await statuses(keys.test, 'POST', 2)).toEqual([201, 429]);
  });

  it('gets an answer of its own under the same Idempotency-Key', async () => {
    const asked = { method: 'POST', body: {}, headers: { 'idempotency-key': 'once' } };
    const first = await gateway.ask('/api/v1/jobs', { ...asked, key: live });
    const second = await gateway.ask('/api/v1/jobs', { ...asked, key: test });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    expect(second.body['data']).not.toEqual(first.body['data']);
  });

  it('is announced with the sandbox that it opens', async () => {
    const events = (await announced()).filter(({ companyid }) => companyid === acme.id);

    expect(events).toMatchObject([
      { type: 'company.changed', data: { sandbox_id: acme.sandbox_id } },
      { type: 'operator.acted' },
      { type: 'key.created', data: { mode: 'live' } },
      { type: 'operator.acted' },
      { type: 'key.created', data: { mode: 'test', sandbox_id: acme.sandbox_id } },
      { type: 'operator.acted' },
    ]);
  });
});

describe('a sandbox', () => {
  it('is no company that anybody lists or addresses', async () => {
    const { body } = await gateway.admin('GET', '/companies');
    const slugs = (body['data'] as Company[]).map(({ slug }) => slug);

    expect(slugs.filter((slug) => slug === acme.slug)).toHaveLength(1);
    expect((body['data'] as Company[]).map(({ id }) => id)).not.toContain(acme.sandbox_id);
    expect((await gateway.admin('GET', `/companies/${acme.sandbox_id}`)).status).toBe(404);
  });

  it("is asked about at the services' own routes behind its company's", async () => {
    await gateway.admin('PUT', `/companies/${acme.slug}/sandbox/jobs/jobs?dry_run=true`, {});

    expect(gateway.service.seen.at(-1)).toMatchObject({
      method: 'PUT',
      url: '/admin/jobs?dry_run=true',
    });
    expect(callerSeen()).toMatchObject({ companyId: acme.sandbox_id, sandboxOf: acme.id });
  });

  it('that is emptied is another one, which no context knows anything of', async () => {
    const calls = CONTEXTS.length + 1;
    const emptied: { readonly url: string; readonly context: string }[] = [];
    let asked = 0;
    gateway.service.behave((request, response) => {
      emptied.push({ url: request.url ?? '', context: String(request.headers[CONTEXT_HEADER]) });
      asked += 1;
      // The first context needs two calls.
      const data = { deleted: 5, is_empty: asked > 1 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: true, data, request_id: 'req_1' }));
    });
    await gateway.db.query('delete from outbox');

    const reset = await gateway.admin('POST', `/companies/${acme.slug}/sandbox/reset`);

    expect(reset).toMatchObject({ status: 200, body: { data: { deleted: 5 * calls } } });
    const at = gateway.clock.now().getTime();
    const of = (index: number, name: (typeof CONTEXTS)[number]) =>
      getTestTrust(name).verify(emptied[index]?.context ?? '', at);
    expect(emptied.map(({ url }) => url)).toEqual(Array(calls).fill('/admin/sandbox/empty'));
    expect(of(0, 'jobs')).toMatchObject({ companyId: acme.sandbox_id, sandboxOf: acme.id });
    for (const [index, name] of CONTEXTS.entries()) {
      expect(of(index + 1, name)).toMatchObject({ companyId: acme.sandbox_id });
    }
    gateway.service.behaveWell();
    await gateway.ask('/api/v1/jobs', { key: test });
    const { companyId, sandboxOf } = callerSeen();
    expect([companyId === acme.sandbox_id, companyId === acme.id, sandboxOf]).toEqual([
      false,
      false,
      acme.id,
    ]);
    expect(await announced()).toMatchObject([
      { type: 'company.changed', companyid: acme.id, data: { sandbox_id: companyId } },
      { type: 'key.changed', data: { mode: 'live' } },
      { type: 'key.changed', data: { mode: 'test', sandbox_id: companyId } },
      {
        type: 'operator.acted',
        companyid: acme.id,
        data: { kind: 'deletion', what: 'Emptied the test data' },
      },
    ]);
  });

  it('that was not emptied to the end is so with the next one', async () => {
    gateway.service.behave((_, response) => void response.writeHead(500).end('{}'));
    const path = `/companies/${acme.slug}/sandbox/reset`;
    expect((await gateway.admin('POST', path)).status).toBe(500);

    const emptied = new Set<number | undefined>();
    gateway.service.behave((request, response) => {
      const context = String(request.headers[CONTEXT_HEADER]);
      const at = gateway.clock.now().getTime();
      emptied.add(getTestTrust('jobs').verify(context, at)?.companyId);
      const body = { success: true, data: { deleted: 0, is_empty: true } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    expect((await gateway.admin('POST', path)).status).toBe(200);
    expect(emptied).toContain(acme.sandbox_id);
    expect(emptied).not.toContain(acme.id);
  });
});
