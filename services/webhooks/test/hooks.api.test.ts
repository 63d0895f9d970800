import { INTERNAL_IDEMPOTENCY_KEY_HEADER, SCOPES, type Scope } from '@svc/contracts';
import { expectWaitingForLocks } from '@svc/testing';
import { expectDocumented } from './documented';
import { HOST, testService, type TestService } from './service';

const PATH = '/api/v1/hooks.php';
const URL = `https://${HOST}/hook`;

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

type Body = Readonly<Record<string, unknown>> & { readonly id: number };

let keys = 10;
const integrator = (overrides: object = {}) => {
  keys += 1;
  const api = service.api.as({ actor: `api_key:${keys}`, ...overrides });
  const subscribe = (body: unknown = { target_url: URL, event: 'job.created' }) =>
    api.post<Body>(PATH, body);
  const list = async () => (await api.get<{ data: Body[] }>(PATH)).body.data;
  return { api, subscribe, list };
};

describe('subscribing', () => {
  it('answers with a secret that is shown once', async () => {
    const { subscribe, list } = integrator();

    const { status, body } = await subscribe();

    expect(status).toBe(201);
    expectDocumented('subscribeHook', status, body);
    expect(body).toEqual({
      success: true,
      message: 'Subscribed.',
      data: {
        id: body.id,
        version: 1,
        event: 'job.created',
        target_url: URL,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9_-]{43}$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$/),
      },
      id: body.id,
      event: 'job.created',
      secret: (body['data'] as { secret: string }).secret,
      request_id: 'req_1',
    });
    expect(JSON.stringify(await list())).not.toContain('whsec_');
    const stored = await service.db.query('select * from endpoints where id = $1', [body.id]);
    expect(JSON.stringify(stored)).not.toContain(String(body['secret']));
  });

  it('the same again answers the subscription that is there', async () => {
    const { subscribe, list } = integrator();
    const { body: first } = await subscribe();

    const { status, body } = await subscribe();

    expect(status).toBe(200);
    expectDocumented('subscribeHook', status, body);
    expect(body).toMatchObject({ id: first.id, event: 'job.created', data: { id: first.id } });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(await list()).toHaveLength(1);
  });

  it('a repetition of the very request is answered as it was, for a day', async () => {
    const { api, subscribe } = integrator();
    const asked = { target_url: URL, event: 'job.created' };
    const named = (name: string) =>
      api.send<Body>('POST', PATH, asked, { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: name });

    const { status, body: first } = await named('one');
    const again = await named('one');
    const others = [await named('another'), await subscribe()];
    await service.db.query(
      `update endpoints set created_at = created_at - interval '25 hours' where id = $1`,
      [first.id],
    );
    const late = await named('one');

    expect(status).toBe(201);
    expect(first).toMatchObject({ secret: expect.stringContaining('whsec_') });
    expect([again.status, again.body]).toEqual([201, first]);
    for (const other of [...others, late]) {
      expect([other.status, other.body.id]).toEqual([200, first.id]);
      expect(JSON.stringify(other.body)).not.toContain('secret');
    }
  });

  it('the same at once makes one subscription', async () => {
    const { subscribe, list } = integrator();

    const answers = await Promise.all(Array.from({ length: 8 }, () => subscribe()));

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(await list()).toHaveLength(1);
  });

  it.each([0, 99])(
    'the same while the old one is being removed makes a new one, beside %d others',
    async (others) => {
      const { subscribe, list } = integrator();
      const { body: old } = await subscribe();
      for (let n = 0; n < others; n += 1) {
        await subscribe({ target_url: `${URL}/${n}`, event: 'job.created' });
      }
      const removing = service.db.createQueryRunner();
      await removing.startTransaction();
      await removing.query('delete from endpoints where id = $1', [old.id]);

      const subscribing = subscribe();
      await expectWaitingForLocks(service.db, 1);
      await removing.commitTransaction();
      await removing.release();

      const { status, body } = await subscribing;
      expect([status, body['secret']]).toEqual([201, expect.stringContaining('whsec_')]);
      expect(body['secret']).not.toBe(old['secret']);
      expect((await list())[0]).toMatchObject({ id: body.id, status: 'on' });
      expect(body.id).not.toBe(old.id);
    },
  );

  it('the same at once with its removal, again and again, always subscribes', async () => {
    const { api, subscribe, list } = integrator();
    let { id } = (await subscribe()).body;
    for (let round = 0; round < 30; round += 1) {
      const [removed, again] = await Promise.all([
        api.post(`${PATH}?action=unsubscribe&id=${id}`),
        subscribe(),
      ]);

      expect([removed.status, [200, 201]]).toEqual([200, expect.arrayContaining([again.status])]);
      // 200 means that it subscribed before the removal.
      if (again.status === 200) ({ id } = (await subscribe()).body);
      else ({ id } = again.body);
      expect(await list()).toMatchObject([{ id }]);
    }
  });

  it('is limited to 500 a company, with whichever of its keys, whatever others have', async () => {
    const companyId = 900;
    const { subscribe } = integrator({ companyId });
    const { body: first } = await subscribe();
    await service.db.query(
      `insert into endpoints (company_id, version, managed_by, key_id, url, events, is_on, secret,
         failed_in_a_row, created_at, updated_at)
       select company_id, version, managed_by, 1000 + n, url, events, is_on, secret,
         failed_in_a_row, created_at, updated_at
       from endpoints, generate_series(1, 498) n where company_id = $1 and id = $2`,
      [companyId, first.id],
    );

    expect((await integrator({ companyId }).subscribe()).status).toBe(201);
    const { status, body } = await integrator({ companyId }).subscribe();

    expectDocumented('subscribeHook', status, body);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        error: 'validation_failed',
        errors: [
          { field: 'event', message: 'A company has at most 500 subscriptions; remove one first.' },
        ],
      }),
    ]);
    expect((await subscribe()).status).toBe(200);
    expect((await integrator().subscribe()).status).toBe(201);
  });

  it('is limited to 100 a key, also at once', async () => {
    const { subscribe, list } = integrator();
    // One for each database connection: more would wait for a connection, not for the lock.
    const AT_ONCE = 8;
    const answers: Awaited<ReturnType<typeof subscribe>>[] = [];

    for (let first = 0; first < 104; first += AT_ONCE) {
      const subscribing = Array.from({ length: AT_ONCE }, (_, n) =>
        subscribe({ target_url: `${URL}?n=${first + n}`, event: 'job.created' }),
      );
      answers.push(...(await Promise.all(subscribing)));
    }

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(refused).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    }
    const { body } = await integrator().api.get<{ pagination: object }>(PATH);
    expect(body.pagination).toMatchObject({ total: 0 });
    expect(await list()).toHaveLength(50);
  });

  it.each([
    ['a decimal address', { target_url: 'https://167772165/', event: 'job.created' }],
    ['a metadata service', { target_url: 'https://169.254.169.254/', event: 'job.created' }],
    ['the port of mail', { target_url: `https://${HOST}:25/`, event: 'job.created' }],
    ["a cloud's platform", { target_url: 'https://168.63.129.16/', event: 'job.created' }],
    [
      "a cloud's platform in NAT64",
      { target_url: 'https://[64:ff9b::168.63.129.16]/', event: 'job.created' },
    ],
    ['a mapped address', { target_url: 'https://[::ffff:10.0.0.5]/', event: 'job.created' }],
    [
      'a name with one bad address',
      { target_url: 'https://internal.example/', event: 'job.created' },
    ],
  ])('refuses %s', async (_, body) => {
    const { subscribe, list } = integrator();

    const answer = await subscribe(body);

    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expectDocumented('subscribeHook', answer.status, answer.body);
    expect(await list()).toEqual([]);
  });

  it.each<[event: string, lacking: readonly Scope[]]>([
    ['job.created', ['jobs:read']],
    ['customer.created', ['customers:read']],
    ['asset.updated', ['assets:read']],
    // inventory:write implies it.
    ['inventory.low_stock', ['inventory:read', 'inventory:write']],
    ['technician.updated', ['technicians:read']],
  ])('to %s needs %j', async (event, lacking) => {
    const without = integrator({ scopes: SCOPES.filter((each) => !lacking.includes(each)) });

    const answer = await without.subscribe({ target_url: URL, event });
    const sample = await without.api.get(`${PATH}?action=sample&event=${event}`);

    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    expect(sample).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    expect(await without.list()).toEqual([]);
  });
});

describe('listing', () => {
  it("shows the key's own subscriptions, newest first", async () => {
    const { api, subscribe } = integrator();
    const older = await subscribe();
    const newer = await subscribe({ target_url: URL, event: 'customer.created' });
    await integrator().subscribe();

    const { status, body } = await api.get<{ data: Body[] }>(PATH);

    expectDocumented('listHooks', status, body);
    expect(body.data.map(({ id }) => id)).toEqual([newer.body.id, older.body.id]);
    expect(body.data[0]).toEqual({
      id: newer.body.id,
      version: 1,
      event: 'customer.created',
      target_url: URL,
      status: 'on',
      created_at: expect.any(String),
    });
    expect((await api.get(`${PATH}?page=2&per_page=1`)).body).toMatchObject({
      data: [{ id: older.body.id }],
      pagination: { page: 2, per_page: 1, total: 2, total_pages: 2 },
    });
  });

  it('shows nothing to the same key number of another company', async () => {
    const { api, subscribe } = integrator();
    await subscribe();

    expect((await api.as({ companyId: 2 }).get(PATH)).body).toMatchObject({ data: [] });
  });
});

describe('unsubscribing', () => {
  const unsubscribe = (id: number) => `${PATH}?action=unsubscribe&id=${id}`;

  it('removes the subscription, whatever the body', async () => {
    const { api, subscribe, list } = integrator();
    const { body: hook } = await subscribe();

    const { status, body } = await api.post(unsubscribe(hook.id), 'not json at all');

    expectDocumented('unsubscribeHook', status, body);
    expect(body).toMatchObject({ success: true, data: { id: hook.id } });
    expect(await list()).toEqual([]);
    expect((await api.post(unsubscribe(hook.id))).status).toBe(404);
  });

  it('of another key, company or of the dashboard is not possible', async () => {
    const { api, subscribe, list } = integrator();
    const { body: hook } = await subscribe();
    const endpoint = await service.givenEndpoint(URL);

    for (const answer of [
      await integrator().api.post(unsubscribe(hook.id)),
      await api.as({ companyId: 2 }).post(unsubscribe(hook.id)),
      await api.post(unsubscribe(endpoint.id)),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    expect(await list()).toHaveLength(1);
  });
});

describe('the sample', () => {
  it('is built from the newest record', async () => {
    const { api } = integrator();
    const job = { job_id: 5, version: 4, job_title: 'Fix' };
    service.givenJob(4);
    service.givenJob(5, job);

    const { status, body } = await api.get<{ data: object[] }>(
      `${PATH}?action=sample&event=job.status_changed`,
    );

    expectDocumented('sampleEvent', status, body);
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        type: 'job.status_changed',
        api_version: '2026-05-27',
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        source: expect.stringMatching(/^api_key:\d+$/),
        data: { object: job, previous: { status: 'Assigned' }, version: 4 },
      },
    ]);
  });

  it('is an example where there is no record', async () => {
    const { body } = await integrator().api.get(`${PATH}?action=sample&event=customer.created`);

    expect(body).toMatchObject({
      data: [{ type: 'customer.created', data: { object: { customer_id: 1 }, version: 1 } }],
    });
  });
});

it('a subscription is shown in the dashboard, and changed by its key alone', async () => {
  const { subscribe } = integrator();
  const { body: hook } = await subscribe();

  const { body } = await service.admin.get<{ data: Body[] }>('/admin/endpoints');

  expect(body.data.find(({ id }) => id === hook.id)).toMatchObject({
    id: hook.id,
    url: URL,
    events: ['job.created'],
    status: 'on',
    managed_by: 'api',
  });
  for (const action of ['ping', 'on', 'off', 'rotate']) {
    const answer = await service.admin.post(`/admin/endpoints/${hook.id}/${action}`);
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  }
});

it('the manifest creates an endpoint once and then changes its events', async () => {
  const url = `https://${HOST}/manifest`;
  const put = (events: string[]) =>
    service.admin.put<{ data: Body }>('/admin/endpoints', { url, events });

  const { body: first } = await put(['job.created']);
  const { body: again } = await put(['job.created', 'invoice.paid']);

  expect(first.data).toMatchObject({
    outcome: 'created',
    secret: expect.stringMatching(/^whsec_/),
  });
  expect(again.data).toEqual({
    id: first.data.id,
    url,
    events: ['job.created', 'invoice.paid'],
    secret: null,
    outcome: 'changed',
  });
  expect((await put(['job.created', 'invoice.paid'])).body.data).toMatchObject({
    outcome: 'unchanged',
  });
});

it('the manifest creates an endpoint anew that is being removed meanwhile', async () => {
  const endpoint = { url: `${URL}/removed`, events: ['job.created'] };
  const put = () => service.admin.put<{ data: Body }>('/admin/endpoints', endpoint);
  const { body: first } = await put();
  const removing = service.db.createQueryRunner();
  await removing.startTransaction();
  await removing.query('delete from endpoints where id = $1', [first.data.id]);

  const saving = put();
  await expectWaitingForLocks(service.db, 1);
  await removing.commitTransaction();
  await removing.release();

  const { data } = (await saving).body;
  expect(data).toMatchObject({ outcome: 'created', secret: expect.stringContaining('whsec_') });
  expect(data.id).not.toBe(first.data.id);
});

it('says in a dry run what would become of an endpoint, and leaves nothing behind', async () => {
  const url = `https://${HOST}/dry-run`;
  const put = async (query: string, events: string[]) =>
    (await service.admin.put<{ data: Body }>(`/admin/endpoints${query}`, { url, events })).body;

  expect((await put('?dry_run=true', ['job.created'])).data).toMatchObject({ outcome: 'created' });
  expect((await put('', ['job.created'])).data).toMatchObject({ outcome: 'created' });
  const other = await put('?dry_run=true', ['job.updated']);
  expect(other.data).toMatchObject({ outcome: 'changed', secret: null });
  expect((await put('?dry_run=true', ['job.created'])).data).toMatchObject({
    outcome: 'unchanged',
  });
});

it('the dashboard too names no port of the system', async () => {
  const body = { url: `https://${HOST}:22/`, events: ['job.created'] };

  for (const answer of [
    await service.admin.post('/admin/endpoints', body),
    await service.admin.put('/admin/endpoints', body),
  ]) {
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'url' }] },
    });
  }
});

it.each(['/admin/endpoints/999999', '/admin/delivery?id=dlv_unknown'])(
  'GET %s answers 404',
  async (path) => {
    expect((await service.admin.get(path)).status).toBe(404);
  },
);
