import { INTERNAL_IDEMPOTENCY_KEY_HEADER, SCOPES, type Scope } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { expectDocumented } from './documented';
import type { Receiver } from './receiver';
import { HOST, serviceWithReceiver, type TestService } from './service';

const PATH = '/api/v1/hooks.php';

let service: TestService;
let target: Receiver;

beforeAll(async () => {
  ({ service, target } = await serviceWithReceiver({ gapsMs: [] }));
  for (let id = 1; id <= 9; id += 1) service.givenJob(id, { job_title: `Job ${id}` });
  service.givenCustomer(1, 1);
});
afterAll(() => service.close());

interface Page {
  readonly data: readonly { readonly id: string; readonly data: { readonly object: object } }[];
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string };
}

let keys = 800;
async function subscribed(
  events: readonly string[] = ['job.created', 'customer.created'],
  settings: object = {},
) {
  keys += 1;
  const keyId = keys;
  const actor = `api_key:${keyId}`;
  const api = service.api.as({ actor });
  const subscribe = async (body: object = { delivery: 'pull', events, ...settings }) => {
    const { status, body: answer } = await api.post<{ id: number }>(PATH, body);
    expectDocumented('subscribeHook', status, answer);
    return { ...answer, status };
  };
  const subscription = await subscribe();
  const pull = async (cursor = '', wait = 0, by = api): Promise<Page> => {
    const path = `${PATH}?action=events&id=${subscription.id}&cursor=${cursor}&wait=${wait}`;
    const { status, body } = await by.get<Page>(path);
    expectDocumented('pullEvents', status, body);
    expect(status).toBe(200);
    return body;
  };
  return {
    ...subscription,
    keyId,
    api,
    subscribe,
    pull,
    withScopes: (scopes: readonly Scope[]) => service.api.as({ actor, scopes }),
    idsAfter: async (cursor = '') => (await pull(cursor)).data.map(({ id }) => id),
  };
}

const arrived = (subscription: { readonly id: number }, count: number): Promise<void> =>
  eventually(async () => {
    const rows = await service.db.query('select from pulled_events where endpoint_id = $1', [
      subscription.id,
    ]);
    expect(rows).toHaveLength(count);
  });

it('a subscription without an address keeps its events, and sends nothing', async () => {
  const pulling = await subscribed();
  const { api, id } = pulling;

  expect(pulling).toMatchObject({
    status: 201,
    data: {
      id,
      event: 'customer.created',
      delivery: 'pull',
      events: ['customer.created', 'job.created'],
      target_url: `${PATH}?action=events&id=${id}`,
    },
  });
  expect(JSON.stringify(pulling)).not.toContain('secret');
  const again = { delivery: 'pull', events: ['job.created', 'customer.created'] };
  expect(await pulling.subscribe(again)).toMatchObject({ status: 200, id });
  expect((await api.get<{ data: object[] }>(PATH)).body.data).toHaveLength(1);

  await service.publish('job.created', 1);
  await eventually(async () => expect(await pulling.idsAfter()).toHaveLength(1));
  const deliveries = await api.get<{ data: object[] }>(`${PATH}?action=deliveries&id=${id}`);
  expect(deliveries.body.data).toEqual([]);
  for (const action of ['ping', 'rotate_secret']) {
    const { status, body } = await api.post(`${PATH}?action=${action}&id=${id}`);
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'id' }] }]);
  }
});

it('no secret is made, and a repetition of the very request is answered as it was', async () => {
  const { api, id } = await subscribed();
  const asked = { delivery: 'pull', events: ['job.completed'] };
  const headers = { [INTERNAL_IDEMPOTENCY_KEY_HEADER]: 'one' };
  const first = await api.send('POST', PATH, asked, headers);

  const again = await api.send('POST', PATH, asked, headers);
  const other = await api.post(PATH, asked);

  expect(first.status).toBe(201);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(other.status).toBe(200);
  expect(await service.db.query('select secret from endpoints where id = $1', [id])).toEqual([
    { secret: null },
  ]);
});

it('bodies are those of a delivery, in order of arrival, and a cursor says what was read', async () => {
  const pulling = await subscribed(['job.created']);
  const url = `https://${HOST}:${target.port}/pushed`;
  await pulling.subscribe({ target_url: url, event: 'job.created' });
  const ids: string[] = [];
  for (const id of [3, 1, 2]) {
    ids.push(await service.publish('job.created', id));
    await arrived(pulling, ids.length);
  }
  await eventually(async () => expect(await pulling.idsAfter()).toEqual(ids));

  const page = await pulling.pull();
  await eventually(() => expect(target.received).toHaveLength(3));
  const pushed = target.received.map(({ body }) => JSON.parse(body) as { id: string });
  expect(page.data).toEqual(ids.map((id) => pushed.find((body) => body.id === id)));
  expect(page.pagination).toMatchObject({ per_page: 100, has_more: false });

  const { next_cursor: cursor } = page.pagination;
  expect(await pulling.idsAfter(cursor)).toEqual([]);
  const next = await service.publish('job.created', 4);
  await eventually(async () => expect(await pulling.idsAfter(cursor)).toEqual([next]));
  // A repeated event is none that arrives.
  await service.publishAgain(next);
  const last = await service.publish('job.created', 5);
  await eventually(async () => expect(await pulling.idsAfter(cursor)).toEqual([next, last]));
});

it('an event whose transaction commits late is not skipped', async () => {
  const pulling = await subscribed(['job.created']);
  const first = await service.publish('job.created', 1);
  await eventually(async () => expect(await pulling.idsAfter()).toEqual([first]));
  const { next_cursor: cursor } = (await pulling.pull()).pagination;
  const late = service.db.createQueryRunner();
  await late.startTransaction();
  await late.query(
    `insert into pulled_events (day, company_id, endpoint_id, event_id, event_type, occurred_at,
       arrived_at)
     select day, company_id, endpoint_id, event_id, 'job.updated', occurred_at, arrived_at
     from pulled_events where endpoint_id = $1`,
    [pulling.id],
  );

  const second = await service.publish('job.created', 2);
  await arrived(pulling, 2);
  const before = await pulling.pull(cursor);
  await late.query(`update pulled_events set event_type = 'job.created', event_id = event_id || '2'
    where event_type = 'job.updated'`);
  await late.query(
    `insert into events select day, company_id, id || '2', type, record_id, version, occurred_at,
       source, trace, previous, object from events where id = $1`,
    [first],
  );
  await late.commitTransaction();
  await late.release();

  expect(before.data).toEqual([]);
  await eventually(async () =>
    expect(await pulling.idsAfter(before.pagination.next_cursor)).toEqual([`${first}2`, second]),
  );
});

it('a page ends before its bodies are 4 MiB', async () => {
  const pulling = await subscribed(['job.created']);
  for (let id = 31; id <= 35; id += 1) {
    service.givenJob(id, { job_description: 'x'.repeat(1_900_000) });
    await service.publish('job.created', id);
    await arrived(pulling, id - 30);
  }

  const sizes: number[] = [];
  const ids = new Set<string>();
  for (let cursor = '', hasMore = true; hasMore;) {
    const { data, pagination } = await pulling.pull(cursor);
    sizes.push(data.length);
    for (const { id } of data) ids.add(id);
    ({ has_more: hasMore, next_cursor: cursor } = pagination);
  }

  expect([sizes, ids.size]).toEqual([[2, 2, 1], 5]);
});

it('100 are a page', async () => {
  const pulling = await subscribed(['job.created']);
  const published: string[] = [];
  for (let n = 0; n < 103; n += 1) published.push(await service.publish('job.created', 1));
  await arrived(pulling, 103);

  const first = await eventually(async () => {
    const page = await pulling.pull();
    expect(page.data).toHaveLength(100);
    return page;
  });
  expect(first.pagination.has_more).toBe(true);
  const rest = await pulling.idsAfter(first.pagination.next_cursor);
  expect([...first.data.map(({ id }) => id), ...rest].sort()).toEqual(published.sort());
});

describe('a read that waits', () => {
  it('is answered when an event arrives, and holds no connection meanwhile', async () => {
    const pulling = await subscribed(['job.created']);
    const { next_cursor: cursor } = (await pulling.pull()).pagination;
    const startedMs = performance.now();
    const waiting = pulling.pull(cursor, 20);
    const pool = Reflect.get(service.db.driver, 'master') as Record<string, number>;
    await eventually(() => expect(pool['idleCount']).toBe(pool['totalCount']));
    const others = Array.from({ length: 8 }, () => service.db.query('select pg_sleep(0.01)'));
    await Promise.all(others);

    const id = await service.publish('job.created', 1);

    expect((await waiting).data.map((each) => each.id)).toEqual([id]);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it('is answered without any in time, also when more wait than may', async () => {
    const pulling = await subscribed(['job.created']);
    const startedMs = performance.now();

    const pages = await Promise.all(Array.from({ length: 20 }, () => pulling.pull('', 1)));

    expect(pages.map(({ data }) => data)).toEqual(Array(20).fill([]));
    expect(performance.now() - startedMs).toBeGreaterThan(900);
  });

  it('waits again for an event that it does not want', async () => {
    const pulling = await subscribed(['job.created'], {
      conditions: [{ field: 'data.object.job_title', in: ['Job 2'] }],
    });
    const waiting = pulling.pull('', 20);

    await service.publish('job.created', 1);
    const wanted = await service.publish('job.created', 2);

    const page = await waiting;
    expect(page.data.map(({ id }) => id)).toEqual([wanted]);
    expect(await pulling.idsAfter(page.pagination.next_cursor)).toEqual([]);
  });
});

describe('rights', () => {
  const without = (scope: Scope): Scope[] => SCOPES.filter((each) => each !== scope);

  it('that a key lacks now leave out the events that need them', async () => {
    const pulling = await subscribed();
    const job = await service.publish('job.created', 1);
    const customer = await service.publish('customer.created', 1);
    await eventually(async () => expect(await pulling.idsAfter()).toHaveLength(2));

    const page = await pulling.pull('', 0, pulling.withScopes(without('jobs:read')));

    expect(page.data.map(({ id }) => id)).toEqual([customer]);
    expect((await pulling.idsAfter()).sort()).toEqual([customer, job].sort());
  });

  it('that it lacked when an event happened leave it out for ever', async () => {
    const pulling = await subscribed();
    const { keyId, api } = pulling;
    const keyHas = async (version: number, scopes: readonly Scope[], occurredAt: Date) => {
      await service.publish('key.changed', keyId, { version, occurredAt, data: { scopes } });
      await eventually(async () =>
        expect(
          await service.db.query('select version from key_rights where key_id = $1', [keyId]),
        ).toEqual([{ version }]),
      );
    };
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const status = async () =>
      (await api.get<{ data: { status: string }[] }>(PATH)).body.data[0]?.status;
    const kept = await service.publish('job.created', 1, { occurredAt: ago(60) });
    // It arrives before the loss of the right is known.
    await service.publish('job.created', 2, { occurredAt: ago(30) });
    await arrived(pulling, 2);

    await keyHas(2, without('jobs:read'), ago(40));
    expect(await status()).toBe('paused');
    await service.publish('job.created', 3);
    const customer = await service.publish('customer.created', 1);
    await arrived(pulling, 3);
    await keyHas(3, SCOPES, new Date());

    expect(await status()).toBe('on');
    await eventually(async () => expect(await pulling.idsAfter()).toEqual([kept, customer]));
  });

  it('are of the own key, and of events that are pulled', async () => {
    const pulling = await subscribed();
    const other = await subscribed();
    const { api } = other;
    const missing = { status: 404, body: { error: 'not_found' } };
    expect(await api.get(`${PATH}?action=events&id=${pulling.id}`)).toMatchObject(missing);

    const url = `https://${HOST}:${target.port}/sent`;
    const sent = await other.subscribe({ target_url: url, event: 'job.created' });
    const refused = { status: 400, body: { error: 'validation_failed' } };
    expect(await api.get(`${PATH}?action=events&id=${sent.id}`)).toMatchObject(refused);
    const { next_cursor: cursor } = (await pulling.pull()).pagination;
    const elsewhere = `${PATH}?action=events&id=${other.id}&cursor=${cursor}`;
    expect(await api.get(elsewhere)).toMatchObject(refused);
    const blind = other.withScopes(without('jobs:read'));
    expect(await blind.post(PATH, { delivery: 'pull', events: ['job.created'] })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
  });

  it.each([
    [{ delivery: 'pull' }, 'events'],
    [{ delivery: 'pull', events: [] }, 'events'],
    [{ delivery: 'pull', events: ['invoice.paid'] }, 'events.0'],
    [{ delivery: 'pull', events: ['job.created', 'job.created'] }, 'events.1'],
    [{ delivery: 'pull', events: ['job.created'], event: 'job.created' }, 'event'],
    [{ delivery: 'pull', events: ['job.created'], target_url: `https://${HOST}/` }, 'target_url'],
    [
      { delivery: 'pull', events: ['job.created'], headers: [{ name: 'X-A', value: 'x' }] },
      'headers',
    ],
  ])('refuses %j', async (body, field) => {
    const { api } = await subscribed();
    expect(await api.post(PATH, body)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });
});
