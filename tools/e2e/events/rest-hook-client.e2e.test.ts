import { eventually } from '@svc/testing';
import { createAppTester, type Bundle } from 'zapier-platform-core';
import { fsmHere, givenCompany, givenJob, integrator, runFile, type Api } from '../test/platform';
import { startReceiver, type Received, type Receiver } from '../test/receiver';
import { restHookApp } from './rest-hook-app';

type Fields = Readonly<Record<string, unknown>>;

let receiver: Receiver;
let app: ReturnType<typeof restHookApp>;
let run: ReturnType<typeof createAppTester>;

beforeAll(async () => {
  receiver = await startReceiver();
  app = restHookApp(runFile().gateway);
  run = createAppTester(app);
});
afterAll(() => receiver.close());

const asBundle = ({ signature, body }: Received): Partial<Bundle> => ({
  rawRequest: {
    method: 'POST',
    headers: { 'Http-X-Svc-Signature': signature },
    content: body,
  },
  cleanedRequest: JSON.parse(body),
});

async function refusal(request: Promise<unknown>): Promise<Fields> {
  const error: Error = await request.then(
    () => Promise.reject(new Error('It was not refused.')),
    (reason) => reason,
  );
  const { status, content } = JSON.parse(error.message);
  return { status, ...JSON.parse(content) };
}

const arrived = (path: string, count: number): Promise<readonly Received[]> =>
  eventually(
    () => {
      expect(receiver.at(path).length).toBe(count);
      return receiver.at(path);
    },
    { within: 20_000 },
  );

let customers = 0;

async function createCustomer(api: Api): Promise<Fields> {
  customers += 1;
  const { body } = await api.post('customers', {
    customer_name: `Bakery ${customers}`,
    customer_email: `zap-${customers}@bakery.example`,
    customer_phone: `+1212555${2_000 + customers}`,
    default_sla_hours: 24,
  });
  const { customer_id } = body['data'] as { customer_id: number };
  return (await api.get(`customers?id=${customer_id}`)).body['data'] as Fields;
}

async function assignedJob(api: Api, locationId: number | undefined): Promise<Fields> {
  const id = await givenJob(api, locationId, 'The cooler is warm');
  await api.patch(`jobs?id=${id}`, { job_status: 'Assigned' });
  return (await api.get(`jobs?id=${id}`)).body['data'] as Fields;
}

const EVENTS = [
  {
    key: 'job_status_changed',
    event: 'job.status_changed',
    changed: { version: 2, previous: { status: 'Pending' } },
    change: assignedJob,
  },
  {
    key: 'customer_created',
    event: 'customer.created',
    changed: { version: 1, previous: {} },
    change: createCustomer,
  },
] as const;

describe('an app of zapier-platform-core', () => {
  it.each(EVENTS)('subscribes to $event, receives it and unsubscribes', async (each) => {
    const { key: trigger, event, changed, change } = each;
    const slug = `zapier-${trigger.replaceAll('_', '-')}`;
    const { api, ids, key } = await givenCompany(slug);
    const { operation } = app.triggers[trigger];
    const authData = { api_key: key };
    const [path, other] = [`/${slug}`, `/${slug}/other`];
    const subscribe = (to: string) =>
      run(operation.performSubscribe, { authData, targetUrl: receiver.urlOf(to) });

    const subscribeData = await subscribe(path);
    expect(subscribeData).toMatchObject({
      id: expect.any(Number),
      event,
      secret: expect.stringMatching(/^whsec_/),
    });

    const record = await change(api, ids.customer_locations['shop']);
    const [delivery] = await arrived(path, 1);
    const delivered = asBundle(delivery as Received);
    expect(await run(operation.perform, { ...delivered, subscribeData })).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: event,
        api_version: '2026-05-27',
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        source: `api_key:${ids.api_keys['full']?.id}`,
        data: { object: record, ...changed },
      },
    ]);

    const [sample] = await run(operation.performList, { authData });
    expect(sample).toMatchObject({ type: event, data: { object: record } });
    expect(Object.keys(sample as object)).toEqual(Object.keys(delivered.cleanedRequest));

    const subscribeOther = await subscribe(other);
    await expect(
      run(operation.perform, { ...delivered, subscribeData: subscribeOther }),
    ).rejects.toThrow('not signed');

    const unsubscribe = () => run(operation.performUnsubscribe, { authData, subscribeData });
    expect(await unsubscribe()).toMatchObject({ success: true, data: { id: subscribeData.id } });
    await change(api, ids.customer_locations['shop']);
    await arrived(other, 1);
    expect(receiver.at(path)).toHaveLength(1);
    expect(await fsmHere('webhook', 'deliveries', '--company', slug)).toHaveLength(2);

    expect(await refusal(unsubscribe())).toMatchObject({
      status: 404,
      success: false,
      error: 'not_found',
      request_id: expect.stringMatching(/^req_/),
    });
  });

  it('is told which scope its key lacks', async () => {
    await givenCompany('zapier-scopes');
    const { key } = await fsmHere<{ key: string }>(
      ...['key', 'create', '--company', 'zapier-scopes', '--name', 'Hooks'],
      ...['--scope', 'webhooks:manage'],
    );
    const { operation } = app.triggers.customer_created;
    const bundle = { authData: { api_key: key }, targetUrl: receiver.urlOf('/scopes') };
    const refused = { status: 403, success: false, error: 'insufficient_scope' };

    expect(await refusal(run(operation.performSubscribe, bundle))).toMatchObject(refused);
    expect(await refusal(run(operation.performList, bundle))).toMatchObject(refused);
    expect((await integrator(key).get('hooks.php')).body).toMatchObject({ data: [] });
  });

  it('is connected with a key that exists and no other', async () => {
    const { key } = await givenCompany('zapier-connection');
    const { test } = app.authentication ?? {};
    const connect = (api_key: string) => run(test as () => unknown, { authData: { api_key } });

    expect(await connect(key)).toMatchObject({ success: true });
    expect(await refusal(connect('svc_live_nobody'))).toMatchObject({
      status: 401,
      error: 'unauthorized',
    });
  });
});
