import { SCOPES, type Scope } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { expectDocumented } from './documented';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

const PATH = '/api/v1/hooks.php';

let service: TestService;
let target: Receiver;
let url: string;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver({ gapsMs: [] }));
  url = `https://${HOST}:${target.port}/hook`;
  service.givenJob(1);
});
afterAll(() => service.close());
beforeEach(() => {
  target.received.length = 0;
  target.answer = () => ({ status: 200 });
});

type Body = Readonly<Record<string, unknown>>;

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: string;
}

let keys = 500;
async function subscribed() {
  keys += 1;
  const actor = `api_key:${keys}`;
  const api = service.api.as({ actor });
  const subscription = { target_url: `${url}/${keys}`, event: 'job.created' };
  const { body } = await api.post<{ id: number; secret: string }>(PATH, subscription);
  const path = `/hook/${keys}`;
  const post = async (operation: string, query: string, sent?: object, by = api) => {
    const { status, body: answer } = await by.post<{ data: Body }>(`${PATH}?${query}`, sent);
    expectDocumented(operation, status, answer);
    return { status, body: answer };
  };
  return {
    ...body,
    api,
    post,
    withScopes: (scopes: readonly Scope[]) => service.api.as({ actor, scopes }),
    received: () => target.received.filter((each) => each.path === path),
    async deliveries(query = ''): Promise<readonly Delivery[]> {
      const read = `${PATH}?action=deliveries&id=${body.id}${query}`;
      const { status, body: listed } = await api.get<{ data: Delivery[] }>(read);
      expectDocumented('listHookDeliveries', status, listed);
      return listed.data;
    },
  };
}

const announceJob = (): Promise<string> => service.publish('job.created', 1);

it('a failed delivery is found, read with its attempts, and resent', async () => {
  const { id, api, deliveries, post, received } = await subscribed();
  target.answer = () => ({ status: 404, body: 'gone fishing' });
  await announceJob();
  await eventually(async () => expect((await deliveries('&status=failed')).length).toBe(1));
  const [delivery] = await deliveries();
  expect(await deliveries('&status=succeeded')).toEqual([]);
  expect(delivery).toMatchObject({ subscription_id: id, event: 'job.created', attempts: 1 });

  const one = await api.get<{ data: Body }>(`${PATH}?action=delivery&delivery_id=${delivery?.id}`);
  expectDocumented('getHookDelivery', one.status, one.body);
  expect(one.body.data).toMatchObject({
    ...delivery,
    attempt_log: [
      {
        number: 1,
        response_code: 404,
        error: 'http_404',
        request_body: received()[0]?.body,
        response_body: 'gone fishing',
      },
    ],
  });

  target.answer = () => ({ status: 200 });
  const resent = await post('resendHookDelivery', `action=resend&delivery_id=${delivery?.id}`);
  expect(resent).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ status: 'succeeded', attempts: 2 }]),
  );
});

it('all that failed since a time is resent', async () => {
  const { id, deliveries, post } = await subscribed();
  target.answer = () => ({ status: 404 });
  await announceJob();
  await announceJob();
  await eventually(async () => expect((await deliveries('&status=failed')).length).toBe(2));
  target.answer = () => ({ status: 200 });
  const resend = (ms: number) =>
    post('resendFailedHookDeliveries', `action=resend_failed&id=${id}`, {
      since: new Date(Date.now() + ms).toISOString(),
    });

  expect((await resend(60_000)).body.data).toEqual({ resent: 0 });
  expect((await resend(-60_000)).body.data).toEqual({ resent: 2 });
  await eventually(async () => expect((await deliveries('&status=succeeded')).length).toBe(2));
});

it('a test event is sent once, signed by both secrets for a day, and leaves the health alone', async () => {
  const { id, secret, deliveries, post, received } = await subscribed();
  const rotated = await post('rotateHookSecret', `action=rotate_secret&id=${id}`);
  expect(rotated.body.data).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
  expect(rotated.body.data['secret']).not.toBe(secret);
  const until = Date.parse(String(rotated.body.data['former_secret_until']));
  expect(until - Date.now()).toBeGreaterThan(23 * 3_600_000);
  target.answer = () => ({ status: 500 });

  for (let ping = 0; ping < 6; ping += 1) await post('pingHook', `action=ping&id=${id}`);

  await eventually(async () => expect((await deliveries('&status=failed')).length).toBe(6));
  expect(JSON.parse(received()[0]?.body ?? '')).toMatchObject({
    type: 'ping',
    source: expect.stringMatching(/^api_key:/),
    data: { object: { endpoint_id: id } },
  });
  expect(String(received()[0]?.headers['x-svc-signature']).match(/v1=/g)).toHaveLength(2);
  const [row] = await service.db.query(
    'select is_on, failed_in_a_row from endpoints where id = $1',
    [id],
  );
  expect(row).toEqual({ is_on: true, failed_in_a_row: 0 });
});

it('what is paused gets nothing until it is resumed', async () => {
  const { id, deliveries, post, received } = await subscribed();

  const paused = await post('pauseHook', `action=pause&id=${id}`);
  expect(paused.body.data).toMatchObject({ id, status: 'off', version: 2 });
  await announceJob();
  await eventually(async () => expect(await deliveries()).toMatchObject([{ error: 'stopped' }]));
  const refused = { status: 400, body: { error: 'validation_failed' } };
  const [stopped] = await deliveries();
  expect(await post('pingHook', `action=ping&id=${id}`)).toMatchObject(refused);
  expect(
    await post('resendHookDelivery', `action=resend&delivery_id=${stopped?.id}`),
  ).toMatchObject(refused);
  expect(received()).toEqual([]);

  const resumed = await post('resumeHook', `action=resume&id=${id}`);
  expect(resumed.body.data).toMatchObject({ id, status: 'on', version: 3 });
  await post('resendHookDelivery', `action=resend&delivery_id=${stopped?.id}`);
  await eventually(async () => expect((await deliveries('&status=succeeded')).length).toBe(1));
});

it('another key finds nothing of it, and a key without the read scope no bodies', async () => {
  const { id, deliveries, post, withScopes } = await subscribed();
  await announceJob();
  await eventually(async () => expect((await deliveries('&status=succeeded')).length).toBe(1));
  const [delivery] = await deliveries();
  const { api: other } = await subscribed();
  const missing = { status: 404, body: { error: 'not_found' } };

  for (const read of [`action=deliveries&id=${id}`, `action=delivery&delivery_id=${delivery?.id}`])
    expect(await other.get(`${PATH}?${read}`)).toMatchObject(missing);
  const since = { since: '2026-03-01T00:00:00Z' };
  for (const [operation, query] of [
    ['resendHookDelivery', `action=resend&delivery_id=${delivery?.id}`],
    ['resendFailedHookDeliveries', `action=resend_failed&id=${id}`],
    ['pingHook', `action=ping&id=${id}`],
    ['rotateHookSecret', `action=rotate_secret&id=${id}`],
    ['pauseHook', `action=pause&id=${id}`],
    ['resumeHook', `action=resume&id=${id}`],
  ] as const) {
    expect(await post(operation, query, since, other)).toMatchObject(missing);
  }

  const blind = withScopes(SCOPES.filter((scope) => scope !== 'jobs:read'));
  const lacking = { status: 403, body: { error: 'insufficient_scope' } };
  expect(await blind.get(`${PATH}?action=delivery&delivery_id=${delivery?.id}`)).toMatchObject(
    lacking,
  );
  expect(
    await post('resendHookDelivery', `action=resend&delivery_id=${delivery?.id}`, {}, blind),
  ).toMatchObject(lacking);
});
