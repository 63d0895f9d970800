import { createFirstUlid } from '@svc/outbox';
import { createCertificateAuthority, eventually, type Certificate } from '@svc/testing';
import { receiver, type Receiver } from './receiver';
import { HOST, testService, type Delivery, type TestService } from './service';

let certificate: Certificate;
let service: TestService;
let target: Receiver;
let url: string;

beforeAll(async () => {
  const { ca, certify } = await createCertificateAuthority();
  certificate = await certify(HOST, '127.0.0.1');
  service = await testService({ ca, gapsMs: [] });
});
afterAll(() => service.close());
beforeEach(async () => {
  target = await receiver(certificate);
  url = `https://${HOST}:${target.port}/hook`;
});
afterEach(() => target.close());

/** A new company for each test, so that its lists hold only the test's records. */
let companies = 100;
const aCompany = () => {
  companies += 1;
  const admin = service.admin.as({ companyId: companies });
  return {
    companyId: companies,
    admin,
    list: async <Row>(pathAndQuery: string): Promise<List<Row>> =>
      (await admin.get<List<Row>>(`/admin/${pathAndQuery}`)).body,
    ping: async (endpointId: number): Promise<Delivery> => {
      const path = `/admin/endpoints/${endpointId}/ping`;
      const { body } = await admin.post<{ data: { delivery: Delivery } }>(path);
      return body.data.delivery;
    },
    given: (at = url, events?: readonly string[]) => service.givenEndpoint(at, events, companies),
  };
};

interface List<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly total: number };
}

interface Listed extends Delivery {
  readonly endpoint_url: string | null;
  readonly created_at: string;
}

interface Endpoint {
  readonly id: number;
}

const idsOf = ({ data }: List<{ readonly id: unknown }>) => data.map(({ id }) => id);

it('a company has 500 endpoints at most, whatever others have', async () => {
  const { companyId, admin, given } = aCompany();
  const { id } = await given();
  await copied(companyId, id, 498);
  expect((await given(`${url}/last-one`)).id).toEqual(expect.any(Number));
  const details = { url: `${url}/another`, events: ['job.created'] };

  for (const ask of [admin.post, admin.put]) {
    const { status, body } = await ask<object>('/admin/endpoints', details);
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        error: 'conflict',
        message: 'A company has at most 500 endpoints; delete one first.',
      }),
    ]);
  }
  expect((await aCompany().given()).id).toEqual(expect.any(Number));
  const known = { url: `${url}/last-one`, events: ['job.updated'] };
  expect((await admin.put('/admin/endpoints', known)).status).toBe(200);
});

const copied = (companyId: number, id: number, count: number): Promise<unknown> =>
  service.db.query(
    `insert into endpoints (company_id, version, managed_by, url, events, is_on, secret,
       failed_in_a_row, created_at, updated_at)
     select company_id, version, managed_by, url || n, events, is_on, secret, failed_in_a_row,
       created_at, updated_at
     from endpoints, generate_series(1, $3) n where company_id = $1 and id = $2`,
    [companyId, id, count],
  );

describe('GET /admin/endpoints', () => {
  it('answers the endpoints of the dashboard with their last delivery, newest first', async () => {
    const { given, list, ping } = aCompany();
    const first = await given();
    const second = await given(`${url}/second`, ['job.created']);
    await ping(first.id);
    const last = await ping(first.id);

    const { data, ...rest } = await list<Endpoint>('endpoints?managed_by=dashboard');

    expect(rest).toMatchObject({ success: true, pagination: { page: 1, total: 2 } });
    expect(data).toEqual([
      {
        id: second.id,
        name: null,
        url: `${url}/second`,
        events: ['job.created'],
        headers: [],
        conditions: [],
        status: 'on',
        managed_by: 'dashboard',
        key_id: null,
        former_secret_until: null,
        failing_since: null,
        last_delivery: null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      expect.objectContaining({ id: first.id, last_delivery: last }),
    ]);
  });

  it('answers the subscriptions with the key that made them, a page at a time', async () => {
    const { companyId, list, given } = aCompany();
    await given();
    const key = service.api.as({ companyId, actor: 'api_key:7' });
    for (const event of ['job.created', 'job.updated', 'job.deleted']) {
      await key.post('/api/v1/hooks.php', { target_url: url, event });
    }

    const page = await list<Endpoint>('endpoints?managed_by=api&page=2&per_page=2');
    expect((await list('endpoints')).pagination.total).toBe(4);

    expect(page).toMatchObject({
      data: [{ managed_by: 'api', key_id: 7, events: ['job.created'], url }],
      pagination: { page: 2, per_page: 2, total: 3, total_pages: 2 },
    });
  });

  it('answers those whose address holds a text, whatever its letters mean elsewhere', async () => {
    const { given, list } = aCompany();
    const erp = await given(`${url}/ERP_1%25`);
    await given(`${url}/erpx1`);
    const found = async (text: string) =>
      idsOf(
        await list<Endpoint>(`endpoints?managed_by=dashboard&search=${encodeURIComponent(text)}`),
      );

    expect(await found('erp_1')).toEqual([erp.id]);
    expect(await found('1%')).toEqual([erp.id]);
    expect(await found('/erp')).toHaveLength(2);
    expect(await found('nowhere')).toEqual([]);
  });

  it.each(['managed_by=nobody', 'managed_by=api&page=0'])('refuses ?%s', async (query) => {
    const { admin } = aCompany();

    const { status } = await admin.get(`/admin/endpoints?${query}`);

    expect(status).toBe(400);
  });
});

describe('GET /admin/endpoints/:id', () => {
  it('says until when the former secret signs too: 24 hours', async () => {
    const { admin, given } = aCompany();
    const { id } = await given();
    const before = Date.now();
    await admin.post(`/admin/endpoints/${id}/rotate`);

    const { body } = await admin.get<{ data: { former_secret_until: string } }>(
      `/admin/endpoints/${id}`,
    );

    const until = Date.parse(body.data.former_secret_until);
    expect(until).toBeGreaterThanOrEqual(before + 24 * 3_600_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
    expect(JSON.stringify(body)).not.toContain('whsec_');
  });

  it('says nothing of a former secret that signs no more', async () => {
    const { admin, given } = aCompany();
    const { id } = await given();
    await admin.post(`/admin/endpoints/${id}/rotate`);
    await service.db.query(
      `update endpoints set former_secret_until = now() - interval '1 s' where id = $1`,
      [id],
    );

    const { body } = await admin.get(`/admin/endpoints/${id}`);

    expect(body).toMatchObject({ data: { id, former_secret_until: null } });
  });

  it('has its name, and the median response time of the last day', async () => {
    const { companyId, admin, ping } = aCompany();
    const named = { name: 'ERP', url, events: ['job.created'] };
    const { id } = (await admin.post<{ data: Endpoint }>('/admin/endpoints', named)).body.data;
    const path = `/admin/endpoints/${id}`;
    expect((await admin.get(path)).body).toMatchObject({
      data: { name: 'ERP', failing_since: null, median_response_ms: null },
    });
    for (const ms of [30, 10, 20]) {
      const { id: deliveryId } = await ping(id);
      await service.db.query(
        'update attempts set duration_ms = $1 where company_id = $2 and delivery_id = $3',
        [ms, companyId, deliveryId],
      );
    }

    expect((await admin.get(path)).body).toMatchObject({ data: { median_response_ms: 20 } });
    expect((await admin.send('PATCH', path, { name: '' })).body).toMatchObject({
      data: { name: null, url, median_response_ms: 20 },
    });
  });

  it("does not know another company's", async () => {
    const { id } = await aCompany().given();

    const { status, body } = await aCompany().admin.get(`/admin/endpoints/${id}`);

    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'not_found' });
  });
});

describe('GET /admin/deliveries', () => {
  it('answers a page of deliveries, newest first, with the address of their endpoint', async () => {
    const { given, list, ping } = aCompany();
    const { id } = await given();
    const older = await ping(id);
    const newer = await ping(id);
    await ping(id);

    const page = await list<Listed>('deliveries?page=2&per_page=1');
    const all = await list<Listed>('deliveries');
    const before = await list<Listed>(`deliveries?before=${newer.id}`);

    expect(idsOf(before)).toEqual([older.id]);
    expect(page).toEqual({
      success: true,
      data: [{ ...newer, endpoint_name: null, endpoint_url: url, endpoint_deleted: false }],
      pagination: { page: 2, per_page: 1, total: 3, total_pages: 3 },
      request_id: 'req_1',
    });
    expect(idsOf(all).slice(1)).toEqual([newer.id, older.id]);
  });

  it('filters by endpoint, status and event', async () => {
    const { companyId, given, list, ping } = aCompany();
    const one = await given();
    const other = await given(`${url}/other`, ['job.created']);
    const succeeded = await ping(one.id);
    target.answer = () => ({ status: 404 });
    const failed = await ping(other.id);
    service.givenJob(5, {}, companyId);
    await service.publish('job.created', 5, { companyId });
    await eventually(async () => {
      expect((await list('deliveries?event=job.created&status=failed')).pagination.total).toBe(2);
    });

    expect(idsOf(await list<Listed>('deliveries?status=succeeded'))).toEqual([succeeded.id]);
    expect(idsOf(await list<Listed>(`deliveries?endpoint_id=${other.id}&event=ping`))).toEqual([
      failed.id,
    ]);
    expect((await list('deliveries?event=job.updated')).pagination.total).toBe(0);
  });

  it('filters by time, both ends inclusive', async () => {
    const { companyId, given, list, ping } = aCompany();
    const { id } = await given();
    const deliveries = [await ping(id), await ping(id), await ping(id)];
    const times = ['2026-03-02T11:59:59Z', '2026-03-02T12:00:00.7Z', '2026-03-02T12:00:01.9Z'];
    for (const [index, at] of times.entries()) {
      // The time in an id is some milliseconds from that of the creation.
      const newId = `dlv_${createFirstUlid(new Date(Date.parse(at) + 900))}`;
      await service.db.query(
        'update deliveries set created_at = $1, id = $2 where company_id = $3 and id = $4',
        [at, newId, companyId, deliveries[index]?.id],
      );
    }
    const count = async (query: string) => (await list(`deliveries?${query}`)).pagination.total;

    expect(await count('from=2026-03-02T12:00:00Z')).toBe(2);
    expect(await count('to=2026-03-02T12:00:01Z')).toBe(3);
    expect(await count('from=2026-03-02T12:00:00Z&to=2026-03-02T12:00:00Z')).toBe(1);
    expect(await count('from=2026-03-02T12:00:02Z')).toBe(0);
    // A time without an offset is local: New York.
    expect(await count('from=2026-03-02 07:00')).toBe(2);
  });

  it('keeps the name and address of an endpoint that was removed', async () => {
    const { admin, given, list, ping } = aCompany();
    const { id } = await given();
    await admin.send('PATCH', `/admin/endpoints/${id}`, { name: 'ERP' });
    const { id: deliveryId } = await ping(id);
    await admin.send('DELETE', `/admin/endpoints/${id}`);

    const kept = {
      id: deliveryId,
      endpoint_id: id,
      endpoint_name: 'ERP',
      endpoint_url: url,
      endpoint_deleted: true,
    };
    expect(await list('deliveries')).toMatchObject({ data: [kept] });
    expect((await admin.get(`/admin/delivery?id=${deliveryId}`)).body).toMatchObject({
      data: kept,
    });
  });

  it('keeps the address of a subscription that was removed with its key', async () => {
    const { companyId, list, given, ping } = aCompany();
    const key = service.api.as({ companyId, actor: 'api_key:8' });
    const subscribed = { target_url: url, event: 'job.created' };
    const { body } = await key.post<{ id: number }>('/api/v1/hooks.php', subscribed);
    const { id: deliveryId } = await ping((await given()).id);
    await service.db.query('update deliveries set endpoint_id = $1 where company_id = $2', [
      body.id,
      companyId,
    ]);
    await service.publish('key.revoked', 8, { version: 2, companyId });

    await eventually(async () =>
      expect(await list('deliveries')).toMatchObject({
        data: [{ id: deliveryId, endpoint_url: url, endpoint_deleted: true }],
      }),
    );
  });

  it("shows nothing of another company's", async () => {
    const { given, ping } = aCompany();
    const { id } = await given();
    await ping(id);

    expect(await aCompany().list(`deliveries?endpoint_id=${id}`)).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
  });
});

describe('GET /admin/delivery', () => {
  it('shows each attempt with the body and the headers that were sent', async () => {
    const { admin, given, ping } = aCompany();
    const { id } = await given();
    target.answer = () => ({ status: 503, body: 'come back later' });
    const { id: deliveryId } = await ping(id);

    const { body } = await admin.get<{
      data: { attempt_log: { request_headers: { name: string; value: string }[] }[] };
    }>(`/admin/delivery?id=${deliveryId}`);

    const [sent] = target.received;
    expect(body.data).toMatchObject({
      id: deliveryId,
      endpoint_url: url,
      attempt_log: [
        {
          number: 1,
          duration_ms: expect.any(Number),
          response_code: 503,
          request_body: sent?.body,
          response_body: 'come back later',
        },
      ],
    });
    const headers = body.data.attempt_log[0]?.request_headers ?? [];
    expect(headers.map(({ name }) => name)).toEqual([
      'content-type',
      'user-agent',
      'x-svc-event-id',
      'x-svc-event-type',
      'x-svc-delivery-id',
      'x-svc-mode',
      'x-svc-timestamp',
      'x-svc-signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    for (const { name, value } of headers) expect(sent?.headers[name]).toBe(value);
  });
});

describe('POST /admin/deliveries/resend-failed', () => {
  it('sends again what has failed since, to each endpoint that is on', async () => {
    const { companyId, admin, given, list } = aCompany();
    const one = await given();
    const other = await given(`${url}/other`);
    const off = await given(`${url}/off`);
    target.answer = () => ({ status: 404 });
    service.givenJob(6, {}, companyId);
    await service.publish('job.created', 6, { companyId });
    const failed = async () => (await list('deliveries?status=failed')).pagination.total;
    await eventually(async () => expect(await failed()).toBe(3));
    await admin.post(`/admin/endpoints/${off.id}/off`);
    target.answer = () => ({ status: 200 });

    const soon = new Date(Date.now() + 60_000).toISOString();
    const none = await admin.post('/admin/deliveries/resend-failed', { since: soon });
    const since = new Date(Date.now() - 60_000).toISOString();
    const { status, body } = await admin.post('/admin/deliveries/resend-failed', { since });

    expect(none.body).toMatchObject({ data: { resent: 0 } });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data: { resent: 2 }, request_id: 'req_1' });
    await eventually(async () => {
      const succeeded = await list<Listed>('deliveries?status=succeeded');
      const endpoints = succeeded.data.map(({ endpoint_id }) => endpoint_id);
      expect(new Set(endpoints)).toEqual(new Set([one.id, other.id]));
    });
  });

  it('is counted beforehand', async () => {
    const { companyId, admin, given, list } = aCompany();
    const one = await given();
    const off = await given(`${url}/off`);
    target.answer = () => ({ status: 404 });
    service.givenJob(7, {}, companyId);
    await service.publish('job.created', 7, { companyId });
    await eventually(async () =>
      expect((await list('deliveries?status=failed')).pagination.total).toBe(2),
    );
    await admin.post(`/admin/endpoints/${one.id}/ping`);
    await admin.post(`/admin/endpoints/${off.id}/off`);
    const count = async (query: string) =>
      (await admin.get(`/admin/deliveries/failed-count?${query}`)).body;
    const [since, soon] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());

    expect(await count(`since=${since}`)).toMatchObject({ data: { failed: 1 } });
    expect(await count(`since=${since}&endpoint_id=${one.id}`)).toMatchObject({
      data: { failed: 1 },
    });
    expect(await count(`since=${since}&endpoint_id=${off.id}`)).toMatchObject({
      data: { failed: 0 },
    });
    expect(await count(`since=${soon}`)).toMatchObject({ data: { failed: 0 } });
  });

  it('needs to know since when', async () => {
    const { status, body } = await aCompany().admin.post('/admin/deliveries/resend-failed', {});

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_failed', errors: [{ field: 'since' }] });
  });
});

describe('GET /admin/deliveries-by-hour', () => {
  interface Hour {
    readonly from: string;
    readonly succeeded: number;
    readonly failed: number;
    readonly waiting: number;
  }
  const HOUR_MS = 3_600_000;

  it('counts the deliveries of this hour and the 24 before it by their outcome', async () => {
    const { companyId, given, list } = aCompany();
    const { id: endpointId } = await given();
    const at = Date.now();
    const thisHour = Math.floor(at / HOUR_MS) * HOUR_MS;
    const kept = [
      [thisHour - 24 * HOUR_MS, 'succeeded', 'failed'],
      [thisHour - 24 * HOUR_MS - 1, 'succeeded'],
      [thisHour - 3 * HOUR_MS + 5, 'pending', 'retrying', 'succeeded', 'succeeded'],
      [thisHour, 'failed'],
    ] as const;
    let made = 0;
    for (const [createdAt, ...statuses] of kept) {
      for (const status of statuses) {
        made += 1;
        const id = `dlv_${createFirstUlid(new Date(createdAt)).slice(0, -3)}${String(made).padStart(3, '0')}`;
        await service.db.query(
          `insert into deliveries (day, company_id, id, endpoint_id, event_id, event_type, status,
             attempts, created_at)
           values ($1::timestamptz::date, $2, $3, $4, $3, 'job.created', $5, 1, $1)`,
          [new Date(createdAt), companyId, id, endpointId, status],
        );
      }
    }

    const { data } = await list<Hour>('deliveries-by-hour');

    expect(data).toHaveLength(25);
    const times = data.map(({ from }) => Date.parse(from));
    expect(times).toEqual(data.map((_, n) => thisHour - (24 - n) * HOUR_MS));
    const ofEndpoint = await list<Hour>(`deliveries-by-hour?endpoint_id=${endpointId}`);
    const ofAnother = await list<Hour>(`deliveries-by-hour?endpoint_id=${endpointId + 1}`);
    expect(ofEndpoint.data).toEqual(data);
    expect(ofAnother.data.map(({ succeeded, failed }) => succeeded + failed)).toEqual(
      data.map(() => 0),
    );
    const counted = data.map(({ succeeded, failed, waiting }) => [succeeded, failed, waiting]);
    const expected = data.map(() => [0, 0, 0]);
    expected[0] = [1, 1, 0];
    expected[21] = [2, 0, 2];
    expected[24] = [0, 1, 0];
    expect(counted).toEqual(expected);
  });

  it('counts none of another company', async () => {
    const one = aCompany();
    await one.ping((await one.given()).id);
    const { list } = aCompany();

    const { data } = await list<Hour>('deliveries-by-hour');

    expect(data.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(0);
  });
});
