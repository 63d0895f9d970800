import {
  SCOPES,
  type EventType,
  type Feature,
  type KeyRights,
  type Plan,
  type Scope,
} from '@svc/contracts';
import { lockName } from '@svc/database';
import { newEventId } from '@svc/outbox';
import { eventually, expectWaitingForLocks, type ApiClient } from '@svc/testing';
import { randomBytes } from 'node:crypto';
import { followGateway } from '../src/consumers/gateway-events';
import { createSecretBox } from '../src/persistence/secret-box';
import { createUnitOfWork } from '../src/persistence/transaction';
import { followCompaniesAndKeys } from '../src/use-cases/follow-companies-and-keys';
import type { Receiver, Reply } from './receiver';
import { HOST, serviceWithReceiver, type Delivery, type TestService } from './service';

const PATH = '/api/v1/hooks.php';

let service: TestService;
let target: Receiver;
let url: string;
let keys = 100;
let version = 1;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver());
  url = `https://${HOST}:${target.port}/hook`;
  service.givenCustomer(1, 1);
  service.givenJob(1);
});
afterAll(() => service.close());
beforeEach(() => {
  target.received.length = 0;
  target.answer = () => ({ status: 200 });
});
afterEach(async () => {
  service.gateway.rights.clear();
  await service.db.query('delete from endpoints');
  await service.db.query('delete from companies');
});

interface Subscriber {
  readonly keyId: number;
  readonly hookId: number;
  readonly api: ApiClient;
}

async function givenSubscriber(event = 'customer.created'): Promise<Subscriber> {
  keys += 1;
  const api = service.api.as({ actor: `api_key:${keys}` });
  const { body } = await api.post<{ id: number }>(PATH, { target_url: url, event });
  return { keyId: keys, hookId: body.id, api };
}

const next = (): number => (version += 1);

async function keyHas(
  keyId: number,
  scopes: readonly Scope[],
  occurredAt = new Date(),
): Promise<void> {
  const announced = next();
  const change = { version: announced, occurredAt, data: { scopes } };
  await service.publish('key.changed', keyId, change);
  await heard('key_rights', 'key_id', keyId, announced);
}

async function companyHas(
  plan: Plan,
  occurredAt = new Date(),
  features?: readonly Feature[],
): Promise<void> {
  const announced = next();
  const data = { timezone: 'America/New_York', country: 'US', plan, features };
  await service.publish('company.changed', 1, { version: announced, occurredAt, data });
  await heard('companies', 'company_id', 1, announced);
}

const heard = (table: string, column: string, id: number, announced: number): Promise<void> =>
  eventually(async () => {
    const rows = await service.db.query(`select version from ${table} where ${column} = $1`, [id]);
    expect(rows).toEqual([{ version: announced }]);
  });

const without = (...scopes: Scope[]): Scope[] => SCOPES.filter((each) => !scopes.includes(each));

const scopesOf = (keyId: number): Promise<unknown> =>
  service.db.query('select scopes from key_rights where key_id = $1', [keyId]);

const statusOf = async ({ api }: Subscriber): Promise<unknown> =>
  (await api.get<{ data: { status: string }[] }>(PATH)).body.data[0]?.status;

const newest = (id: number, expected: object, within?: number): Promise<Delivery> =>
  eventually(
    async () => {
      const [delivery] = await service.deliveries(`?endpoint_id=${id}`);
      expect(delivery).toMatchObject(expected);
      return delivery as Delivery;
    },
    { within },
  );

const STOPPED = { status: 'failed', error: 'stopped', next_attempt_at: null };

describe('a subscription', () => {
  it.each<[string, string, Scope[]]>([
    ['webhooks:manage', 'customer.created', without('webhooks:manage')],
    ['the read scope of the event', 'customer.created', without('customers:read')],
    ['the read scope of jobs', 'job.created', without('jobs:read')],
    ['every scope', 'job.created', []],
    ['the read scope of assets', 'asset.created', without('assets:read')],
    // Writing implies reading.
    [
      'the read scope of items',
      'inventory.low_stock',
      without('inventory:read', 'inventory:write'),
    ],
    ['the read scope of technicians', 'technician.updated', without('technicians:read')],
  ])('gets nothing while its key lacks %s, and goes on by itself', async (_, event, scopes) => {
    const subscriber = await givenSubscriber(event);
    const announced = event === 'inventory.low_stock' ? 'stock.low' : event;
    const publish = () => service.publish(announced as EventType, 1);
    await publish();
    await newest(subscriber.hookId, { status: 'succeeded' });

    await keyHas(subscriber.keyId, scopes);
    expect(await statusOf(subscriber)).toBe('paused');
    const missed = await publish();
    await newest(subscriber.hookId, { event_id: missed, attempts: 0, ...STOPPED });

    await keyHas(subscriber.keyId, SCOPES);
    expect(await statusOf(subscriber)).toBe('on');
    const later = await publish();
    await newest(subscriber.hookId, { event_id: later, status: 'succeeded' });
    expect(target.received).toHaveLength(2);
    expect(target.received.map(({ headers }) => headers['x-svc-event-id'])).not.toContain(missed);
  });

  it('gets nothing of what was taken before its key lost the right, however late it is taken', async () => {
    const subscriber = await givenSubscriber();
    const other = await service.givenEndpoint(`${url}/other`, ['customer.created']);
    await service.db.query(`
      create function take_long() returns trigger language plpgsql as
        $$ begin perform pg_sleep(2.5); return null; end $$;
      create trigger take_long after update on pending_deliveries for each statement
        execute function take_long()`);
    const event_id = await service.publish('customer.created', 1);
    await eventually(async () => {
      const active = await service.db.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      );
      expect(active).not.toEqual([]);
    });

    await keyHas(subscriber.keyId, []);
    await service.db.query('drop function take_long cascade');

    await newest(subscriber.hookId, { event_id, attempts: 0, ...STOPPED });
    await newest(other.id, { event_id, status: 'succeeded', attempts: 1 });
    expect(target.received).toHaveLength(1);
  });

  it('gets nothing while its company lacks the API', async () => {
    const subscriber = await givenSubscriber();

    await companyHas('professional');
    expect(await statusOf(subscriber)).toBe('paused');
    const missed = await service.publish('customer.created', 1);
    await newest(subscriber.hookId, { event_id: missed, ...STOPPED });

    await companyHas('enterprise');
    const later = await service.publish('customer.created', 1);
    await newest(subscriber.hookId, { event_id: later, status: 'succeeded' });
    expect(target.received).toHaveLength(1);
  });

  describe('that was paused for a minute an hour ago', () => {
    const hourAgo = Date.now() - 3_600_000;
    const [before, lostAt, meanwhile, backAt] = [0, 60_000, 90_000, 120_000].map(
      (laterMs) => new Date(hourAgo + laterMs),
    ) as [Date, Date, Date, Date];
    const happened = (occurredAt: Date, event: EventType = 'customer.created') =>
      service.publish(event, 1, { occurredAt });

    const PAUSES: [string, (keyId: number) => Promise<void>][] = [
      [
        'lacked webhooks:manage',
        async (keyId) => {
          await keyHas(keyId, without('webhooks:manage'), lostAt);
          await keyHas(keyId, SCOPES, backAt);
        },
      ],
      [
        'lacked the read scope of the event',
        async (keyId) => {
          await keyHas(keyId, without('customers:read'), lostAt);
          await keyHas(keyId, SCOPES, backAt);
        },
      ],
      [
        'lacked it while other scopes came and went',
        async (keyId) => {
          await keyHas(keyId, without('customers:read'), lostAt);
          await keyHas(keyId, [], lostAt);
          await keyHas(keyId, without('jobs:read'), backAt);
          await keyHas(keyId, SCOPES);
        },
      ],
      [
        'was of a company that lacked the API',
        async () => {
          await companyHas('professional', lostAt);
          await companyHas('enterprise', backAt);
        },
      ],
    ];

    it.each(PAUSES)(
      'as its key %s, does not get what happened then and is heard of late',
      async (_, pause) => {
        const { keyId, hookId } = await givenSubscriber();
        await pause(keyId);

        const missed = await happened(meanwhile);
        const { id } = await newest(hookId, { event_id: missed, attempts: 0, ...STOPPED });
        // A queued delivery would be logged as given up.
        expect(service.logged.filter((line) => line.includes(id))).toEqual([]);

        for (const time of [before, backAt, new Date()]) {
          const event_id = await happened(time);
          await newest(hookId, { event_id, status: 'succeeded' });
        }
        expect(target.received).toHaveLength(3);
      },
    );

    it('for lack of another scope gets what happened then', async () => {
      const { keyId, hookId } = await givenSubscriber('job.created');
      await keyHas(keyId, without('customers:read'), lostAt);
      await keyHas(keyId, SCOPES, backAt);

      await happened(meanwhile, 'job.created');

      await newest(hookId, { status: 'succeeded' });
    });

    it('is not sent again what happened then and was queued before that was known', async () => {
      const { keyId, hookId } = await givenSubscriber();
      let refuse: (reply: Reply) => void = () => undefined;
      target.answer = () => new Promise((resolve) => (refuse = resolve));
      const missed = await happened(meanwhile);
      await eventually(() => expect(target.received.length).toBe(1));
      target.answer = () => ({ status: 200 });

      await keyHas(keyId, [], lostAt);
      await keyHas(keyId, SCOPES, backAt);
      refuse({ status: 503 });

      await newest(hookId, { event_id: missed, attempts: 1, ...STOPPED });
      const event_id = await happened(new Date());
      await newest(hookId, { event_id, status: 'succeeded' });
      expect(target.received).toHaveLength(2);
    });
  });

  it('is never sent again what it missed, however often its rights come and go after that', async () => {
    const { keyId, hookId } = await givenSubscriber();
    await keyHas(keyId, []);
    const missed = await service.publish('customer.created', 1);
    const { id: delivery_id } = await newest(hookId, { event_id: missed, ...STOPPED });
    for (const scopes of [SCOPES, [], SCOPES]) await keyHas(keyId, scopes);

    const again = await service.admin.post('/admin/deliveries/resend', { delivery_id });
    const since = new Date(Date.now() - 60_000).toISOString();
    const all = await service.admin.post('/admin/deliveries/resend-failed', {
      since,
      endpoint_id: hookId,
    });
    const later = await service.publish('customer.created', 1);
    await newest(hookId, { event_id: later, status: 'succeeded' });

    expect(again).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expect(all).toMatchObject({ status: 200, body: { data: { resent: 0 } } });
    const { body } = await service.admin.get(`/admin/delivery?id=${delivery_id}`);
    expect(body).toMatchObject({ data: { attempts: 0, ...STOPPED } });
    expect(target.received.map(({ headers }) => headers['x-svc-event-id'])).toEqual([later]);
  });

  it('is sent by hand what happened before its rights were lost and was heard of after', async () => {
    const { keyId, hookId } = await givenSubscriber();
    await keyHas(keyId, []);
    const occurredAt = new Date(Date.now() - 60_000);
    const event_id = await service.publish('customer.created', 1, { occurredAt });
    const { id: delivery_id } = await newest(hookId, { event_id, attempts: 0, ...STOPPED });
    await keyHas(keyId, SCOPES);

    const again = await service.admin.post('/admin/deliveries/resend', { delivery_id });

    expect(again.status).toBe(200);
    await newest(hookId, { event_id, status: 'succeeded' });
  });

  it('without its rights has nothing queued that the sender would have to stop', async () => {
    const subscriber = await givenSubscriber();
    await keyHas(subscriber.keyId, []);
    const before = service.logged.length;

    const missed = await service.publish('customer.created', 1);
    const { id } = await newest(subscriber.hookId, { event_id: missed, ...STOPPED });

    const said = service.logged.slice(before);
    expect(said.filter((line) => line.includes(id))).toEqual([]);
  });

  it('needs no scope but these two', async () => {
    const subscriber = await givenSubscriber();

    await keyHas(subscriber.keyId, ['webhooks:manage', 'customers:read']);

    await service.publish('customer.created', 1);
    await newest(subscriber.hookId, { status: 'succeeded' });
  });

  it('follows what was changed last, in whatever order that is told', async () => {
    const subscriber = await givenSubscriber();
    const older = next();
    await keyHas(subscriber.keyId, []);

    await service.publish('key.changed', subscriber.keyId, {
      version: older,
      data: { scopes: SCOPES },
    });
    // A later announcement shows that the first has arrived.
    await companyHas('enterprise');

    expect(await statusOf(subscriber)).toBe('paused');
  });

  it("is not given back its rights by a call that was older than the key's change", async () => {
    const subscriber = await givenSubscriber();
    await keyHas(subscriber.keyId, []);

    await subscriber.api.post(PATH, { target_url: url, event: 'job.created' });

    expect(await statusOf(subscriber)).toBe('paused');
  });

  it('that is paused is shown as off in the dashboard, and nothing can be sent to it again', async () => {
    const { keyId, hookId } = await givenSubscriber();
    await service.publish('customer.created', 1);
    const { id: delivery_id } = await newest(hookId, { status: 'succeeded' });
    await keyHas(keyId, []);

    const { body } = await service.admin.get<{ data: object[] }>('/admin/endpoints');
    const again = await service.admin.post('/admin/deliveries/resend', { delivery_id });

    expect(body.data).toMatchObject([{ id: hookId, status: 'off', managed_by: 'api' }]);
    expect(again).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expect(target.received).toHaveLength(1);
  });
});

describe('what was changed and is not announced yet', () => {
  it.each<[string, Partial<KeyRights> | null]>([
    ['the key is revoked', null],
    ['the key lacks webhooks:manage', { scopes: without('webhooks:manage') }],
    ['the key lacks the read scope of the event', { scopes: without('customers:read') }],
    ['the company lacks the API', { plan: 'professional' }],
    ['the key opens the records of another company', { company_id: 2 }],
  ])('holds for what is sent: %s', async (_, rights) => {
    const { keyId, hookId } = await givenSubscriber();
    service.gateway.rights.set(keyId, rights);

    const event_id = await service.publish('customer.created', 1);

    await newest(hookId, { event_id, attempts: 0, ...STOPPED });
    expect(target.received).toEqual([]);
  });

  it('holds for the feature of the event, too', async () => {
    const { keyId, hookId } = await givenSubscriber('inventory.stock_changed');
    service.gateway.rights.set(keyId, { features: [] });

    const event_id = await service.publish('stock.changed', 1);

    await newest(hookId, { event_id, attempts: 0, ...STOPPED });
    expect(target.received).toEqual([]);
  });
});

it('the gateway is asked once about all that was claimed together, and again after two seconds', async () => {
  const subscribers = [await givenSubscriber(), await givenSubscriber(), await givenSubscriber()];
  const before = service.gateway.asked();
  await service.publish('customer.created', 1);
  await eventually(() => expect(target.received.length).toBe(subscribers.length));
  const first = service.gateway.asked() - before;
  const askedAt = performance.now();

  await eventually(
    async () => {
      const events = target.received.length;
      await service.publish('customer.created', 1);
      await eventually(() => expect(target.received.length).toBe(events + subscribers.length));
      expect(service.gateway.asked()).toBeGreaterThan(before + first);
    },
    { within: 10_000 },
  );

  expect(first).toBeLessThan(subscribers.length);
  expect(performance.now() - askedAt).toBeGreaterThan(1_500);
});

it("an endpoint of the dashboard needs no key, and not the API's plan", async () => {
  const { id } = await service.givenEndpoint(url, ['customer.created']);

  await companyHas('starter');
  await service.publish('customer.created', 1);

  await newest(id, { status: 'succeeded' });
});

describe('while the company lacks the feature', () => {
  const has = (...features: Feature[]) => companyHas('enterprise', new Date(), features);
  const BOTH = ['inventory.stock_changed', 'customer.created'];

  it('nobody gets its events, whoever manages the endpoint, and all others', async () => {
    const subscriber = await givenSubscriber('inventory.stock_changed');
    const { id } = await service.givenEndpoint(url, BOTH);
    await has();

    expect(await statusOf(subscriber)).toBe('paused');
    const missed = await service.publish('stock.changed', 1);
    const stopped = [
      await newest(subscriber.hookId, { event_id: missed, attempts: 0, ...STOPPED }),
      await newest(id, { event_id: missed, attempts: 0, ...STOPPED }),
    ];
    const other = await service.publish('customer.created', 1);
    await newest(id, { event_id: other, status: 'succeeded' });

    await has('inventory');
    expect(await statusOf(subscriber)).toBe('on');
    for (const { id: delivery_id } of stopped) {
      const again = await service.admin.post('/admin/deliveries/resend', { delivery_id });
      expect(again.status).toBe(200);
    }
    await eventually(() => expect(target.received.length).toBe(3));
    const later = await service.publish('stock.changed', 1);
    await newest(subscriber.hookId, { event_id: later, status: 'succeeded' });
    await newest(id, { event_id: later, status: 'succeeded' });
    expect(target.received).toHaveLength(5);
  });

  it('what waits for it is not sent any more, also to a listener', async () => {
    const { id } = await service.givenEndpoint(url, BOTH);
    const { body: listener } = await service.admin.post<{ data: { id: number } }>(
      '/admin/listeners',
      { url: 'http://localhost:4000/', events: BOTH },
    );
    let refuse: (reply: Reply) => void = () => undefined;
    target.answer = () => new Promise((resolve) => (refuse = resolve));
    await service.publish('stock.changed', 1);
    await eventually(() => expect(target.received.length).toBe(1));
    await newest(listener.data.id, { status: 'pending' });

    await has();
    refuse({ status: 503 });

    await newest(id, { attempts: 1, ...STOPPED });
    const taken = await service.admin.post(`/admin/listeners/${listener.data.id}/take`);
    expect(taken.body).toMatchObject({ data: [] });
    await newest(listener.data.id, { attempts: 0, ...STOPPED });
    expect(target.received).toHaveLength(1);
  });

  it('its events are neither subscribed to nor shown', async () => {
    keys += 1;
    const api = service.api.as({ actor: `api_key:${keys}` });
    await has();
    const subscribe = (event: string) => api.post(PATH, { target_url: url, event });
    const refused = {
      status: 403,
      body: {
        error: 'feature_not_available',
        message: 'The company does not have the feature inventory.',
      },
    };

    expect(await subscribe('inventory.low_stock')).toMatchObject(refused);
    expect(await api.get(`${PATH}?action=sample&event=inventory.low_stock`)).toMatchObject(refused);
    expect((await subscribe('asset.created')).status).toBe(201);

    await has('inventory');
    expect((await subscribe('inventory.low_stock')).status).toBe(201);
  });
});

it('what waits when the rights are lost is not sent any more', async () => {
  const { keyId, hookId } = await givenSubscriber();
  let refuse: (reply: Reply) => void = () => undefined;
  target.answer = () => new Promise((resolve) => (refuse = resolve));
  await service.publish('customer.created', 1);
  await eventually(() => expect(target.received.length).toBe(1));

  await keyHas(keyId, ['webhooks:manage']);
  refuse({ status: 503 });

  await newest(hookId, { attempts: 1, ...STOPPED });
  expect(target.received).toHaveLength(1);
  expect(await service.db.query('select from pending_deliveries')).toEqual([]);
});

it('forgets the rights of a revoked key for ever', async () => {
  const { keyId } = await givenSubscriber();

  await service.publish('key.revoked', keyId, { version: next() });

  await eventually(async () => expect(await scopesOf(keyId)).toEqual([{ scopes: null }]));
  const api = service.api.as({ actor: `api_key:${keyId}` });
  const { status } = await api.post(PATH, { target_url: url, event: 'job.created' });
  expect(status).toBe(401);
});

it('removes the subscriptions of a revoked key whatever is being done with what waits for them, and gives that up', async () => {
  const { keyId, hookId } = await givenSubscriber();
  service.gateway.isUp = false;
  const waiting = await service.publish('customer.created', 1);
  await newest(hookId, { event_id: waiting, status: 'pending' });
  const settling = service.db.createQueryRunner();
  await settling.startTransaction();
  await settling.query('select from pending_deliveries where endpoint_id = $1 for update', [
    hookId,
  ]);

  await service.publish('key.revoked', keyId, { version: next() });
  await eventually(async () =>
    expect(await service.db.query('select from endpoints where id = $1', [hookId])).toEqual([]),
  );

  await settling.commitTransaction();
  await settling.release();
  await newest(hookId, { event_id: waiting, ...STOPPED }, 15_000);
  service.gateway.isUp = true;
}, 30_000);

it('of a key that subscribes meanwhile are changed without a deadlock', async () => {
  const { keyId } = await givenSubscriber();
  const change = (type: 'key.changed' | 'key.revoked') => ({
    id: newEventId(),
    type,
    source: 'gateway' as const,
    companyId: 1,
    recordId: keyId,
    version: next(),
    occurredAt: new Date(),
    actor: 'ui',
    data: { mode: 'live', scopes: [] },
  });
  const subscribing = service.db.createQueryRunner();
  await subscribing.startTransaction();
  await lockName(subscribing.manager, 'subscriptions of company 1');

  const box = createSecretBox([randomBytes(32)]);
  const follow = followGateway({ followCompaniesAndKeys: followCompaniesAndKeys() });
  const changed = service.db.transaction((tx) =>
    follow(createUnitOfWork(tx, box), [change('key.changed'), change('key.revoked')]),
  );
  await expectWaitingForLocks(service.db, 1);
  await subscribing.query(`update companies set zone = 'UTC' where company_id = 1`);

  await subscribing.commitTransaction();
  await subscribing.release();
  await changed;
  expect(await scopesOf(keyId)).toEqual([{ scopes: null }]);
});

it('a key that the gateway has announced has its rights before it subscribes', async () => {
  keys += 1;
  await service.publish('key.created', keys, {
    version: next(),
    data: { scopes: ['webhooks:manage', 'customers:read'] },
  });

  await eventually(async () =>
    expect(await scopesOf(keys)).toEqual([{ scopes: ['customers:read', 'webhooks:manage'] }]),
  );
});
