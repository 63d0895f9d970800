import { COLLECTIONS, SCOPES } from '@svc/contracts';
import {
  COMPANY_WITHOUT_FEATURES,
  testService,
  type SignedInBrowser,
  type TestService,
} from './service';

let service: TestService;
let manager: SignedInBrowser;

beforeAll(async () => {
  service = await testService();
  manager = await service.signedIn({ role: 'manager' });
});
afterAll(() => service.close());
beforeEach(() => void service.neighbours.received.splice(0));

const V1 = '/dashboard/api/v1';

describe('ANY v1', () => {
  it('asks the service for the one operation, as a person with all scopes', async () => {
    service.neighbours.respond('GET /api/v1/jobs', () => ({
      body: { data: [{ job_id: 5 }], pagination: { total: 1 } },
    }));

    const { status, headers, body } = await manager.get(`${V1}/jobs?status=On%20Hold&page=2`);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      success: true,
      data: [{ job_id: 5 }],
      pagination: { total: 1 },
      request_id: 'req_1',
    });
    expect(service.neighbours.received).toMatchObject([
      {
        owner: 'jobs',
        path: '/api/v1/jobs?status=On%20Hold&page=2',
        statement: {
          issuer: 'dashboard',
          reach: 'api',
          operation: 'listJobs',
          companyId: 1,
          zone: 'America/New_York',
          country: 'US',
          actor: 'ui',
          scopes: SCOPES,
        },
      },
    ]);
  });

  it('passes a change on as it is, and the answer back, refusals too', async () => {
    const refusal = {
      error: 'customer_duplicate_contact',
      message: 'Another customer uses this e-mail.',
      matched_field: 'email',
      customer_id: 3,
    };
    service.neighbours.respond('PUT /api/v1/customers', () => ({ status: 409, body: refusal }));
    const given = { customer_email: 'a@b.example', unknown: [1] };

    const { status, body } = await manager.change('PUT', 'v1/customers?id=12', given);

    expect(status).toBe(409);
    expect(body).toEqual({ success: false, ...refusal, request_id: 'req_1' });
    expect(service.neighbours.received).toMatchObject([
      { owner: 'customers', body: given, statement: { operation: 'updateCustomer' } },
    ]);
  });

  describe('with headers', () => {
    const send = (method: 'POST' | 'PUT', target: string, headers: object) =>
      manager.send(
        method,
        `${V1}/${target}`,
        {},
        {
          'content-type': 'application/json',
          'origin': 'http://fsm.example:8080',
          ...headers,
        },
      );

    it('is done once under an Idempotency-Key, and changes the version of If-Match', async () => {
      const both = { 'idempotency-key': 'abc-1', 'if-match': '"7"' };
      await manager.change('POST', 'v1/jobs', {});
      await send('POST', 'jobs', both);
      await send('PUT', 'jobs?id=1', both);

      expect(service.neighbours.received.map(({ demands }) => demands)).toEqual([
        {},
        { idempotencyKey: 'abc-1' },
        { ifMatch: '"7"' },
      ]);
    });

    it.each(['two words', 'x'.repeat(65), 'ümlaut'])(
      'is refused with the Idempotency-Key %s',
      async (key) => {
        expect(await send('POST', 'jobs', { 'idempotency-key': key })).toMatchObject({
          status: 400,
          body: { error: 'validation_failed', errors: [{ field: 'Idempotency-Key' }] },
        });
        expect(service.neighbours.received).toEqual([]);
      },
    );
  });

  it('knows every operation of the endpoint table, but for those of keys', async () => {
    for (const { path, operations, owner } of COLLECTIONS) {
      for (const { name, method, where } of Object.values(operations)) {
        service.neighbours.received.splice(0);
        const query = Object.entries(where).map(([key, value]) => `${key}=${value || 1}`);
        const target = `v1/${path.slice('/api/v1/'.length)}?${query.join('&')}`;
        await manager.change(method as 'POST', target, method === 'GET' ? undefined : {});

        expect(service.neighbours.received.map((asked) => asked.statement.operation)).toEqual(
          owner === 'webhooks' || owner === 'gateway' ? [] : [name],
        );
      }
    }
  });

  it.each([
    ['GET', 'nothing', 404, 'not_found'],
    ['GET', 'jobs/', 404, 'not_found'],
    ['GET', 'Jobs', 404, 'not_found'],
    ['DELETE', 'jobs', 405, 'method_not_allowed'],
    ['PUT', 'jobs', 400, 'validation_failed'],
    ['GET', 'jobs?id=1&id=2', 400, 'validation_failed'],
    ['GET', 'jobs?status=%00', 400, 'validation_failed'],
    ['GET', 'inventory?sub=unknown', 400, 'validation_failed'],
  ] as const)(
    'refuses %s %s with %d %s, and asks nobody',
    async (method, target, status, error) => {
      const refused = await manager.change(
        method,
        `v1/${target}`,
        method === 'GET' ? undefined : {},
      );

      expect(refused.status).toBe(status);
      expect(refused.body).toMatchObject({ success: false, error });
      expect(service.neighbours.received).toEqual([]);
    },
  );

  it('refuses what the company does not have', async () => {
    const plain = await service.signedIn({}, COMPANY_WITHOUT_FEATURES);

    const { status, body } = await plain.get(`${V1}/inventory`);

    expect(status).toBe(403);
    expect(body).toMatchObject({
      error: 'feature_not_available',
      message: 'The company does not have the feature inventory.',
    });
    expect((await plain.get(`${V1}/jobs`)).status).not.toBe(403);
  });

  it('is for those who are signed in, and for changes by a page of ours', async () => {
    const headers = { 'content-type': 'application/json', 'origin': 'https://evil.example' };

    expect((await service.browser().get(`${V1}/jobs`)).status).toBe(401);
    expect((await service.browser().change('POST', 'v1/jobs', {})).status).toBe(401);
    expect((await manager.send('POST', `${V1}/jobs`, {}, headers)).status).toBe(403);
    const text = { 'content-type': 'text/plain', 'origin': 'http://fsm.example:8080' };
    expect((await manager.send('POST', `${V1}/jobs`, {}, text)).status).toBe(403);
    expect(service.neighbours.received).toEqual([]);
  });

  it('refuses a body of more than 1 MiB', async () => {
    const { status, body } = await manager.change('POST', 'v1/jobs', {
      job_description: 'x'.repeat(1024 * 1024),
    });

    expect(status).toBe(413);
    expect(body).toMatchObject({ error: 'payload_too_large' });
    expect(service.neighbours.received).toEqual([]);
  });

  it('responds 500 when a service is down or rejects the token', async () => {
    service.neighbours.respond('GET /api/v1/assets', () => ({ status: 401, body: {} }));

    const { status, body } = await manager.get(`${V1}/assets`);

    expect(status).toBe(500);
    expect(body).toMatchObject({ error: 'internal_error' });
  });
});
