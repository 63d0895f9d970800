import { createRun } from '@svc/database';
import { request } from 'undici';
import {
  createRequestLogStore,
  deleteIgnoredNames,
  deleteLoggedRequests,
} from '../src/persistence/logged-requests';
import { aGateway, type AGateway, type TestRequest, type JsonResponse } from './a-gateway';
import { createSignedHeaders, type SignedCall } from './signed-headers';

type Row = Readonly<Record<string, unknown>>;

const ignored = (field: string, operation = 'listJobs') => ({
  field,
  message: `${operation} ignored ${field}.`,
});

describe('the request log', () => {
  let gateway: AGateway;
  let company: { readonly id: number; readonly slug: string };
  let key: { readonly id: number; readonly key: string };
  let test: { readonly id: number; readonly key: string };

  beforeAll(async () => {
    gateway = await aGateway();
  });
  beforeEach(async () => {
    gateway.clock.set('2026-03-02T12:00:00Z');
    gateway.service.behaveWell();
    const limits = { technician_list_per_minute: 1 };
    company = await gateway.givenCompany({ features: [], limits });
    key = await gateway.givenKey(company.slug, {
      name: 'ERP',
      scopes: ['jobs:read', 'jobs:write'],
    });
    test = await gateway.givenKey(company.slug, { name: 'Trial', mode: 'test' });
  });
  afterAll(() => gateway.close());

  const ask = (path: string, asked: TestRequest = {}): Promise<JsonResponse> =>
    gateway.ask(path, { key: key.key, ...asked });

  const refuseAll = (status: number, error: string): void =>
    gateway.service.behave((_, response) => {
      const body = { success: false, error, message: 'No.', request_id: 'req_x' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });

  const logged = async (query = '', below = ''): Promise<readonly Row[]> => {
    const { status, body } = await gateway.admin(
      'GET',
      `/companies/${company.slug}${below}/requests?${query}`,
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body['data'] as Row[];
  };

  it('has what the gateway and the services refused or failed, the newest first', async () => {
    const unknown = await ask('/api/v1/jobs/7');
    const forbidden = await ask('/api/v1/assets?page=2');
    refuseAll(400, 'validation_failed');
    const body = { job_title: 'Pump', note: `Key ${key.key}`, secret: 'open sesame' };
    const invalid = await ask('/api/v1/jobs', { method: 'POST', body });
    refuseAll(500, 'internal_error');
    const failed = await ask('/api/v1/jobs?id=7');

    const rows = await logged();

    expect(rows).toEqual([
      {
        id: expect.any(Number),
        request_id: failed.headers['x-request-id'],
        operation: null,
        time: gateway.clock.now().toISOString(),
        key_id: key.id,
        key_name: 'ERP',
        method: 'GET',
        address: '/api/v1/jobs?id=7',
        status: 500,
        error: 'internal_error',
        message: 'No.',
        errors: [],
        omitted_errors: 0,
        body: null,
        operation_name: 'getJob',
        required_scopes: ['jobs:read'],
      },
      expect.objectContaining({
        request_id: invalid.headers['x-request-id'],
        method: 'POST',
        status: 400,
        error: 'validation_failed',
        body: '{"job_title":"Pump","note":"Key svc_live_***","secret":"***"}',
      }),
      expect.objectContaining({
        request_id: forbidden.headers['x-request-id'],
        address: '/api/v1/assets?page=2',
        status: 403,
        error: 'insufficient_scope',
        message: 'This key lacks the scope assets:read.',
        operation_name: 'listAssets',
        required_scopes: ['assets:read'],
      }),
      expect.objectContaining({
        request_id: unknown.headers['x-request-id'],
        address: '/api/v1/jobs/7',
        status: 404,
        error: 'not_found',
        message: 'This path does not exist.',
        operation_name: null,
        required_scopes: [],
      }),
    ]);
    expect(JSON.stringify(rows)).not.toContain(key.key.slice(10, 30));
  });

  const refuseFields = (errors: readonly { readonly field: string; readonly message: string }[]) =>
    gateway.service.behave((_, response) => {
      const message = errors.map((each) => each.message).join(' ');
      const body = { success: false, error: 'validation_failed', message, errors };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });

  it('says why: message and field errors as sent, without secrets', async () => {
    const errors = [
      { field: 'job_description', message: 'job_description is required.' },
      { field: 'note', message: `note must not be ${key.key}.` },
    ];
    refuseFields(errors);

    await ask('/api/v1/jobs', { method: 'POST', body: {} });

    expect(await logged()).toMatchObject([
      {
        message: 'job_description is required. note must not be svc_live_***.',
        errors: [errors[0], { field: 'note', message: 'note must not be svc_live_***.' }],
        omitted_errors: 0,
      },
    ]);
  });

  it('keeps 2 KiB of it, cuts whole sentences and errors, and counts those', async () => {
    const errors = Array.from({ length: 50 }, (_, n) => ({
      field: `field_${n}`,
      message: `field_${n} is not allowed, because nobody has ever heard of such a field.`,
    }));
    refuseFields(errors);

    await ask('/api/v1/jobs', { method: 'POST', body: {} });

    const [row] = await logged();
    const {
      message,
      errors: kept,
      omitted_errors: omitted,
    } = row as {
      message: string;
      errors: typeof errors;
      omitted_errors: number;
    };
    expect(message).toMatch(/^field_0 is not .*such a field\. …$/);
    expect(kept).toEqual(errors.slice(0, kept.length));
    expect(kept.length + omitted).toBe(50);
    const texts = [message, ...kept.flatMap((each) => [each.field, each.message])];
    const bytes = Buffer.byteLength(texts.join(''));
    expect(bytes).toBeLessThanOrEqual(2_048);
    expect(bytes).toBeGreaterThan(1_900);
  });

  it('counts seven UTC days by error, test data apart', async () => {
    await ask('/api/v1/none');
    await ask('/api/v1/none');
    await ask('/api/v1/jobs', { method: 'DELETE' });
    await ask('/api/v1/none', { key: test.key });
    const [newest] = await logged();
    await gateway.db.query(
      `update logged_requests set answered_at = answered_at - interval '7 days' where id = $1`,
      [newest?.['id']],
    );

    const answer = await request(`${gateway.adminUrl}/internal/company/rejections`, {
      headers: createSignedHeaders(gateway, company.id),
    });

    const { data } = (await answer.body.json()) as { data: { date: string; errors: object[] }[] };
    expect(data.map(({ date }) => date)).toEqual([
      '2026-02-24',
      ...['2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    ]);
    expect(data.at(-1)?.errors).toEqual([{ error: 'not_found', requests: 2 }]);
    expect(data.slice(0, -1).flatMap(({ errors }) => errors)).toEqual([]);
  });

  describe('of a bulk', () => {
    const failure = (error: string) => ({ success: false, error, message: 'No.', request_id: 'r' });
    const answerBulk = (data: readonly { readonly status: number; readonly body: object }[]) =>
      gateway.service.behave((_, response) => {
        const done = data.filter(({ status }) => status < 300).length;
        const message = `${done} of ${data.length} operations succeeded.`;
        const body = { success: true, message, data, request_id: 'r' };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    const send = (operations: readonly object[]) =>
      ask('/api/v1/jobs?action=bulk', { method: 'POST', body: { operations } });
    const CREATED = { status: 201, body: { success: true } };

    it('has each operation that was refused or failed, as the single call, with its place', async () => {
      answerBulk([
        CREATED,
        { status: 400, body: failure('validation_failed') },
        { status: 200, body: { success: true, error: 'not_found' } },
        { status: 404, body: failure('not_found') },
        { status: 500, body: failure('internal_error') },
      ]);

      const { headers } = await send([
        { method: 'POST', body: {} },
        { method: 'POST', body: { job_title: 'Pump', note: `Key ${key.key}` } },
        { method: 'PATCH', id: 5, body: {} },
        { method: 'PATCH', id: 7, body: { job_status: 'Paid' } },
        { method: 'POST', id: 8, sub: 'visits & co', body: {} },
      ]);

      const shared = {
        id: expect.any(Number),
        request_id: headers['x-request-id'],
        time: gateway.clock.now().toISOString(),
        key_id: key.id,
        key_name: 'ERP',
        message: 'No.',
        errors: [],
        omitted_errors: 0,
        required_scopes: ['jobs:write'],
      };
      expect(await logged()).toEqual([
        {
          ...shared,
          operation: 4,
          method: 'POST',
          operation_name: null,
          required_scopes: [],
          address: '/api/v1/jobs?id=8&sub=visits+%26+co',
          status: 500,
          error: 'internal_error',
          body: '{}',
        },
        {
          ...shared,
          operation: 3,
          method: 'PATCH',
          operation_name: 'changeJobStatus',
          address: '/api/v1/jobs?id=7',
          status: 404,
          error: 'not_found',
          body: '{"job_status":"Paid"}',
        },
        {
          ...shared,
          operation: 1,
          method: 'POST',
          operation_name: 'createJob',
          address: '/api/v1/jobs',
          status: 400,
          error: 'validation_failed',
          body: '{"job_title":"Pump","note":"Key svc_live_***"}',
        },
      ]);
      const one = (query: string) =>
        gateway.admin('GET', `/companies/${company.slug}/request?${query}`);
      const id = `request_id=${String(headers['x-request-id'])}`;
      expect(await one(`${id}&operation=3`)).toMatchObject({ body: { data: { operation: 3 } } });
      expect(await one(id)).toMatchObject({ body: { data: { operation: 1 } } });
      expect(await one(`${id}&operation=0`)).toMatchObject({ status: 404 });
      expect(await logged(`${id}&status=404`)).toMatchObject([{ operation: 3 }]);
    });

    it('has nothing where all succeeded, and the whole where it was refused', async () => {
      answerBulk([CREATED, CREATED]);
      await send([
        { method: 'POST', body: {} },
        { method: 'POST', body: {} },
      ]);
      expect(await logged()).toEqual([]);

      refuseAll(400, 'validation_failed');
      await send([{ method: 'POST', body: {} }]);

      expect(await logged()).toMatchObject([
        { operation: null, status: 400, address: '/api/v1/jobs?action=bulk' },
      ]);
    });

    it('takes as much room as so many refused requests', async () => {
      const refused = { status: 404, body: failure('not_found') };
      company = await gateway.givenCompany();
      key = await gateway.givenKey(company.slug);
      answerBulk(Array(100).fill(refused) as (typeof refused)[]);

      const operations = Array.from({ length: 100 }, (_, n) => ({
        method: 'PATCH',
        id: n + 1,
        body: {},
      }));
      await send(operations);

      const { body } = await gateway.admin('GET', `/companies/${company.slug}/requests?per_page=1`);
      expect(body['pagination']).toMatchObject({ total: 60 });
    });
  });

  it('has nothing of successes, of unknown keys and of people of the dashboard', async () => {
    await ask('/api/v1/jobs');
    await ask('/api/v1/jobs', { key: undefined });
    await ask('/api/v1/jobs', { key: 'svc_live_nobody' });
    await ask('/dashboard/none');

    expect(await logged()).toEqual([]);
  });

  describe('of ignored parameters and fields', () => {
    const ignoring = (names: string, status = 200): void =>
      gateway.service.behave((_, response) => {
        const type = { 'content-type': 'application/json' };
        const body = { success: status < 400, error: 'not_found', request_id: 'r' };
        response.writeHead(status, { ...type, 'x-svc-ignored-names': names });
        response.end(JSON.stringify(body));
      });

    it('has an accepted request once for each key, operation and name', async () => {
      ignoring('page_size,caf%C3%A9%2C1');
      const first = await ask('/api/v1/jobs?page_size=5');
      await ask('/api/v1/jobs?page_size=6');
      ignoring('page_size,offset');
      await ask('/api/v1/jobs?page_size=5&offset=7');
      await ask('/api/v1/jobs?id=5&page_size=1');
      const other = await gateway.givenKey(company.slug, { name: 'CRM' });
      await ask('/api/v1/jobs?page_size=8', { key: other.key });

      const rows = await logged();

      expect(first).toMatchObject({ status: 200 });
      expect(first.headers).not.toHaveProperty('x-svc-ignored-names');
      expect(rows.map(({ address, errors }) => [address, errors])).toEqual([
        ['/api/v1/jobs?page_size=8', [ignored('page_size'), ignored('offset')]],
        [
          '/api/v1/jobs?id=5&page_size=1',
          [ignored('page_size', 'getJob'), ignored('offset', 'getJob')],
        ],
        ['/api/v1/jobs?page_size=5&offset=7', [ignored('offset')]],
        ['/api/v1/jobs?page_size=5', [ignored('page_size'), ignored('café,1')]],
      ]);
      expect(rows.at(-1)).toMatchObject({ status: 200, error: null });
      expect(await logged('status=failed')).toEqual([]);
      expect(await logged('status=2xx')).toHaveLength(4);
    });

    it('has a name once an hour, whichever gateway saw it', async () => {
      ignoring('page_size');
      await ask('/api/v1/jobs?page_size=1');
      await gateway.restart('gently');
      await ask('/api/v1/jobs?page_size=2');
      ignoring('page_size,offset');
      await ask('/api/v1/jobs?page_size=3&offset=7');
      const shown = async () => (await logged()).map(({ address, errors }) => [address, errors]);

      const inHour = [
        ['/api/v1/jobs?page_size=3&offset=7', [ignored('offset')]],
        ['/api/v1/jobs?page_size=1', [ignored('page_size')]],
      ];
      expect(await shown()).toEqual(inHour);

      gateway.clock.advance(3_600_000);
      ignoring('page_size');
      await ask('/api/v1/jobs?page_size=4');
      expect(await shown()).toEqual([
        ['/api/v1/jobs?page_size=4', [ignored('page_size')]],
        ...inHour,
      ]);
    });

    it('forgets names of earlier hours', async () => {
      ignoring('page_size');
      await ask('/api/v1/jobs');
      await logged();

      await createRun(gateway.db)(deleteIgnoredNames);

      expect(await gateway.db.query('select from ignored_names')).toEqual([]);
    });

    it('counts no accepted request as rejected, and has no ignored name of a rejected one', async () => {
      ignoring('page_size');
      await ask('/api/v1/jobs');
      ignoring('offset', 404);
      await ask('/api/v1/jobs');

      const answer = await request(`${gateway.adminUrl}/internal/company/rejections`, {
        headers: createSignedHeaders(gateway, company.id),
      });

      const { data } = (await answer.body.json()) as { data: { errors: object[] }[] };
      expect(data.at(-1)?.errors).toEqual([{ error: 'not_found', requests: 1 }]);
      expect(await logged('status=404')).toMatchObject([{ errors: [] }]);
    });
  });

  it('keeps test data apart', async () => {
    const mine = await ask('/api/v1/none');
    const theirs = await ask('/api/v1/none', { key: test.key });

    expect(await logged()).toMatchObject([{ request_id: mine.headers['x-request-id'] }]);
    expect(await logged('', '/sandbox')).toMatchObject([
      { request_id: theirs.headers['x-request-id'], key_id: test.id, key_name: 'Trial' },
    ]);
  });

  it('is filtered', async () => {
    await ask('/api/v1/none?search=Pump');
    await ask('/api/v1/jobs', { method: 'DELETE' });
    refuseAll(500, 'internal_error');
    await ask('/api/v1/jobs');
    const other = await gateway.givenKey(company.slug, { name: 'CRM' });
    await ask('/api/v1/assets/1', { key: other.key });
    const statuses = async (query: string) => (await logged(query)).map(({ status }) => status);

    expect(await statuses('')).toEqual([404, 500, 405, 404]);
    expect(await statuses('status=4xx')).toEqual([404, 405, 404]);
    expect(await statuses('status=5xx')).toEqual([500]);
    expect(await statuses('status=405')).toEqual([405]);
    expect(await statuses('error=not_found')).toEqual([404, 404]);
    expect(await statuses('method=DELETE')).toEqual([405]);
    expect(await statuses(`key_id=${other.id}`)).toEqual([404]);
    expect(await statuses('address=pump')).toEqual([404]);
    expect(await statuses('address=%25')).toEqual([]);
    expect(await statuses('from=2026-03-02T12:00:00Z&to=2026-03-02T12:00:00Z')).toHaveLength(4);
    expect(await statuses('from=2026-03-02T12:00:01Z')).toEqual([]);
    expect(await statuses('to=2026-03-02T11:59:59Z')).toEqual([]);
    expect(await statuses('page=2&per_page=3')).toEqual([404]);
    const oldest = (await logged()).at(-1);
    expect(await statuses(`after=${String(oldest?.['id'])}`)).toEqual([405, 500, 404]);
    expect(await statuses(`request_id=${String(oldest?.['request_id'])}`)).toEqual([404]);
  });

  it.each(['status=100', 'status=4', 'error=broken', 'key_id=x', 'from=noon', 'after=-1'])(
    'refuses the filter %s',
    async (query) => {
      const path = `/companies/${company.slug}/requests?${query}`;
      expect(await gateway.admin('GET', path)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed' },
      });
    },
  );

  it('shows one by its request_id, to its company alone', async () => {
    const { headers } = await ask('/api/v1/none');
    const id = String(headers['x-request-id']);
    const other = await gateway.givenCompany();
    const one = (slug: string, below = '') =>
      gateway.admin('GET', `/companies/${slug}${below}/request?request_id=${id}`);

    expect(await one(company.slug)).toMatchObject({
      status: 200,
      body: { data: { request_id: id, status: 404 } },
    });
    expect(await one(other.slug)).toMatchObject({ status: 404 });
    expect(await one(company.slug, '/sandbox')).toMatchObject({ status: 404 });
  });

  it('answers the dashboard for the company, or the sandbox, of its statement', async () => {
    const { headers } = await ask('/api/v1/none');
    const id = headers['x-request-id'];
    const asDashboard = async (path: string, as: SignedCall['as'] = {}) => {
      const answer = await request(`${gateway.adminUrl}/internal/company${path}`, {
        headers: createSignedHeaders(gateway, company.id, { as }),
      });
      return (await answer.body.json()) as Row;
    };
    const sandbox = { companyId: 1_000_000_000 + company.id, sandboxOf: company.id };

    expect(await asDashboard('/requests?per_page=25')).toMatchObject({
      data: [{ request_id: id }],
      pagination: { page: 1, per_page: 25, total: 1 },
    });
    expect(await asDashboard(`/request?request_id=${String(id)}`)).toMatchObject({
      data: { request_id: id },
    });
    expect(await asDashboard('/requests', sandbox)).toMatchObject({ data: [] });
    expect(await asDashboard(`/request?request_id=${String(id)}`, sandbox)).toMatchObject({
      error: 'not_found',
    });
  });

  it('shows bodies of any bytes, no more than 2 KiB of them', async () => {
    refuseAll(400, 'invalid_json');
    const bytes = Buffer.concat([
      Buffer.from([0x7b, 0x00, 0x1b, 0x5b, 0xff]),
      Buffer.alloc(3_000, 'é'),
    ]);
    await request(`${gateway.url}/api/v1/jobs`, {
      method: 'POST',
      headers: { 'x-api-key': key.key },
      body: bytes,
    });

    const [row] = await logged();
    const body = String(row?.['body']);
    expect(body).toMatch(/^\{\[\ufffdé+$/);
    expect(body).toHaveLength(3 + 1_021);
  });

  it('has once what is written again because its end was not confirmed', async () => {
    const store = createRequestLogStore(gateway.db);
    const one = {
      place: null,
      companyId: company.id,
      keyId: key.id,
      at: gateway.clock.now(),
      method: 'GET',
      address: '/api/v1/none',
      status: 404,
      error: 'not_found',
      message: null,
      errors: [],
      omittedErrors: 0,
      body: null,
    };
    const requests = ['req_1', 'req_2'].map((requestId) => ({ ...one, requestId }));
    await store.add(requests);

    await store.add([...requests, { ...one, requestId: 'req_3' }]);

    expect((await logged()).map((row) => row['request_id'])).toEqual(['req_3', 'req_2', 'req_1']);
  });

  it('forgets what is older than seven days', async () => {
    await ask('/api/v1/none');
    await ask('/api/v1/none');
    const [newer, older] = await logged();
    await gateway.db.query(
      `update logged_requests set answered_at = now() - interval '7 days'
         + case id when $1::bigint then interval '1 minute' else interval '-1 minute' end
       where id in ($1::bigint, $2::bigint)`,
      [newer?.['id'], older?.['id']],
    );

    await createRun(gateway.db)(deleteLoggedRequests);

    expect(await logged()).toMatchObject([{ id: newer?.['id'] }]);
  });
});
