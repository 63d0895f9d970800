import {
  createCertificateAuthority,
  eventually,
  findMetricProblems,
  type Certificate,
} from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { holdingNetwork, receiver, type Received, type Receiver, type Reply } from './receiver';
import { HOST, testService, type Delivery, type TestService } from './service';

let certificate: Certificate;
let service: TestService;
let target: Receiver;
let url: string;

beforeAll(async () => {
  const { ca, certify } = await createCertificateAuthority();
  certificate = await certify(HOST, '127.0.0.1');
  service = await testService({ ca });
});
afterAll(() => service.close());
beforeEach(async () => {
  target = await receiver(certificate);
  url = `https://${HOST}:${target.port}/hook`;
});
afterEach(async () => {
  for (const { id } of await endpoints())
    await service.admin.send('DELETE', `/admin/endpoints/${id}`);
  await target.close();
});

const endpoints = async () =>
  (await service.admin.get<{ data: { id: number; status: string }[] }>('/admin/endpoints')).body
    .data;

const statusOf = async (id: number) => (await endpoints()).find((each) => each.id === id)?.status;

const received = (count: number): Promise<Received[]> =>
  eventually(() => {
    expect(target.received.length).toBeGreaterThanOrEqual(count);
    return target.received;
  });

async function firstReceived(): Promise<Received> {
  const [first] = await received(1);
  if (!first) throw new Error('Nothing was received.');
  return first;
}

const delivery = (endpointId: number, expected: object): Promise<Delivery> =>
  eventually(async () => {
    const [newest] = await service.deliveries(`?endpoint_id=${endpointId}`);
    expect(newest).toMatchObject(expected);
    return newest as Delivery;
  });

describe('a change', () => {
  it('arrives signed, with the record as its owner shows it now', async () => {
    const { id, secret } = await service.givenEndpoint(url);
    service.givenJob(5, { version: 3, job_title: 'Fix' });

    const eventId = await service.publish('job.status_changed', 5, {
      version: 2,
      actor: 'api_key:4',
      occurredAt: new Date('2026-03-02T14:15:00.123Z'),
      data: { previous: { status: 'Assigned' } },
    });

    const { headers, body, path } = await firstReceived();
    expect(path).toBe('/hook');
    expect(JSON.parse(body)).toEqual({
      id: eventId,
      type: 'job.status_changed',
      api_version: '2026-05-27',
      occurred_at: '2026-03-02T14:15:00.123Z',
      source: 'api_key:4',
      data: {
        object: { job_id: 5, version: 3, job_title: 'Fix' },
        previous: { status: 'Assigned' },
        version: 3,
      },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event-id': eventId,
      'x-svc-event-type': 'job.status_changed',
      'x-svc-delivery-id': expect.stringMatching(/^dlv_[0-9A-Z]{26}$/),
      'x-svc-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    const signature = String(headers['x-svc-signature']);
    expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(signature).toContain(`t=${headers['x-svc-timestamp']},`);
    new Stripe('sk_test_unused').webhooks.constructEvent(body, signature, secret);
    new Webhook(secret).verify(body, headers as Record<string, string>);

    expect(await delivery(id, { status: 'succeeded' })).toEqual({
      id: expect.stringMatching(/^dlv_/),
      endpoint_id: id,
      endpoint_name: null,
      endpoint_url: url,
      endpoint_deleted: false,
      event_id: eventId,
      event: 'job.status_changed',
      status: 'succeeded',
      attempts: 1,
      response_code: 200,
      error: null,
      created_at: expect.any(String),
      last_attempt_at: expect.any(String),
      next_attempt_at: null,
    });
  });

  it('arrives without the trace of what caused it, which is kept with the event', async () => {
    await service.givenEndpoint(url, ['job.updated']);
    service.givenJob(5);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const trace = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: 'vendor=1' };

    const traced = await service.publish('job.updated', 5, { trace });
    const untraced = await service.publish('job.updated', 5, { version: 2 });

    const requests = await received(2);
    expect(JSON.stringify(requests)).not.toMatch(new RegExp(`${traceId}|traceparent|tracestate`));
    expect(Object.keys(JSON.parse(requests[0]?.body ?? '')).sort()).toEqual(
      ['id', 'type', 'api_version', 'occurred_at', 'source', 'data'].sort(),
    );
    const kept = await service.db.query('select id, trace from events where id in ($1, $2)', [
      traced,
      untraced,
    ]);
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(
      expect.arrayContaining([
        { id: traced, trace },
        { id: untraced, trace: null },
      ]),
    );
  });

  it('goes to each endpoint that wants it and to no other, nor to another company', async () => {
    const wanting = await service.givenEndpoint(url, ['job.created']);
    const too = await service.givenEndpoint(url, ['job.updated', 'job.created']);
    await service.givenEndpoint(url, ['job.updated']);
    service.givenJob(6);

    await service.publish('job.created', 6, { companyId: 2 });
    await service.publish('job.created', 6);

    await received(2);
    await delivery(wanting.id, { status: 'succeeded' });
    await delivery(too.id, { status: 'succeeded' });
    expect(target.received).toHaveLength(2);
  });

  it('arrives once however often the stream delivers it', async () => {
    await service.givenEndpoint(url);
    service.givenJob(7);
    const eventId = await service.publish('job.created', 7);
    await received(1);

    await service.publishAgain(eventId);
    // Also when the record of the consumed event is gone.
    await service.db.query('delete from consumed_events where event_id = $1', [eventId]);
    await service.publishAgain(eventId);
    await service.publish('job.updated', 7);

    await received(2);
    expect(target.received.map(({ headers }) => headers['x-svc-event-type'])).toEqual([
      'job.created',
      'job.updated',
    ]);
  });

  it('of a record that is gone shows its id alone', async () => {
    await service.givenEndpoint(url, ['job.deleted', 'customer.created']);

    await service.publish('job.deleted', 404, { version: 7 });
    await service.publish('customer.created', 405, { version: 1 });

    const bodies = (await received(2)).map(({ body }) => JSON.parse(body).data);
    expect(bodies).toEqual(
      expect.arrayContaining([
        { object: { job_id: 404, deleted: true }, previous: {}, version: 7 },
        { object: { customer_id: 405, deleted: true }, previous: {}, version: 1 },
      ]),
    );
  });

  it('of a customer carries the version that its owner has', async () => {
    await service.givenEndpoint(url);
    service.givenCustomer(8, 4, { customer_name: 'A' });

    await service.publish('customer.created', 8);

    const { body } = await firstReceived();
    expect(JSON.parse(body).data).toEqual({
      object: { customer_id: 8, customer_name: 'A' },
      previous: {},
      version: 4,
    });
  });

  it('is shown in the zone that the gateway announced for the company', async () => {
    await service.givenEndpoint(url);
    service.givenJob(10);
    await service.publish('company.changed', 1, {
      version: 5,
      data: { timezone: 'Asia/Tokyo', country: 'JP', plan: 'enterprise' },
    });
    await eventually(async () => {
      const rows = await service.db.query('select zone from companies where company_id = 1');
      expect(rows).toEqual([{ zone: 'Asia/Tokyo' }]);
    });

    await service.publish('job.created', 10);

    await received(1);
    expect(service.owners.jobs.requests.at(-1)).toMatchObject({
      url: '/internal/records/jobs?ids=10',
      caller: { companyId: 1, zone: 'Asia/Tokyo', country: 'JP' },
    });
  });
});

describe('an event that no endpoint wants', () => {
  const consumed = (eventId: string) =>
    service.db.query('select from consumed_events where event_id = $1', [eventId]);

  const settled = () =>
    eventually(async () =>
      expect(await service.metrics.metrics()).toContain(
        'fsm_consumer_lag_events{consumer="webhooks-jobs"} 0\n',
      ),
    );

  it('leaves nothing behind', async () => {
    await service.givenEndpoint(url, ['job.updated']);
    await service.givenEndpoint(url, ['job.created'], 2);
    const eventId = await service.publish('job.created', 20);
    await settled();

    // A transaction would have recorded its event.
    expect(await consumed(eventId)).toEqual([]);
    expect(await service.db.query('select from events where id = $1', [eventId])).toEqual([]);
  });

  it('goes, when it is delivered again, once to who has subscribed meanwhile', async () => {
    service.givenJob(21);
    const eventId = await service.publish('job.created', 21);
    await settled();
    const { id } = await service.givenEndpoint(url, ['job.created']);

    await service.publishAgain(eventId);
    await service.publishAgain(eventId);

    await delivery(id, { event_id: eventId, status: 'succeeded' });
    await settled();
    expect(await service.deliveries(`?endpoint_id=${id}`)).toHaveLength(1);
  });

  it('is never one that happens after a subscription was answered', async () => {
    service.givenJob(22);
    const happened: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      await service.publish('job.updated', 22, { version: count + 1 });
      const { id } = await service.givenEndpoint(url, ['job.created']);
      happened.push(await service.publish('job.created', 22));
      await delivery(id, { event_id: happened.at(-1) });
      await service.admin.send('DELETE', `/admin/endpoints/${id}`);
    }
  });
});

describe('events that come together', () => {
  it('go to each endpoint that wants them, in their order, and hold up no others', async () => {
    const { id: both } = await service.givenEndpoint(url, ['job.created', 'job.updated']);
    const { id: one } = await service.givenEndpoint(url, ['job.updated']);
    const { id: off } = await service.givenEndpoint(url, ['job.updated']);
    const { id: theirs } = await service.givenEndpoint(url, ['job.updated'], 2);
    await service.admin.post(`/admin/endpoints/${off}/off`);
    service.givenJob(23);
    service.givenJob(23, {}, 2);
    const anybody = service.db.createQueryRunner();
    await anybody.startTransaction();
    // The first event waits for this lock, and the others for the first.
    await anybody.query(
      'set local transaction_timeout = 0; lock table consumed_events in access exclusive mode',
    );
    const first = await service.publish('job.updated', 23, { version: 1 });
    const created = await service.publish('job.created', 23, { version: 2 });
    const second = await service.publish('job.updated', 23, { version: 3 });
    await service.publish('job.updated', 23, { version: 4, actor: '\0' });
    const other = await service.publish('job.updated', 23, { version: 5, companyId: 2 });
    await anybody.commitTransaction();
    await anybody.release();

    await delivery(both, { event_id: second, status: 'succeeded' });
    const eventsOf = async (id: number, companyId = 1) => {
      const { body } = await service.admin
        .as({ companyId })
        .get<{ data: Delivery[] }>(`/admin/deliveries?endpoint_id=${id}`);
      return body.data.map(({ event_id, status }) => [event_id, status]).reverse();
    };
    const sent = (...ids: readonly string[]) => ids.map((id) => [id, 'succeeded']);
    await eventually(async () => {
      expect(await eventsOf(both)).toEqual(sent(first, created, second));
      expect(await eventsOf(one)).toEqual(sent(first, second));
      expect(await eventsOf(theirs, 2)).toEqual(sent(other));
    });
    expect(await eventsOf(off)).toEqual([
      [first, 'failed'],
      [second, 'failed'],
    ]);
    await service.admin.as({ companyId: 2 }).send('DELETE', `/admin/endpoints/${theirs}`);
  });
});

describe('a delivery that fails', () => {
  it('is tried eight times, each with an id of its own and the record of that time', async () => {
    const { id } = await service.givenEndpoint(url);
    service.givenJob(11, { version: 1 });
    target.answer = () => {
      service.givenJob(11, { version: target.received.length + 1 });
      return { status: 503, body: 'later' };
    };

    const eventId = await service.publish('job.created', 11);

    const failed = await delivery(id, { status: 'failed', attempts: 8 });
    expect(failed).toMatchObject({ response_code: 503, error: 'http_503', next_attempt_at: null });
    expect(target.received).toHaveLength(8);
    const ids = target.received.map(({ headers }) => headers['x-svc-delivery-id']);
    expect(new Set(ids).size).toBe(8);
    expect(target.received.map(({ body }) => JSON.parse(body))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((version) =>
        expect.objectContaining({ id: eventId, data: expect.objectContaining({ version }) }),
      ),
    );

    const { body } = await service.admin.get<{ data: { attempt_log: object[] } }>(
      `/admin/delivery?id=${ids[3]}`,
    );
    expect(body.data).toMatchObject({ id: failed.id, event_id: eventId });
    expect(body.data.attempt_log).toHaveLength(8);
    expect(body.data.attempt_log[3]).toEqual({
      id: ids[3],
      number: 4,
      started_at: expect.any(String),
      duration_ms: expect.any(Number),
      response_code: 503,
      error: 'http_503',
      request_headers: expect.arrayContaining(
        ['x-svc-delivery-id', 'x-svc-event-id', 'x-svc-signature'].map((name) => ({
          name,
          value: target.received[3]?.headers[name],
        })),
      ),
      request_body: target.received[3]?.body,
      response_body: 'later',
    });
  });

  it('succeeds as soon as the receiver does', async () => {
    const { id } = await service.givenEndpoint(url);
    service.givenJob(12);
    target.answer = () => ({ status: target.received.length < 3 ? 429 : 204 });

    await service.publish('job.created', 12);

    await delivery(id, { status: 'succeeded', attempts: 3, response_code: 204, error: null });
  });

  it.each([301, 400, 404])('is final when the answer is %d', async (status) => {
    const { id } = await service.givenEndpoint(url);
    service.givenJob(13);
    target.answer = () => ({ status });

    await service.publish('job.created', 13);

    await delivery(id, { status: 'failed', attempts: 1, response_code: status });
  });

  it('announces the first failure of a delivery, and switches the endpoint off at the fifth', async () => {
    const { id } = await service.givenEndpoint(url);
    // The creation was announced too.
    await service.db.query('delete from outbox');
    service.givenJob(14);
    target.answer = () => ({ status: 400 });
    const announced = async () => {
      const rows: { type: string }[] = await service.db.query(
        `select type from outbox where envelope::json ->> 'subject' = $1 order by seq`,
        [String(id)],
      );
      return rows.map(({ type }) => type);
    };

    for (let count = 1; count <= 5; count += 1) {
      await service.publish('job.created', 14);
      await received(count);
      if (count === 1) await eventually(async () => expect((await announced()).length).toBe(1));
    }

    await eventually(async () => expect(await statusOf(id)).toBe('off'));
    expect(await announced()).toEqual(['webhook.endpoint_failing', 'webhook.endpoint_off']);
  });

  it('that takes long to connect gets nothing once its endpoint is off', async () => {
    const network = await holdingNetwork(target.port);
    service.givenJob(5);
    const { id } = await service.givenEndpoint(`https://${HOST}:${network.port}/hook`);
    await service.publish('job.created', 5);
    await eventually(() => expect(network.held()).toBe(1));

    expect((await service.admin.post(`/admin/endpoints/${id}/off`)).status).toBe(200);
    network.letGo();

    await eventually(async () => {
      const [left] = await service.db.query(
        'select count(*)::integer as pending from pending_deliveries where endpoint_id = $1',
        [id],
      );
      expect(left).toEqual({ pending: 0 });
    });
    await eventually(() => expect(network.carried.every(({ destroyed }) => destroyed)).toBe(true));
    expect(target.received).toEqual([]);
    await network.close();
  });

  it('with 410 switches an endpoint off and removes a subscription', async () => {
    const { id } = await service.givenEndpoint(url, ['job.created']);
    const { body } = await service.api.post<{ id: number }>('/api/v1/hooks.php', {
      target_url: url,
      event: 'job.created',
    });
    service.givenJob(15);
    target.answer = () => ({ status: 410 });

    await service.publish('job.created', 15);

    await eventually(async () => expect(await statusOf(id)).toBe('off'));
    await eventually(async () => expect(await statusOf(body.id)).toBeUndefined());
    await delivery(id, { status: 'failed', error: 'http_410', attempts: 1 });
  });
});

describe('the dead receiver of a subscription', () => {
  it('is switched off, announced, and turned on by subscribing again', async () => {
    const subscription = { target_url: url, event: 'job.created' };
    const { body: hook } = await service.api.post<{ id: number; secret: string }>(
      '/api/v1/hooks.php',
      subscription,
    );
    service.givenJob(18);
    target.answer = () => ({ status: 400 });
    const hooks = async () =>
      (await service.api.get<{ data: { id: number; status: string }[] }>('/api/v1/hooks.php')).body
        .data;

    for (let count = 1; count <= 5; count += 1) {
      await service.publish('job.created', 18);
      await received(count);
    }
    await eventually(async () =>
      expect(await hooks()).toMatchObject([{ status: 'off', version: 2 }]),
    );
    const announced = await service.db.query(
      `select type, envelope::json -> 'data' as data from outbox
       where envelope::json ->> 'subject' = $1 order by seq`,
      [String(hook.id)],
    );
    expect(announced).toEqual([
      {
        type: 'webhook.endpoint_off',
        data: {
          url,
          managed_by: 'api',
          reason: 'deliveries_failed',
          failing_since: expect.any(String),
        },
      },
    ]);

    target.answer = () => ({ status: 200 });
    const again = await service.api.post<{ data: object }>('/api/v1/hooks.php', subscription);
    expect(again).toMatchObject({
      status: 200,
      body: { id: hook.id, data: { status: 'on', version: 3 } },
    });
    expect(JSON.stringify(again.body)).not.toContain('secret');
    const eventId = await service.publish('job.created', 18);
    await delivery(hook.id, { event_id: eventId, status: 'succeeded' });
    await service.api.post(`/api/v1/hooks.php?action=unsubscribe&id=${hook.id}`);
  });
});

describe('what is done with an endpoint', () => {
  it('is announced for the log of activity, unless a person in the dashboard does it', async () => {
    const done = async (): Promise<string[]> => {
      const rows: { what: string }[] = await service.db.query(
        `with taken as (delete from outbox returning seq, type, envelope)
         select envelope::json -> 'data' ->> 'what' as what from taken
         where type = 'operator.acted' order by seq`,
      );
      return rows.map(({ what }) => what);
    };
    const act = async (admin: typeof service.admin): Promise<void> => {
      const body = { url: `${url}?token=secret`, events: ['job.created'] };
      const created = await admin.post<{ data: { id: number } }>('/admin/endpoints', body);
      const endpoint = `/admin/endpoints/${created.body.data.id}`;
      await admin.send('PATCH', endpoint, { events: ['job.updated'] });
      await admin.post(`${endpoint}/rotate`);
      await admin.post(`${endpoint}/off`);
      await admin.post(`${endpoint}/off`);
      target.answer = () => ({ status: 503 });
      await admin.post(`${endpoint}/on`);
      target.answer = () => ({ status: 200 });
      await admin.post(`${endpoint}/on`);
      await admin.post(`${endpoint}/ping`);
      await admin.send('DELETE', endpoint);
    };
    await done();

    await act(service.admin.as({ personId: 5 }));
    expect(await done()).toEqual([]);

    await act(service.admin);
    const whats = await done();
    const verbs = [
      'Created',
      'Changed',
      'Created a new secret for',
      'Turned off',
      'Sent a test to',
    ];
    verbs.push('Turned on', 'Sent a test to', 'Deleted');
    expect(whats).toEqual(verbs.map((verb) => `${verb} the webhook endpoint ${url}`));
  });

  it('is announced when it is a delivery that is sent again', async () => {
    const { id } = await service.givenEndpoint(url);
    service.givenJob(18);
    target.answer = () => ({ status: 400 });
    await service.publish('job.created', 18);
    const { id: deliveryId } = await delivery(id, { status: 'failed' });
    await service.db.query('delete from outbox');
    const since = new Date(Date.now() - 60_000).toISOString();
    target.answer = () => undefined;

    await service.admin.post('/admin/deliveries/resend', { delivery_id: deliveryId });
    await service.admin.post('/admin/deliveries/resend-failed', { since, endpoint_id: id });

    const rows = await service.db.query(
      "select envelope::json -> 'data' ->> 'what' as what from outbox order by seq",
    );
    expect(rows).toEqual([
      { what: `Resent the delivery ${deliveryId} to the webhook endpoint ${url}` },
    ]);
  });
});

describe('an endpoint that is off', () => {
  it('gets nothing of what is pending or happens then, until it is sent again from the log', async () => {
    const { id } = await service.givenEndpoint(url);
    service.givenJob(16);
    target.answer = () => ({ status: 503 });
    await service.publish('job.created', 16);
    await received(1);

    const off = await service.admin.post(`/admin/endpoints/${id}/off`);
    expect(off.body).toMatchObject({ data: { id, status: 'off', delivery: null } });
    await delivery(id, { status: 'failed', error: 'stopped', next_attempt_at: null });
    const since = new Date(Date.now() - 60_000).toISOString();
    await service.publish('job.updated', 16);
    await delivery(id, { event: 'job.updated', status: 'failed', error: 'stopped', attempts: 0 });

    target.answer = () => ({ status: 200 });
    const on = await service.admin.post(`/admin/endpoints/${id}/on`);
    expect(on.body).toMatchObject({
      data: { id, status: 'on', delivery: { event: 'ping', status: 'succeeded', attempts: 1 } },
    });
    const again = await service.admin.post('/admin/deliveries/resend-failed', {
      since,
      endpoint_id: id,
    });
    expect(again.body).toMatchObject({ data: { resent: 2 } });
    await eventually(async () => {
      const all = await service.deliveries(`?endpoint_id=${id}&status=succeeded`);
      expect(all.map(({ event }) => event).sort()).toEqual(['job.created', 'job.updated', 'ping']);
    });
  });

  it('stays off when its address changed while another one accepted the test event', async () => {
    const { id } = await service.givenEndpoint(url);
    await service.admin.post(`/admin/endpoints/${id}/off`);
    let accept: (reply: Reply) => void = () => undefined;
    target.answer = () => new Promise((resolve) => (accept = resolve));

    const on = service.admin.post(`/admin/endpoints/${id}/on`);
    await received(1);
    await service.admin.send('PATCH', `/admin/endpoints/${id}`, { url: `${url}/another` });
    accept({ status: 200 });

    expect((await on).body).toMatchObject({
      data: { status: 'off', delivery: { status: 'succeeded' } },
    });
  });

  it('gets no test event again with what it missed', async () => {
    const { id } = await service.givenEndpoint(url);
    await service.admin.post(`/admin/endpoints/${id}/off`);
    target.answer = () => ({ status: 500 });
    await service.admin.post(`/admin/endpoints/${id}/on`);
    target.answer = () => ({ status: 200 });
    await service.admin.post(`/admin/endpoints/${id}/on`);

    const since = new Date(Date.now() - 60_000).toISOString();
    const again = await service.admin.post('/admin/deliveries/resend-failed', {
      since,
      endpoint_id: id,
    });

    expect(again.body).toMatchObject({ data: { resent: 0 } });
  });

  it('stays off when it refuses the test event', async () => {
    const { id } = await service.givenEndpoint(url);
    await service.admin.post(`/admin/endpoints/${id}/off`);
    target.answer = () => ({ status: 500 });

    const { body } = await service.admin.post(`/admin/endpoints/${id}/on`);

    expect(body).toMatchObject({
      data: { status: 'off', delivery: { status: 'failed', response_code: 500, attempts: 1 } },
    });
    expect(await statusOf(id)).toBe('off');
    expect(target.received).toHaveLength(1);
  });
});

describe('the dashboard', () => {
  it('pings an endpoint', async () => {
    const { id } = await service.givenEndpoint(url);

    const { body } = await service.admin.post(`/admin/endpoints/${id}/ping`);

    expect(body).toMatchObject({ data: { id, status: 'on', delivery: { status: 'succeeded' } } });
    expect(JSON.parse(target.received[0]?.body ?? '')).toMatchObject({
      type: 'ping',
      data: { object: { message: expect.any(String), endpoint_id: id }, previous: {}, version: 1 },
    });
  });

  it('sends a test event again once, whatever becomes of it', async () => {
    const { id } = await service.givenEndpoint(url);
    target.answer = () => ({ status: 503 });
    const { body: tested } = await service.admin.post<{ data: { delivery: Delivery } }>(
      `/admin/endpoints/${id}/ping`,
    );

    await service.admin.post('/admin/deliveries/resend', {
      delivery_id: tested.data.delivery.id,
    });

    await delivery(id, {
      event: 'ping',
      status: 'failed',
      attempts: 2,
      response_code: 503,
      next_attempt_at: null,
    });
    expect(target.received).toHaveLength(2);
    const pending = 'select from pending_deliveries where endpoint_id = $1';
    expect(await service.db.query(pending, [id])).toEqual([]);
  });

  it('rotates the secret: both sign, the new one first', async () => {
    const { id, secret: older } = await service.givenEndpoint(url);
    const { body } = await service.admin.post<{ data: { secret: string } }>(
      `/admin/endpoints/${id}/rotate`,
    );
    const newer = body.data.secret;

    await service.admin.post(`/admin/endpoints/${id}/ping`);

    const { headers, body: sent } = target.received[0] as Received;
    const signature = String(headers['x-svc-signature']);
    expect(signature).toMatch(/^t=\d+,v1=\w{64},v1=\w{64}$/);
    const stripe = new Stripe('sk_test_unused');
    for (const secret of [older, newer]) {
      stripe.webhooks.constructEvent(sent, signature, secret);
      new Webhook(secret).verify(sent, headers as Record<string, string>);
    }
    const [onlyNewer] = signature.split(/,v1=\w{64}$/);
    expect(() => stripe.webhooks.constructEvent(sent, String(onlyNewer), older)).toThrow();
    stripe.webhooks.constructEvent(sent, String(onlyNewer), newer);
  });

  it('sends a delivery again under the same event id', async () => {
    const { id } = await service.givenEndpoint(url);
    service.givenJob(17);
    const eventId = await service.publish('job.created', 17);
    await received(1);
    const first = await delivery(id, { status: 'succeeded' });
    const attemptId = target.received[0]?.headers['x-svc-delivery-id'];

    const { body } = await service.admin.post<{ data: Delivery }>('/admin/deliveries/resend', {
      delivery_id: attemptId,
    });

    expect(body.data).toMatchObject({ id: first.id, status: 'pending' });
    const [, again] = await received(2);
    expect(again?.headers['x-svc-event-id']).toBe(eventId);
    expect(again?.headers['x-svc-delivery-id']).not.toBe(attemptId);
    await delivery(id, { id: first.id, status: 'succeeded', attempts: 2 });
  });
});

it('a revoked key loses its subscriptions, and cannot get new ones', async () => {
  const keyFive = service.api.as({ actor: 'api_key:5' });
  const subscription = { target_url: url, event: 'job.created' };
  await keyFive.post('/api/v1/hooks.php', subscription);
  await service.api.post('/api/v1/hooks.php', subscription);

  await service.publish('key.revoked', 5, { version: 2 });

  await eventually(async () => expect((await endpoints()).length).toBe(1));
  expect((await keyFive.post('/api/v1/hooks.php', subscription)).status).toBe(401);
});

it('leaves a line in the log for each attempt that failed, without what was sent', async () => {
  const { id, secret } = await service.givenEndpoint(`${url}?token=hush`, ['job.created']);
  service.givenJob(19, { job_title: 'Nobody reads this' });
  target.answer = () => ({ status: target.received.length < 2 ? 503 : 200, body: 'whispered' });
  const linesOf = () =>
    service.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ endpoint_id }) => endpoint_id === id);

  const eventId = await service.publish('job.created', 19);
  const { id: deliveryId } = await delivery(id, { status: 'succeeded', attempts: 2 });
  target.answer = () => ({ status: 404 });
  await service.admin.post(`/admin/endpoints/${id}/ping`);

  const common = { level: 'info', msg: 'attempt failed', company_id: 1, endpoint_id: id };
  expect(linesOf()).toEqual([
    expect.objectContaining({
      ...common,
      event_id: eventId,
      delivery_id: deliveryId,
      attempt_id: target.received[0]?.headers['x-svc-delivery-id'],
      attempt: 1,
      outcome: '5xx',
      status: 503,
    }),
    expect.objectContaining({ ...common, attempt: 1, outcome: '4xx', status: 404 }),
  ]);
  for (const hidden of ['hush', 'Nobody reads', 'whispered', secret]) {
    expect(service.logged.join()).not.toContain(hidden);
  }
});

it('tells what it does', async () => {
  const text = await service.metrics.metrics();

  expect(text).toMatch(/fsm_webhook_attempts_total\{outcome="2xx"\} \d+/);
  expect(text).toMatch(/fsm_webhook_deliveries_total\{status="succeeded"\} \d+/);
  expect(text).toMatch(/fsm_webhook_deliveries_total\{status="failed"\} \d+/);
  expect(text).not.toMatch(/status="retrying"/);
  expect(text).toMatch(/fsm_webhook_lag_seconds_count \d+/);
  expect(text).toMatch(/fsm_webhook_queue_age_seconds \d/);
  expect(text).toMatch(/fsm_webhook_paused_endpoints \d/);
  expect(await findMetricProblems(text)).toEqual([]);
});
