import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let owner: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  owner = await service.signedIn();
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const ENDPOINTS = '/dashboard/api/webhooks/endpoints';
const DELIVERIES = '/dashboard/api/webhooks/deliveries';
const URL = 'https://erp.example/hooks';

const aDelivery = (overrides: object = {}) => ({
  id: 'dlv_01K5ZR8XGQ4D2N7M9V3B6C1T0A',
  endpoint_id: 7,
  event_id: 'evt_01K5ZR8XGQ4D2N7M9V3B6C1T0B',
  event: 'job.created',
  status: 'failed',
  attempts: 1,
  response_code: 404,
  error: 'http_404',
  created_at: '2026-03-02T14:00:00.000Z',
  last_attempt_at: '2026-03-02T14:00:01.000Z',
  next_attempt_at: null,
  ...overrides,
});

const { id: DELIVERY_ID } = aDelivery();

const anEndpoint = (overrides: object = {}) => ({
  id: 7,
  url: URL,
  events: ['job.created'],
  status: 'on',
  managed_by: 'dashboard',
  key_id: null,
  former_secret_until: null,
  last_delivery: aDelivery(),
  created_at: '2026-03-01T09:00:00.000Z',
  ...overrides,
});

const SHOWN = {
  id: 7,
  url: URL,
  events: ['job.created'],
  status: 'on',
  managed_by: 'dashboard',
  key_name: null,
  former_secret_until: null,
  last_delivery: aDelivery(),
  created_at: '2026-03-01T09:00:00.000Z',
};

const SECRET = 'whsec_5Wq0ZtV8mY2rN7cXbK4hJ6gF9dS1aPoIuYtReWqLkJh';

const pagination = (total: number) => ({ page: 1, per_page: 25, total, total_pages: 1 });

/** Valid while the person is the only active one. */
const lastActivity = async () => {
  const { body } = await owner.get('/dashboard/api/activity');
  const { kind, what, user_id: userId } = body.data[0];
  return { kind, what, userId };
};

describe('GET webhooks/endpoints', () => {
  it("answers the dashboard's endpoints with their last delivery", async () => {
    service.neighbours.respondWith('GET /admin/endpoints', {
      data: [anEndpoint()],
      pagination: pagination(1),
    });

    const { status, body } = await owner.get(
      `${ENDPOINTS}?managed_by=dashboard&page=1&per_page=25`,
    );

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [SHOWN],
      pagination: pagination(1),
      request_id: 'req_1',
    });
    expect(service.neighbours.calls()).toEqual([
      'webhooks GET /admin/endpoints?managed_by=dashboard&page=1&per_page=25',
    ]);
    expect(service.neighbours.received[0]?.statement).toMatchObject({
      issuer: 'dashboard',
      audience: 'webhooks',
      reach: 'admin',
      companyId: 1,
      zone: 'America/New_York',
      actor: 'ui',
    });
  });

  it('passes on the search', async () => {
    await owner.get(`${ENDPOINTS}?search=erp%26`);

    expect(service.neighbours.calls()).toEqual(['webhooks GET /admin/endpoints?search=erp%26']);
  });

  it("answers the API's subscriptions with the names of their keys", async () => {
    service.neighbours.respondWith('GET /admin/endpoints', {
      data: [
        anEndpoint({ managed_by: 'api', key_id: 4 }),
        anEndpoint({ id: 8, managed_by: 'api', key_id: 5 }),
      ],
      pagination: { page: 2, per_page: 25, total: 27, total_pages: 2 },
    });
    service.neighbours.respondWith('GET /internal/company/key-names', {
      data: [{ id: 4, name: 'ERP' }],
    });

    const { body } = await owner.get(`${ENDPOINTS}?managed_by=api&page=2`);

    expect(body).toMatchObject({
      data: [
        { id: 7, managed_by: 'api', key_name: 'ERP' },
        // The key was revoked a moment ago.
        { id: 8, managed_by: 'api', key_name: null },
      ],
      pagination: { page: 2, per_page: 25, total: 27, total_pages: 2 },
    });
    expect(JSON.stringify(body)).not.toContain('key_id');
  });
});

describe('GET webhooks/endpoints/:id', () => {
  it('answers one', async () => {
    const until = '2026-03-03T14:15:00.000Z';
    service.neighbours.respondWith('GET /admin/endpoints/7', {
      data: anEndpoint({ former_secret_until: until, last_delivery: null }),
    });

    expect((await owner.get(`${ENDPOINTS}/7`)).body.data).toEqual({
      ...SHOWN,
      former_secret_until: until,
      last_delivery: null,
    });
  });

  it.each(['99', 'x', '0'])("does not know another company's, nor /%s", async (id) => {
    const { status, body } = await owner.get(`${ENDPOINTS}/${id}`);

    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'not_found' });
  });
});

describe('POST webhooks/endpoints', () => {
  it('creates one and shows its secret this once', async () => {
    const created = { id: 7, url: `${URL}?token=hush`, events: ['job.created'], secret: SECRET };
    const message = 'Endpoint created.';
    service.neighbours.respondWith('POST /admin/endpoints', { message, data: created }, 201);
    const given = { url: `${URL}?token=hush`, events: ['job.created'] };

    const { status, body } = await owner.change('POST', 'webhooks/endpoints', given);

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Endpoint created.',
      data: { id: 7, ...given, secret: SECRET },
      request_id: 'req_1',
    });
    expect(service.neighbours.calls()).toEqual([
      `webhooks POST /admin/endpoints ${JSON.stringify(given)}`,
    ]);
    expect(await lastActivity()).toEqual({
      kind: 'webhook',
      what: `Created the webhook endpoint ${URL}`,
      userId: owner.userId,
    });
  });

  it('passes on why an address is refused', async () => {
    const message = 'url leads to an address that is not public.';
    const refusal = { error: 'validation_failed', message, errors: [{ field: 'url', message }] };
    service.neighbours.respondWith('POST /admin/endpoints', refusal, 400);

    const { status, body } = await owner.change('POST', 'webhooks/endpoints', {
      url: 'https://10.0.0.5/',
      events: ['job.created'],
    });

    expect(status).toBe(400);
    expect(body).toMatchObject(refusal);
  });
});

describe('PATCH webhooks/endpoints/:id', () => {
  it('changes events and returns the endpoint', async () => {
    service.neighbours.respondWith('PATCH /admin/endpoints/7', {
      data: anEndpoint({ events: ['job.deleted'] }),
    });

    const { status, body } = await owner.change('PATCH', 'webhooks/endpoints/7', {
      events: ['job.deleted'],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { ...SHOWN, events: ['job.deleted'] } });
    expect(service.neighbours.calls()[0]).toBe(
      'webhooks PATCH /admin/endpoints/7 {"events":["job.deleted"]}',
    );
    expect(await lastActivity()).toMatchObject({ what: `Changed the webhook endpoint ${URL}` });
  });
});

describe('an endpoint', () => {
  const state = (status: string, delivery: object | null = null) => ({
    data: { id: 7, status, delivery },
  });

  beforeEach(() =>
    service.neighbours.respondWith('GET /admin/endpoints/7', { data: anEndpoint() }),
  );

  it.each([
    ['test', 'ping', 'on', 'Sent a test to'],
    ['on', 'on', 'on', 'Turned on'],
    ['on', 'on', 'off', 'Sent a test to'],
    ['off', 'off', 'off', 'Turned off'],
  ])('takes POST %s as %s, after which it is %s: %s', async (action, own, status, what) => {
    const test = own === 'off' ? null : aDelivery({ event: 'ping' });
    service.neighbours.respondWith(`POST /admin/endpoints/7/${own}`, state(status, test));

    const after = await owner.change('POST', `webhooks/endpoints/7/${action}`);

    expect(after.status).toBe(200);
    expect(after.body.data).toEqual({
      id: 7,
      status,
      delivery: test,
    });
    expect(await lastActivity()).toMatchObject({ what: `${what} the webhook endpoint ${URL}` });
  });

  it('gets a new secret, which is returned once', async () => {
    const data = { id: 7, url: URL, events: ['job.created'], secret: SECRET };
    service.neighbours.respondWith('POST /admin/endpoints/7/rotate', { data });

    const { status, body } = await owner.change('POST', 'webhooks/endpoints/7/secret');

    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: 7,
      url: URL,
      events: ['job.created'],
      secret: SECRET,
    });
    expect(JSON.stringify(await service.rows('activities'))).not.toContain('whsec_');
  });

  it('is deleted', async () => {
    service.neighbours.respondWith('DELETE /admin/endpoints/7', { data: { id: 7, deleted: true } });

    const { status, body } = await owner.change('DELETE', 'webhooks/endpoints/7');

    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { id: 7, deleted: true } });
    expect(await lastActivity()).toMatchObject({ what: `Deleted the webhook endpoint ${URL}` });
  });

  it('of another company does not exist', async () => {
    const changes = ['test', 'on', 'off', 'secret'].map(
      (action) => ['POST', `/${action}`] as const,
    );

    for (const [method, rest] of [...changes, ['DELETE', ''] as const]) {
      const { status } = await owner.change(method, `webhooks/endpoints/99${rest}`);
      expect([method, rest, status]).toEqual([method, rest, 404]);
    }
  });
});

describe('GET webhooks/deliveries', () => {
  it('passes on the filters', async () => {
    service.neighbours.respondWith('GET /admin/deliveries', {
      data: [{ ...aDelivery(), endpoint_url: URL }],
      pagination: pagination(1),
    });
    const filters = 'event=job.created&status=failed&from=2026-03-01&to=2026-03-02+12%3A00';

    const { body } = await owner.get(`${DELIVERIES}?endpoint_id=7&${filters}`);

    expect(body).toEqual({
      success: true,
      data: [{ ...aDelivery(), endpoint_url: URL }],
      pagination: pagination(1),
      request_id: 'req_1',
    });
    expect(service.neighbours.calls()).toEqual([
      `webhooks GET /admin/deliveries?endpoint_id=7&${filters}`,
    ]);
  });

  it('passes on that a time is none', async () => {
    const message = 'from must be an ISO 8601 timestamp.';
    const refusal = { error: 'validation_failed', message, errors: [{ field: 'from', message }] };
    service.neighbours.respondWith('GET /admin/deliveries', refusal, 400);

    expect((await owner.get(`${DELIVERIES}?from=soon`)).body).toMatchObject(refusal);
  });
});

describe('GET webhooks/deliveries/:id', () => {
  const attempt = {
    number: 1,
    started_at: '2026-03-02T14:00:01.000Z',
    duration_ms: 31,
    response_code: 404,
    error: 'http_404',
    request_headers: [{ name: 'x-svc-event-type', value: 'job.created' }],
    request_body: '{"id":"evt_1"}',
    response_body: 'gone fishing',
  };

  it('returns the delivery with its attempts', async () => {
    const logged = { ...aDelivery(), endpoint_url: URL };
    service.neighbours.respondWith('GET /admin/delivery', {
      data: { ...logged, attempt_log: [{ id: 'dlv_01K5ZR8XGQ4D2N7M9V3B6C1T0C', ...attempt }] },
    });

    const { status, body } = await owner.get(`${DELIVERIES}/${DELIVERY_ID}`);

    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...aDelivery(),
      endpoint_url: URL,
      attempt_log: [{ id: 'dlv_01K5ZR8XGQ4D2N7M9V3B6C1T0C', ...attempt }],
    });
    expect(service.neighbours.calls()).toEqual([`webhooks GET /admin/delivery?id=${DELIVERY_ID}`]);
  });

  it('asks for the id alone, whatever it looks like', async () => {
    await owner.get(`${DELIVERIES}/x%26company_id=2%23%2F..`);

    expect(service.neighbours.calls()).toEqual([
      'webhooks GET /admin/delivery?id=x%26company_id%3D2%23%2F..',
    ]);
  });

  it("does not know another company's", async () => {
    service.neighbours.respondWith(
      'GET /admin/delivery',
      { error: 'not_found', message: 'There is no delivery x.' },
      404,
    );

    const { status, body } = await owner.get(`${DELIVERIES}/x`);

    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'not_found', message: 'There is no delivery x.' });
  });
});

describe('POST webhooks/deliveries', () => {
  it('sends one again', async () => {
    service.neighbours.respondWith('POST /admin/deliveries/resend', {
      data: aDelivery({ status: 'pending' }),
    });

    const { status, body } = await owner.change('POST', 'webhooks/deliveries/resend', {
      delivery_id: DELIVERY_ID,
    });

    expect(status).toBe(200);
    expect(body.data).toEqual({ ...aDelivery(), status: 'pending' });
    expect(service.neighbours.calls()).toEqual([
      `webhooks POST /admin/deliveries/resend {"delivery_id":"${DELIVERY_ID}"}`,
    ]);
    expect(await lastActivity()).toMatchObject({ what: `Resent the delivery ${DELIVERY_ID}` });
  });

  it('sends what has failed again, of all endpoints or of one', async () => {
    const since = '2026-03-01 09:00';
    service.neighbours.respond('POST /admin/deliveries/resend-failed', ({ body }) => ({
      body: { data: { resent: 'endpoint_id' in Object(body) ? 2 : 3 } },
    }));
    const resend = (body: object) =>
      owner.change('POST', 'webhooks/deliveries/resend-failed', body);

    const all = await resend({ since });
    const ofOne = await resend({ since, endpoint_id: 7 });

    expect([all.body.data, ofOne.body.data]).toEqual([{ resent: 3 }, { resent: 2 }]);
    expect(service.neighbours.calls()).toEqual([
      `webhooks POST /admin/deliveries/resend-failed {"since":"${since}"}`,
      `webhooks POST /admin/deliveries/resend-failed {"since":"${since}","endpoint_id":7}`,
    ]);
  });

  it('counts beforehand what would be sent again', async () => {
    service.neighbours.respondWith('GET /admin/deliveries/failed-count', { data: { failed: 3 } });

    const { body } = await owner.get(`${DELIVERIES}/failed-count?since=2026-03-01&endpoint_id=7`);

    expect(body.data).toEqual({ failed: 3 });
    expect(service.neighbours.calls()).toEqual([
      'webhooks GET /admin/deliveries/failed-count?since=2026-03-01&endpoint_id=7',
    ]);
  });

  it('is for those who are signed in, from a page of ours', async () => {
    const path = `${DELIVERIES}/resend`;
    const headers = { 'content-type': 'application/json', 'origin': 'https://evil.example' };

    expect((await service.browser().change('POST', path.slice(15))).status).toBe(401);
    expect((await owner.send('POST', path, undefined, headers)).status).toBe(403);
    expect(service.neighbours.calls()).toEqual([]);
  });
});
