import { DEFAULT_LIMITS } from '@svc/contracts';
import { keyDocumentation } from '../src/keys/documentation';
import { aGateway, type AGateway } from './a-gateway';

const PATH = '/api/v1/key';

let gateway: AGateway;
beforeAll(async () => {
  gateway = await aGateway();
});
beforeEach(() => gateway.service.behaveWell());
afterAll(() => gateway.close());

describe('GET /api/v1/key', () => {
  it('describes the key of the request, in the time zone of its company', async () => {
    const limits = { writes_per_day: 9 };
    const { slug } = await gateway.givenCompany({ timezone: 'America/New_York', limits });
    const { id, key } = await gateway.givenKey(slug, {
      name: 'ERP',
      scopes: ['inventory:write', 'jobs:read'],
      expires_at: '2026-12-01T12:00:00Z',
    });
    const seen = gateway.service.seen.length;

    const { status, headers, body } = await gateway.ask(PATH, { key });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        id,
        name: 'ERP',
        mode: 'live',
        scopes: expect.arrayContaining(['inventory:write', 'inventory:read', 'jobs:read']),
        limits: { ...DEFAULT_LIMITS, ...limits },
        expires_at: '2026-12-01T07:00:00-05:00',
      },
      request_id: headers['x-request-id'],
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': String(DEFAULT_LIMITS.record_reads_per_minute),
      'x-ratelimit-remaining': String(DEFAULT_LIMITS.record_reads_per_minute - 1),
    });
    expect(keyDocumentation.getKey.reply.validate(body).error).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain(key);
    expect(gateway.service.seen).toHaveLength(seen);
  });

  it('takes no parameter where strict handling is preferred', async () => {
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);
    const headers = { prefer: 'handling=strict' };
    const applied = { 'preference-applied': 'handling=strict' };

    expect(await gateway.ask(`${PATH}?x=1`, { key, headers })).toMatchObject({
      status: 400,
      headers: applied,
      body: { error: 'validation_failed', errors: [{ field: 'x' }] },
    });
    expect(await gateway.ask(PATH, { key, headers })).toMatchObject({
      status: 200,
      headers: applied,
    });
    expect((await gateway.ask(`${PATH}?x=1`, { key })).status).toBe(200);
    const { body } = await gateway.admin('GET', `/companies/${slug}/requests?status=2xx`);
    expect(body['data']).toMatchObject([{ errors: [{ field: 'x' }] }]);
  });

  it('needs no scope, and describes a test key without an expiry', async () => {
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug, { mode: 'test', scopes: ['webhooks:manage'] });

    const { status, body } = await gateway.ask(PATH, { key });

    expect(status).toBe(200);
    expect(body['data']).toMatchObject({
      mode: 'test',
      scopes: ['webhooks:manage'],
      expires_at: null,
    });
  });

  it('has what was changed at once', async () => {
    const { slug } = await gateway.givenCompany();
    const { id, key } = await gateway.givenKey(slug, { scopes: ['jobs:read'] });
    await gateway.ask(PATH, { key });

    await gateway.admin('PATCH', `/keys/${id}`, { scopes: ['jobs:write'] });

    expect((await gateway.ask(PATH, { key })).body['data']).toMatchObject({
      scopes: ['jobs:write'],
    });
  });

  it.each([
    ['no key', undefined, {}, 401, 'unauthorized'],
    ['another address', { ip_allowlist: ['192.0.2.1'] }, {}, 403, 'forbidden'],
    ['a plan without API', {}, { plan: 'starter' }, 403, 'feature_not_available'],
  ])('is refused to %s', async (_, given, company, status, error) => {
    const { slug } = await gateway.givenCompany(company);
    const key = given && (await gateway.givenKey(slug, given)).key;

    expect(await gateway.ask(PATH, { key })).toMatchObject({ status, body: { error } });
  });

  it.each([
    ['POST', PATH, 405, 'method_not_allowed'],
    ['GET', `${PATH}?id=1`, 400, 'validation_failed'],
    ['GET', `${PATH}/1`, 404, 'not_found'],
    ['GET', '/api/v1/keys', 404, 'not_found'],
  ])('answers %s %s with %i', async (method, path, status, error) => {
    const { slug } = await gateway.givenCompany();
    const { key } = await gateway.givenKey(slug);

    expect(await gateway.ask(path, { key, method })).toMatchObject({ status, body: { error } });
  });
});
