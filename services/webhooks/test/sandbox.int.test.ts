import type { DomainEvent } from '@svc/contracts';
import { eventually } from '@svc/testing';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

const LIVE = 1;
const SANDBOX = 1_000_000_001;
const PATH = '/api/v1/hooks.php';

let service: TestService;
let target: Receiver;
let url: string;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver());
  url = `https://${HOST}:${target.port}/hook`;
  service.givenJob(5);
  service.givenJob(6, {}, SANDBOX);
  service.givenJob(6);
});
afterAll(() => service.close());
beforeEach(() => {
  target.received.length = 0;
});
afterEach(async () => {
  await service.db.query('delete from endpoints');
  await service.db.query('delete from companies');
});

const inSandbox = { companyId: SANDBOX, sandboxOf: LIVE };
const settings = { timezone: 'UTC', country: 'US', plan: 'enterprise' };

const received = () =>
  target.received.map(({ path, headers }) => [
    path,
    headers['x-svc-mode'],
    headers['x-svc-event-type'],
  ]);

const announce = (
  type: 'company.changed' | 'key.changed' | 'key.revoked',
  recordId: number,
  change: Partial<DomainEvent>,
) => service.publish(type, recordId, change);

const subscriptions = async (): Promise<{ company_id: number; key_id: number }[]> =>
  service.db.query('select company_id, key_id from endpoints order by 1, 2');

it('sends each endpoint the events of its mode alone, and says which one that is', async () => {
  const [live, sandbox] = [service.admin, service.admin.as(inSandbox)];
  for (const [admin, path] of [
    [live, 'live'],
    [sandbox, 'test'],
  ] as const) {
    await admin.post('/admin/endpoints', { url: `${url}/${path}`, events: ['job.created'] });
  }

  await service.publish('job.created', 5);
  await service.publish('job.created', 6, { companyId: SANDBOX });

  await eventually(async () => {
    expect(received().sort()).toEqual([
      ['/hook/live', 'live', 'job.created'],
      ['/hook/test', 'test', 'job.created'],
    ]);
  });
});

it('says in a test event which mode its endpoint is of', async () => {
  for (const [admin, path] of [
    [service.admin, 'live'],
    [service.admin.as(inSandbox), 'test'],
  ] as const) {
    const { body } = await admin.post<{ data: { id: number } }>('/admin/endpoints', {
      url: `${url}/${path}`,
      events: ['job.created'],
    });
    await admin.post(`/admin/endpoints/${body.data.id}/ping`);
  }

  expect(received()).toEqual([
    ['/hook/live', 'live', 'ping'],
    ['/hook/test', 'test', 'ping'],
  ]);
});

it('learns from the gateway which companies are sandboxes, and what test keys may do there', async () => {
  await service.givenEndpoint(`${url}/test`, ['job.created'], SANDBOX);
  await announce('company.changed', LIVE, { data: { ...settings, sandbox_id: SANDBOX } });
  const data = { mode: 'test', scopes: ['jobs:read'], sandbox_id: SANDBOX };
  await announce('key.changed', 40, { data });

  await eventually(async () => {
    expect(
      await service.db.query(`
        select company.company_id::integer, sandbox_of::integer, plan, key_id::integer, scopes
        from companies company left join key_rights using (company_id) order by 1`),
    ).toMatchObject([
      { company_id: LIVE, sandbox_of: null, plan: 'enterprise', key_id: null },
      { company_id: SANDBOX, sandbox_of: LIVE, plan: 'enterprise', key_id: 40 },
    ]);
  });
  await service.publish('job.created', 6, { companyId: SANDBOX });
  await eventually(async () => {
    expect(received()).toEqual([['/hook/test', 'test', 'job.created']]);
  });
});

it("ends what a revoked test key had subscribed of the sandbox's events", async () => {
  const subscribe = (key: number, sandbox = {}) =>
    service.api
      .as({ actor: `api_key:${key}`, ...sandbox })
      .post(PATH, { target_url: url, event: 'job.created' });
  await subscribe(50, inSandbox);
  await subscribe(51);

  const data = { mode: 'test', scopes: ['webhooks:manage', 'jobs:read'], sandbox_id: SANDBOX };
  await announce('key.revoked', 50, { version: 3, data });
  await eventually(async () => {
    expect(await subscriptions()).toEqual([{ company_id: LIVE, key_id: 51 }]);
  });
});

it('has the people of the company told of an endpoint that fails', async () => {
  target.answer = () => ({ status: 400 });
  const { body } = await service.admin
    .as(inSandbox)
    .post<{ data: { id: number } }>('/admin/endpoints', {
      url: `${url}/test`,
      events: ['job.created'],
    });
  await service.publish('job.created', 6, { companyId: SANDBOX });

  await eventually(async () => {
    const rows: { envelope: string }[] = await service.db.query(
      `select envelope from outbox where type = 'webhook.endpoint_failing'`,
    );
    expect(rows.map(({ envelope }) => JSON.parse(envelope) as object)).toMatchObject([
      { companyid: SANDBOX, subject: String(body.data.id), data: { sandbox_of: LIVE } },
    ]);
  });
  const acted: { envelope: string }[] = await service.db.query(
    `select envelope from outbox where type = 'operator.acted' order by seq desc limit 1`,
  );
  expect(JSON.parse(acted[0]?.envelope ?? '')).toMatchObject({
    companyid: LIVE,
    data: { what: `Created the webhook endpoint ${url}/test (test data)` },
  });
});
