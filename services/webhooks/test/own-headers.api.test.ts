import { eventually } from '@svc/testing';
import { expectDocumented } from './documented';
import type { Receiver, Received } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

const PATH = '/api/v1/hooks.php';
const DOTS = '••••••••';
const PASSWORD = `Basic ${Buffer.from('erp:open sesame').toString('base64')}`;

let service: TestService;
let target: Receiver;
let url: string;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver({ gapsMs: [] }));
  url = `https://${HOST}:${target.port}`;
  target.answer = ({ headers }) => ({ status: headers.authorization === PASSWORD ? 200 : 401 });
});
afterAll(() => service.close());
beforeEach(() => {
  target.received.length = 0;
});

interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
}

interface Subscription {
  readonly id: number;
  readonly version: number;
  readonly headers?: readonly object[];
  readonly conditions?: readonly object[];
}

let keys = 700;
function integrator() {
  keys += 1;
  const api = service.api.as({ actor: `api_key:${keys}` });
  const path = `/hook/${keys}`;
  return {
    api,
    received: (): readonly Received[] => target.received.filter((each) => each.path === path),
    async subscribe(settings: object = {}) {
      const body = { target_url: url + path, event: 'job.status_changed', ...settings };
      const answer = await api.post<{ data: Subscription }>(PATH, body);
      expectDocumented('subscribeHook', answer.status, answer.body);
      return { ...answer.body.data, status: answer.status, body: answer.body };
    },
    list: async () => (await api.get<{ data: Subscription[] }>(PATH)).body.data,
    async deliveries(id: number, query = ''): Promise<readonly Delivery[]> {
      const read = `${PATH}?action=deliveries&id=${id}${query}`;
      const { status, body } = await api.get<{ data: Delivery[] }>(read);
      expectDocumented('listHookDeliveries', status, body);
      return body.data;
    },
  };
}

const basic = (value = PASSWORD) => [{ name: 'Authorization', value }];

describe('own headers', () => {
  it('let a webhook through basic authentication, and are never shown', async () => {
    service.givenJob(1);
    const { api, subscribe, list, deliveries, received } = integrator();
    const headers = [...basic(), { name: 'X-Tenant', value: '7 of "9"' }];

    const { id, status, body } = await subscribe({ headers });
    await service.publish('job.status_changed', 1);
    await eventually(async () => expect(await deliveries(id, '&status=succeeded')).toHaveLength(1));

    expect(status).toBe(201);
    expect(received()[0]?.headers).toMatchObject({
      'authorization': PASSWORD,
      'x-tenant': '7 of "9"',
      'content-type': 'application/json',
      'x-svc-signature': expect.any(String),
    });
    const shown = [
      { name: 'Authorization', value: DOTS },
      { name: 'X-Tenant', value: DOTS },
    ];
    expect(await list()).toMatchObject([{ id, headers: shown }]);
    const [delivery] = await deliveries(id);
    const logged = await api.get(`${PATH}?action=delivery&delivery_id=${delivery?.id}`);
    expect(logged.body).toMatchObject({
      data: { attempt_log: [{ request_headers: expect.arrayContaining(shown) }] },
    });
    const stored = await service.db.query('select * from endpoints where id = $1', [id]);
    const attempts = await service.db.query('select * from attempts');
    for (const text of [body, logged.body, stored, attempts, service.logged]) {
      expect(JSON.stringify(text)).not.toContain(PASSWORD);
      expect(JSON.stringify(text)).not.toContain('7 of ');
    }
    expect(JSON.stringify(stored)).not.toContain(JSON.stringify(Buffer.from('erp:')));
  });

  it('of a subscription are replaced, kept by their dots, and taken away by subscribing again', async () => {
    const { subscribe, list } = integrator();
    const { id, version } = await subscribe({ headers: basic('Basic wrong') });

    expect(await subscribe()).toMatchObject({ status: 200, id, version });
    expect(await list()).toMatchObject([{ headers: [{ name: 'Authorization', value: DOTS }] }]);

    const more = { headers: [...basic(DOTS), { name: 'X-One', value: '1' }] };
    expect(await subscribe(more)).toMatchObject({ status: 200, id, version: version + 1 });
    expect(await list()).toMatchObject([{ headers: [{}, { name: 'X-One', value: DOTS }] }]);

    await subscribe({ headers: [] });
    expect(await list()).toEqual([expect.not.objectContaining({ headers: expect.anything() })]);
    const { status, body } = await subscribe({ headers: basic(DOTS) });
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'headers.0.value' }] }]);
  });

  it.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'keep-alive',
    'Upgrade',
    'TE',
    'Trailer',
    'Proxy-Authorization',
    'Expect',
    'Content-Type',
    'User-Agent',
    'Accept-Encoding',
    'X-SVC-Signature',
    'x-svc-anything',
    'Webhook-Id',
  ])('must not be %s', async (name) => {
    const { subscribe, list } = integrator();

    const { status, body } = await subscribe({ headers: [{ name, value: 'x' }] });

    expect([status, body]).toMatchObject([
      400,
      { error: 'validation_failed', errors: [{ field: 'headers.0.name' }] },
    ]);
    expect(await list()).toEqual([]);
  });

  it('of a dashboard endpoint go with tests too, and stay when only their dots come back', async () => {
    const { admin } = service;
    const details = { url: `${url}/erp`, events: ['job.created'], headers: basic() };
    const { id } = (await admin.post<{ data: { id: number } }>('/admin/endpoints', details)).body
      .data;
    const path = `/admin/endpoints/${id}`;
    const test = async () =>
      (await admin.post<{ data: { delivery: { status: string } } }>(`${path}/ping`)).body.data;

    expect(await test()).toMatchObject({ delivery: { status: 'succeeded' } });
    expect((await admin.get(path)).body).toMatchObject({ data: { headers: basic(DOTS) } });

    for (const change of [{ name: 'ERP' }, { headers: basic(DOTS), url: `${url}/erp/2` }]) {
      expect((await admin.send('PATCH', path, change)).status).toBe(200);
      expect(await test()).toMatchObject({ delivery: { status: 'succeeded' } });
    }

    const elsewhere = `https://${HOST}:8443/`;
    for (const change of [{ url: elsewhere }, { url: elsewhere, headers: basic(DOTS) }]) {
      expect(await admin.send('PATCH', path, change)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: 'headers.0.value' }] },
      });
    }
    expect((await admin.send('PATCH', path, { headers: basic('Basic old') })).status).toBe(200);
    expect(await test()).toMatchObject({ delivery: { status: 'failed' } });
  });
});

it('an endpoint of a manifest has own headers and conditions, which stay where it names none', async () => {
  const { admin } = service;
  const endpoint = { url: `${url}/manifest`, events: ['job.created'] };
  const conditions = [{ field: 'data.object.job_status', in: ['Completed'] }];
  const save = async (settings: object) => {
    const saved = await admin.put<{ data: { id: number; outcome: string } }>('/admin/endpoints', {
      ...endpoint,
      ...settings,
    });
    expect(JSON.stringify(saved.body)).not.toContain(PASSWORD);
    return saved.body.data;
  };
  const outcome = async (settings: object) => (await save(settings)).outcome;
  const given = { name: 'ERP', headers: basic('Basic old'), conditions };

  const { id } = await save(given);
  expect(await outcome(given)).toBe('unchanged');
  expect(await outcome({})).toBe('unchanged');
  expect(await outcome({ headers: basic() })).toBe('changed');
  expect(await outcome({ headers: basic(DOTS) })).toBe('unchanged');

  const shown = async () => (await admin.get(`/admin/endpoints/${id}`)).body;
  expect(await shown()).toMatchObject({
    data: { name: 'ERP', headers: basic(DOTS), conditions },
  });
  expect((await admin.post(`/admin/endpoints/${id}/ping`)).body).toMatchObject({
    data: { delivery: { status: 'succeeded' } },
  });
  expect(await outcome({ headers: [], conditions: [] })).toBe('changed');
  expect(await shown()).toMatchObject({ data: { name: 'ERP', headers: [], conditions: [] } });
});

describe('conditions', () => {
  const completed = { field: 'data.object.job_status', in: ['Completed', 'Invoiced'] };
  const forCustomer = { field: 'data.object.customer.customer_id', in: ['5'] };

  it('hold a delivery back, which is logged as filtered and is no failure', async () => {
    const { api, subscribe, deliveries, received } = integrator();
    const settings = { headers: basic(), conditions: [completed, forCustomer] };
    const { id, conditions } = await subscribe(settings);
    expect(conditions).toEqual([completed, forCustomer]);
    service.givenJob(10, { job_status: 'Completed', customer: { customer_id: 5 } });
    service.givenJob(11, { job_status: 'Completed', customer: { customer_id: 55 } });
    service.givenJob(12, { job_status: 'Assigned', customer: { customer_id: 5 } });
    service.givenJob(13, { job_status: 'Completed', customer: null });
    service.givenJob(14, {});

    const [sent, ...held] = [
      await service.publish('job.status_changed', 10),
      await service.publish('job.status_changed', 11),
      await service.publish('job.status_changed', 12),
      await service.publish('job.status_changed', 13),
      await service.publish('job.status_changed', 14),
    ];
    await eventually(async () => expect(await deliveries(id, '&status=filtered')).toHaveLength(4));
    await eventually(async () => expect(await deliveries(id, '&status=succeeded')).toHaveLength(1));

    expect(received().map(({ headers }) => headers['x-svc-event-id'])).toEqual([sent]);
    const filtered = await deliveries(id, '&status=filtered');
    expect(filtered.map((each) => each.event_id).sort()).toEqual([...held].sort());
    expect(filtered[0]).toMatchObject({ attempts: 0, error: null, next_attempt_at: null });
    const byAdmin = await service.deliveries(`?status=filtered&endpoint_id=${id}`);
    expect(byAdmin).toHaveLength(4);
    const [row] = await service.db.query(
      'select is_on, failed_in_a_row, failing_since from endpoints where id = $1',
      [id],
    );
    expect(row).toEqual({ is_on: true, failed_in_a_row: 0, failing_since: null });
    const since = { since: new Date(Date.now() - 60_000).toISOString() };
    const resent = await api.post(`${PATH}?action=resend_failed&id=${id}`, since);
    expect(resent.body).toMatchObject({ data: { resent: 0 } });
  });

  it('are looked at again when a delivery is resent, and not for a test', async () => {
    const { api, subscribe, deliveries, received } = integrator();
    const { id } = await subscribe({ headers: basic(), conditions: [completed] });
    service.givenJob(20, { job_status: 'Assigned' });
    await service.publish('job.status_changed', 20);
    await eventually(async () => expect(await deliveries(id, '&status=filtered')).toHaveLength(1));
    const [delivery] = await deliveries(id);

    await api.post(`${PATH}?action=ping&id=${id}`);
    await eventually(() => expect(received()).toHaveLength(1));
    service.givenJob(20, { job_status: 'Completed', version: 2 });
    await api.post(`${PATH}?action=resend&delivery_id=${delivery?.id}`);

    await eventually(async () => expect(await deliveries(id, '&status=succeeded')).toHaveLength(2));
    expect(await deliveries(id, '&status=filtered')).toEqual([]);
  });

  it('that are not given stay as they are when a key subscribes again', async () => {
    const { subscribe, list } = integrator();
    const { id, version } = await subscribe({ conditions: [completed] });

    await subscribe();
    expect(await list()).toMatchObject([{ id, version, conditions: [completed] }]);
    await subscribe({ conditions: [] });
    expect(await list()).toEqual([expect.not.objectContaining({ conditions: expect.anything() })]);
  });
});
