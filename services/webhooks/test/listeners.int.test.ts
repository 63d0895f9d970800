import { randomBytes } from 'node:crypto';
import { WEBHOOK_EVENTS } from '@svc/contracts';
import { eventually } from '@svc/testing';
import Stripe from 'stripe';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import { createSecretBox } from '../src/persistence/secret-box';
import { createTransact } from '../src/persistence/transaction';
import { endAbandonedListeners } from '../src/use-cases/listeners';
import { HOST, testService, type Delivery, type TestService } from './service';

const FORWARD_TO = 'http://localhost:4000/hook';
/** Nobody listens there. */
const OTHER = `https://${HOST}:65535/other`;
const PATH = '/admin/listeners';

let service: TestService;

beforeAll(async () => {
  service = await testService();
  service.givenJob(5, { job_title: 'Fix' });
});
afterAll(() => service.close());
afterEach(async () => {
  await service.db.query('delete from endpoints');
});

interface Listener {
  readonly id: number;
  readonly secret: string;
}

interface Taken {
  readonly delivery_id: string;
  readonly attempt_id: string;
  readonly attempt: number;
  readonly event_id: string;
  readonly request_headers: readonly { readonly name: string; readonly value: string }[];
  readonly request_body: string;
}

async function givenListener(details: object = {}): Promise<Listener> {
  const { status, body } = await service.admin.post<{ data: Listener }>(PATH, {
    url: FORWARD_TO,
    ...details,
  });
  expect(status).toBe(201);
  return body.data;
}

const take = async ({ id }: Listener): Promise<readonly Taken[]> =>
  (await service.admin.post<{ data: Taken[] }>(`${PATH}/${id}/take`)).body.data;

const next = (listener: Listener): Promise<Taken> =>
  eventually(async () => {
    await service.admin.get(`${PATH}/${listener.id}/news`);
    const [taken] = await take(listener);
    expect(taken).toBeDefined();
    return taken as Taken;
  });

const headersOf = ({ request_headers: headers }: Taken): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.map(({ name, value }) => [name, value]));

function say({ id }: Pick<Listener, 'id'>, taken: Taken, outcome: object) {
  const { delivery_id, attempt_id, request_headers, request_body } = taken;
  return service.admin.post<{ data: Delivery }>(`${PATH}/${id}/attempts`, {
    delivery_id,
    attempt_id,
    request_headers,
    request_body,
    started_at: '2026-03-02T12:00:00.000Z',
    duration_ms: 12,
    response_code: null,
    error: null,
    retry_after_seconds: null,
    response_body: null,
    ...outcome,
  });
}

async function report(listener: Listener, taken: Taken, outcome: object): Promise<Delivery> {
  const { status, body } = await say(listener, taken, outcome);
  expect(status).toBe(200);
  return body.data;
}

const deliveriesTo = ({ id }: Listener) => service.deliveries(`?endpoint_id=${id}`);

const announced = (): Promise<{ type: string }[]> =>
  service.db.query(`select type from outbox where type like 'webhook.%'`);

it('hands a delivery out signed, and records what its receiver answered', async () => {
  const listener = await givenListener({ events: ['job.created'] });
  const eventId = await service.publish('job.created', 5);

  const taken = await next(listener);

  const headers = headersOf(taken);
  expect(headers).toMatchObject({
    'x-svc-event-id': eventId,
    'x-svc-event-type': 'job.created',
    'x-svc-delivery-id': taken.attempt_id,
    'x-svc-mode': 'live',
  });
  const signature = String(headers['x-svc-signature']);
  new Stripe('sk_test_unused').webhooks.constructEvent(
    taken.request_body,
    signature,
    listener.secret,
  );
  expect(JSON.parse(taken.request_body)).toMatchObject({
    id: eventId,
    data: { object: { job_title: 'Fix' } },
  });
  expect(taken).toMatchObject({ attempt: 1, event_id: eventId, event: 'job.created' });

  expect(await report(listener, taken, { response_code: 200, response_body: 'ok' })).toMatchObject({
    id: taken.delivery_id,
    status: 'succeeded',
    attempts: 1,
    response_code: 200,
  });
  const logged = await service.admin.get(`/admin/delivery?id=${taken.attempt_id}`);
  expect(logged.body).toMatchObject({
    data: {
      id: taken.delivery_id,
      attempt_log: [
        {
          id: taken.attempt_id,
          number: 1,
          duration_ms: 12,
          request_headers: taken.request_headers,
          request_body: taken.request_body,
          response_body: 'ok',
        },
      ],
    },
  });
  expect(await take(listener)).toEqual([]);

  await service.admin.post('/admin/deliveries/resend', { delivery_id: taken.delivery_id });
  expect(await next(listener)).toMatchObject({
    delivery_id: taken.delivery_id,
    event_id: eventId,
    attempt: 2,
  });
});

it('hands it out again after the gap when its receiver fails, and tells nobody of that', async () => {
  const listener = await givenListener({ events: ['job.created'] });
  for (let failed = 0; failed < 6; failed += 1) {
    await service.publish('job.created', 5);
    const first = await next(listener);
    expect(await report(listener, first, { error: 'unreachable' })).toMatchObject({
      status: 'retrying',
      error: 'unreachable',
    });

    const second = await next(listener);

    expect(second).toMatchObject({ delivery_id: first.delivery_id, attempt: 2 });
    expect(headersOf(second)['x-svc-event-id']).toBe(first.event_id);
    const gone = failed === 0 ? 410 : 400;
    expect(await report(listener, second, { response_code: gone })).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: `http_${gone}`,
    });
  }

  expect(await announced()).toEqual([]);
  await service.publish('job.created', 5);
  await next(listener);
});

it('counts an attempt once, however often it is reported', async () => {
  const listener = await givenListener({ events: ['job.created'] });
  await service.publish('job.created', 5);
  const taken = await next(listener);

  await report(listener, taken, { response_code: 200 });

  const late = { ...taken, attempt_id: createDeliveryId() };
  expect(await report(listener, late, { response_code: 500 })).toMatchObject({
    status: 'succeeded',
    attempts: 1,
  });
});

it('says nothing of what is sent to others: endpoints, other listeners, those that have ended', async () => {
  const [listener, another] = [
    await givenListener({ events: ['job.created'] }),
    await givenListener({ events: ['job.updated'] }),
  ];
  const { id } = await service.givenEndpoint(OTHER, ['job.created']);
  await service.publish('job.created', 5);
  const taken = await next(listener);
  const sent = await eventually(async () => {
    const [delivery] = await service.deliveries(`?endpoint_id=${id}`);
    expect(delivery).toBeDefined();
    return delivery;
  });
  const delivered = { response_code: 200 };
  const others = { ...taken, delivery_id: String(sent?.id), attempt_id: createDeliveryId() };

  for (const endpoint of [{ id }, listener, another]) {
    expect((await say(endpoint, others, delivered)).status).toBe(404);
  }
  expect((await say(another, taken, delivered)).status).toBe(404);
  expect((await service.deliveries(`?endpoint_id=${id}`))[0]?.status).not.toBe('succeeded');
  expect(await deliveriesTo(listener)).toMatchObject([{ status: 'pending', attempts: 0 }]);

  await service.admin.send('DELETE', `${PATH}/${listener.id}`);
  expect((await say(listener, taken, delivered)).status).toBe(404);
});

it('gives each of two listeners its own events, all of them unless some are named', async () => {
  const [all, some] = [await givenListener(), await givenListener({ events: ['job.created'] })];
  await service.publish('job.updated', 5);
  await service.publish('job.created', 5);

  const types = async (listener: Listener, count: number): Promise<string[]> => {
    const found: string[] = [];
    await eventually(async () => {
      for (const taken of await take(listener)) {
        found.push(String(headersOf(taken)['x-svc-event-type']));
      }
      expect(found.length).toBe(count);
    });
    return found.sort();
  };
  expect(await types(all, 2)).toEqual(['job.created', 'job.updated']);
  expect(await types(some, 1)).toEqual(['job.created']);
  const [row] = await service.db.query('select events from endpoints where id = $1', [all.id]);
  expect(row).toEqual({ events: [...WEBHOOK_EVENTS] });
});

it('ends with what it has not taken, and then answers 404', async () => {
  const listener = await givenListener({ events: ['job.created'] });
  await service.publish('job.created', 5);
  await eventually(async () => expect((await deliveriesTo(listener)).length).toBe(1));

  const waiting = service.admin.get(`${PATH}/${listener.id}/news`);
  const { status } = await service.admin.send('DELETE', `${PATH}/${listener.id}`);

  expect(status).toBe(200);
  await waiting;
  expect(await deliveriesTo(listener)).toMatchObject([{ status: 'failed', error: 'stopped' }]);
  const { status: gone, body } = await service.admin.post(`${PATH}/${listener.id}/take`);
  expect([gone, body]).toMatchObject([
    404,
    { error: 'not_found', message: `Listener ${listener.id} has ended.` },
  ]);
  expect((await service.admin.send('DELETE', `${PATH}/${listener.id}`)).status).toBe(200);
});

it('ends by itself when its listener has been away for a minute', async () => {
  const [gone, other] = [
    await givenListener({ events: ['job.created'] }),
    await givenListener({ events: ['job.updated'] }),
  ];
  await service.publish('job.created', 5);
  await eventually(async () => expect((await deliveriesTo(gone)).length).toBe(1));
  await take(other);
  const times: { seen_at: Date }[] = await service.db.query(
    'select seen_at from listeners order by endpoint_id',
  );
  const [seen, seenLater] = times.map(({ seen_at: at }) => at.getTime());
  const end = endAbandonedListeners({
    transact: createTransact(service.db, createSecretBox([randomBytes(32)]), () => undefined),
  });
  const endAt = async (ms: number) => (await end(new Date(ms))).results;

  expect(await endAt(Number(seen) + 60_000)).toEqual([]);
  const ended = await endAt(Math.min(Number(seen) + 60_001, Number(seenLater) + 60_000));

  expect(ended).toEqual([{ companyId: 1, endpointId: gone.id }]);
  expect(await deliveriesTo(gone)).toMatchObject([{ status: 'failed', error: 'stopped' }]);
  expect(await announced()).toEqual([]);
  expect(await take(other)).toEqual([]);
});

it('ends by itself also where another one cannot be ended', async () => {
  const [kept, gone] = [
    await givenListener({ events: ['job.created'] }),
    await givenListener({ events: ['job.updated'] }),
  ];
  await service.db.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'a fault'; end $$;
    create trigger refuse before delete on endpoints for each row
      when (old.id = ${kept.id}) execute function refuse()`);
  const end = endAbandonedListeners({
    transact: createTransact(service.db, createSecretBox([randomBytes(32)]), () => undefined),
  });

  const { results, failures } = await end(new Date(Date.now() + 120_000));

  await service.db.query('drop function refuse cascade');
  expect(results).toEqual([{ companyId: 1, endpointId: gone.id }]);
  expect(failures).toMatchObject([{ message: 'a fault' }]);
});

it('is nowhere among the endpoints, and the platform itself sends nothing to it', async () => {
  const listener = await givenListener({ events: ['job.created'] });
  const other = await service.givenEndpoint(OTHER, ['job.created']);
  await service.publish('job.created', 5);
  // One loop tries both.
  await eventually(async () => {
    const [delivery] = await service.deliveries(`?endpoint_id=${other.id}`);
    expect(delivery?.attempts).toBeGreaterThan(0);
  });

  expect(await deliveriesTo(listener)).toMatchObject([{ status: 'pending', attempts: 0 }]);
  for (const query of ['', '?managed_by=dashboard']) {
    const list = `/admin/endpoints${query}`;
    const { body } = await service.admin.get<{ data: { url: string }[] }>(list);
    expect(body.data).toMatchObject([{ url: OTHER }]);
  }
  for (const [method, path] of [
    ['GET', `/admin/endpoints/${listener.id}`],
    ['DELETE', `/admin/endpoints/${listener.id}`],
    ['POST', `/admin/endpoints/${listener.id}/ping`],
    ['POST', `/admin/endpoints/${listener.id}/rotate`],
  ] as const) {
    expect((await service.admin.send(method, path)).status).toBe(404);
  }
});

it('is one of five at most, and of this company alone', async () => {
  for (let count = 0; count < 5; count += 1) await givenListener();

  const refused = await service.admin.post(PATH, { url: FORWARD_TO });

  expect([refused.status, refused.body]).toMatchObject([
    400,
    { error: 'validation_failed', message: 'A company has at most 5 listeners; stop one first.' },
  ]);
  const other = service.admin.as({ companyId: 2 });
  expect((await other.post(PATH, { url: FORWARD_TO })).status).toBe(201);
  const [{ id }] = (await service.db.query(
    'select id::integer from endpoints where company_id = 1 limit 1',
  )) as [{ id: number }];
  expect((await other.post(`${PATH}/${id}/take`)).status).toBe(404);
  await other.send('DELETE', `${PATH}/${id}`);
  await take({ id, secret: '' });
});

it.each<[object, string]>([
  [{}, 'url'],
  [{ url: 'ftp://localhost/' }, 'url'],
  [{ url: FORWARD_TO, events: ['job.exploded'] }, 'events.0'],
  [{ url: FORWARD_TO, events: [] }, 'events'],
])('refuses %j', async (details, field) => {
  const { status, body } = await service.admin.post(PATH, details);
  expect([status, body]).toMatchObject([400, { errors: [{ field }] }]);
});
