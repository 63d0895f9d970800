import { testService, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let owner: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  owner = await service.signedIn();
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const KEYS = '/dashboard/api/api-keys';

const aKey = (overrides: object = {}) => ({
  id: 4,
  name: 'ERP',
  mode: 'live',
  last4: 'wxyz',
  scopes: ['jobs:read'],
  ip_allowlist: ['203.0.113.0/24'],
  created_at: '2026-03-01T09:00:00.000Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  ...overrides,
});

const TEXT = 'svc_live_0123456789wxyz';

const gatewayHas = (...keys: object[]): void =>
  service.neighbours.respondWith('GET /internal/company/keys', {
    data: keys,
    pagination: { page: 1, per_page: 25, total: keys.length, total_pages: 1 },
  });

let companies = 100;

async function aCompany() {
  companies += 1;
  const founder = await service.signedIn({ name: 'Fay Founder' }, companies);
  const managerId = await service.givenUser({ role: 'manager' }, companies);
  return { founder, colleagues: [founder.userId, managerId] };
}

const activitiesOf = async (person: SignedInBrowser) =>
  (await person.get('/dashboard/api/activity?kind=api_key')).body.data;

const mailsTo = async (userIds: readonly number[]) =>
  (await service.rows('outbox_mails')).filter(({ user_id: id }) => userIds.includes(Number(id)));

describe('GET api-keys', () => {
  it("answers the company's keys that were not revoked, the newest first", async () => {
    const used = '2026-03-02T14:00:00.000Z';
    const keys = [aKey({ id: 6, name: 'Tablet', mode: 'test', last_used_at: used }), aKey()];
    gatewayHas(...keys);

    const { status, body } = await owner.get(KEYS);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: keys,
      pagination: { page: 1, per_page: 25, total: 2, total_pages: 1 },
      request_id: 'req_1',
    });
    expect(service.neighbours.received).toMatchObject([
      {
        owner: 'gateway',
        statement: { issuer: 'dashboard', reach: 'internal', companyId: 1, actor: 'ui' },
      },
    ]);
  });

  it('asks for no more keys than it shows', async () => {
    service.neighbours.respond('GET /internal/company/keys', () => ({
      body: { data: [aKey()], pagination: { total: 60 } },
    }));

    const { body } = await owner.get(`${KEYS}?page=3&per_page=25`);

    expect(body).toMatchObject({ data: [aKey()], pagination: { total: 60 } });
    expect(service.neighbours.calls()).toEqual([
      'gateway GET /internal/company/keys?page=3&per_page=25',
    ]);
  });

  it('needs a session of an owner or manager', async () => {
    gatewayHas(aKey());
    const manager = await service.signedIn({ role: 'manager' });

    expect((await manager.get(KEYS)).status).toBe(200);
    expect((await service.browser().get(KEYS)).status).toBe(401);
  });
});

describe('POST api-keys', () => {
  const body = {
    name: 'ERP',
    mode: 'live',
    scopes: ['jobs:read'],
    ip_allowlist: ['203.0.113.0/24'],
  };

  it('has the gateway create a key, and shows its text this once', async () => {
    service.neighbours.respond('POST /internal/company/keys', () => ({
      status: 201,
      body: { message: 'API key created.', data: { ...aKey(), key: TEXT } },
    }));

    const answer = await owner.change('POST', 'api-keys', body);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message: 'API key created.',
      data: { ...aKey(), key: TEXT },
      request_id: 'req_1',
    });
    expect(service.neighbours.received).toMatchObject([{ body, statement: { companyId: 1 } }]);
  });

  it('is logged and Owner and Managers are notified, without the text of the key', async () => {
    const { founder, colleagues } = await aCompany();
    service.neighbours.respond('POST /internal/company/keys', () => ({
      status: 201,
      body: { data: { ...aKey(), key: TEXT } },
    }));

    await founder.change('POST', 'api-keys', body);

    expect(await activitiesOf(founder)).toMatchObject([
      {
        kind: 'api_key',
        who: 'Fay Founder',
        what: 'Created the API key ERP (svc_live_…wxyz)',
        from: expect.stringMatching(/^198\.51\.100\./),
      },
    ]);
    const mails = await mailsTo(colleagues);
    expect(mails).toHaveLength(2);
    for (const { subject, body: mail } of mails) {
      expect(subject).toBe('New API key: ERP');
      expect(mail).toContain(
        'Fay Founder created the live key ERP (svc_live_…wxyz). It grants jobs:read.',
      );
      expect(mail).not.toContain(TEXT);
    }
  });

  it('passes on what the gateway refuses, in its words and beside its field', async () => {
    const message = 'ip_allowlist.0 must be an IP address or a CIDR range.';
    const errors = [{ field: 'ip_allowlist.0', message }];
    service.neighbours.respond('POST /internal/company/keys', () => ({
      status: 400,
      body: { error: 'validation_failed', message, errors },
    }));

    const answer = await owner.change('POST', 'api-keys', { ...body, ip_allowlist: ['here'] });

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      error: 'validation_failed',
      message,
      errors,
      request_id: 'req_1',
    });
  });

  it('rejects a page of another origin without calling the gateway', async () => {
    const { status } = await owner.send('POST', KEYS, body, {
      'content-type': 'application/json',
      'origin': 'https://evil.example',
    });

    expect(status).toBe(403);
    expect(service.neighbours.received).toEqual([]);
  });
});

describe('PATCH api-keys/:id', () => {
  it('changes scopes and addresses', async () => {
    service.neighbours.respond('PATCH /internal/company/keys/4', ({ body }) => ({
      body: { message: 'API key changed.', data: { ...aKey(), ...(body as object) } },
    }));

    const { status, body } = await owner.change('PATCH', 'api-keys/4', {
      scopes: ['jobs:read', 'jobs:write'],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'API key changed.',
      data: { ...aKey(), scopes: ['jobs:read', 'jobs:write'] },
    });
    expect(service.neighbours.received).toMatchObject([
      { body: { scopes: ['jobs:read', 'jobs:write'] } },
    ]);
  });

  it("does not know another company's key", async () => {
    const { status, body } = await owner.change('PATCH', 'api-keys/99', { scopes: ['jobs:read'] });

    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'not_found' });
  });
});

describe('POST api-keys/:id/roll', () => {
  it('shows the new key once, is logged, and Owner and Managers are notified', async () => {
    const { founder, colleagues } = await aCompany();
    const data = { ...aKey({ id: 5 }), key: TEXT };
    service.neighbours.respondWith('POST /internal/company/keys/4/roll', { data }, 201);

    const { status, body } = await founder.change('POST', 'api-keys/4/roll', { keep_hours: 24 });

    expect(status).toBe(201);
    expect(body).toMatchObject({ data });
    expect(service.neighbours.calls()).toEqual([
      'gateway POST /internal/company/keys/4/roll {"keep_hours":24}',
    ]);
    expect(await activitiesOf(founder)).toMatchObject([
      { kind: 'api_key', what: 'Rolled the API key ERP (svc_live_…wxyz)' },
    ]);
    const mails = await mailsTo(colleagues);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('New API key: ERP'));
    expect(JSON.stringify(mails)).not.toContain(TEXT);
  });
});

describe('POST api-keys/:id/revoke', () => {
  it('has the gateway revoke the key whose name is given', async () => {
    const message = 'API key revoked.';
    const data = aKey({ revoked_at: '2026-03-02T14:15:00.000Z' });
    service.neighbours.respondWith('POST /internal/company/keys/4/revoke', { message, data });

    const { status, body } = await owner.change('POST', 'api-keys/4/revoke', { name: 'ERP' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ message, data: { id: 4 } });
    expect(service.neighbours.calls()).toEqual([
      'gateway POST /internal/company/keys/4/revoke {"name":"ERP"}',
    ]);
  });

  it('is logged and Owner and Managers are notified', async () => {
    const { founder, colleagues } = await aCompany();
    service.neighbours.respond('POST /internal/company/keys/4/revoke', () => ({
      body: { data: aKey() },
    }));

    await founder.change('POST', 'api-keys/4/revoke', { name: 'ERP' });

    expect(await activitiesOf(founder)).toMatchObject([
      { kind: 'api_key', what: 'Revoked the API key ERP (svc_live_…wxyz)' },
    ]);
    expect((await mailsTo(colleagues)).map(({ subject }) => subject)).toEqual([
      'API key revoked: ERP',
      'API key revoked: ERP',
    ]);
  });

  it('is not logged where the gateway refuses another name', async () => {
    const { founder } = await aCompany();
    const message = 'name must be the name of the key.';
    const refusal = { error: 'validation_failed', message, errors: [{ field: 'name', message }] };
    service.neighbours.respondWith('POST /internal/company/keys/4/revoke', refusal, 400);

    const { status, body } = await founder.change('POST', 'api-keys/4/revoke', { name: 'erp' });

    expect(status).toBe(400);
    expect(body).toMatchObject(refusal);
    expect(await activitiesOf(founder)).toEqual([]);
  });
});

describe('while the gateway', () => {
  it.each([
    ['fails', { status: 500, body: { error: 'internal_error', message: 'Out of memory.' } }],
    ['does not believe the dashboard', { status: 401, body: { error: 'unauthorized' } }],
    ['answers with an unknown code', { status: 400, body: { error: 'teapot' } }],
  ])('%s, the person gets 500 and stays signed in', async (_, reply) => {
    service.neighbours.respond('GET /internal/company/keys', () => reply);

    const { status, body } = await owner.get(KEYS);

    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      error: 'internal_error',
      message: 'Something went wrong on our side; please try again later.',
      request_id: 'req_1',
    });
    expect((await owner.get('/dashboard/api/session')).status).toBe(200);
  });
});
