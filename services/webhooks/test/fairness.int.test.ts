import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createCertificateAuthority, eventually } from '@svc/testing';
import { receiver, type Receiver, type Reply } from './receiver';
import { HOST, testService, type TestService } from './service';

let service: TestService;
let healthy: Receiver;
let hanging: Receiver;

beforeAll(async () => {
  const { ca, certify } = await createCertificateAuthority();
  const certificate = await certify(HOST);
  // Longer than the test waits, so that no request ends.
  service = await testService({ ca, deadlineMs: 18_000, gapsMs: [60_000] });
  healthy = await receiver(certificate);
  hanging = await receiver(certificate);
});
beforeEach(() => {
  healthy.received.length = 0;
  hanging.received.length = 0;
});
afterAll(async () => {
  await service.close();
  await Promise.all([healthy.close(), hanging.close()]);
});

const JOBS = 200;
const SILENT_ENDPOINTS = 5;
const MAX_PACE = 16;

it('an endpoint that does not answer delays no other, and gets no request for a while without using up attempts', async () => {
  let giveUp: (reply: Reply) => void = () => undefined;
  const answer = new Promise<Reply>((resolve) => {
    giveUp = resolve;
  });
  hanging.answer = () => answer;
  const stuck = await service.givenEndpoint(`https://${HOST}:${hanging.port}/`, ['job.created']);
  await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, ['job.created']);
  service.givenJob(1);

  for (let count = 0; count < JOBS; count += 1) await service.publish('job.created', 1);
  await eventually(() => expect(healthy.received.length).toBe(JOBS), { within: 15_000 });

  // The first requests are still open, and no more came after them.
  expect(hanging.received.length).toBeGreaterThan(0);
  expect(hanging.received.length).toBeLessThanOrEqual(MAX_PACE);
  const untouched = await service.deliveries(`?endpoint_id=${stuck.id}&status=pending`);
  expect(untouched).toHaveLength(JOBS);
  expect(untouched.every(({ attempts }) => attempts === 0)).toBe(true);

  giveUp({ status: 503 });
  await eventually(
    async () => {
      expect(await service.metrics.getSingleMetricAsString('fsm_webhook_paused_endpoints')).toMatch(
        /fsm_webhook_paused_endpoints 1/,
      );
    },
    { within: 20_000 },
  );
  // Four at once at first, fewer after each failure, none after five.
  expect(hanging.received.length).toBeLessThanOrEqual(8);
  const waiting = await service.deliveries(`?endpoint_id=${stuck.id}&status=pending`);
  expect(waiting.length).toBeGreaterThanOrEqual(JOBS - 8);
  expect(waiting.every(({ attempts }) => attempts === 0)).toBe(true);
});

it('receivers that take connections and say nothing delay no other endpoint of their company', async () => {
  const wires: Socket[] = [];
  const silent = createServer((wire) => void wires.push(wire.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const companyId = 6;
  const event = 'job.status_changed';
  service.givenJob(6, {}, companyId);
  for (let each = 0; each < SILENT_ENDPOINTS; each += 1) {
    await service.givenEndpoint(`https://${HOST}:${port}/${each}`, [event], companyId);
  }
  for (let count = 0; count < 4; count += 1) await service.publish(event, 6, { companyId });
  await eventually(() => expect(wires.length).toBe(4 * SILENT_ENDPOINTS));
  await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, [event], companyId);

  await service.publish(event, 6, { companyId });

  await eventually(() => expect(healthy.received.length).toBe(1), { within: 10_000 });
  expect(wires.filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const wire of wires) wire.destroy();
  silent.close();
});

const ENDPOINTS = 20;
const HOST_SLOTS = 64;

it('a host gets 64 requests at once, and its other endpoints wait without using up attempts', async () => {
  let confirm: (reply: Reply) => void = () => undefined;
  const answer = new Promise<Reply>((resolve) => {
    confirm = resolve;
  });
  hanging.answer = () => answer;
  service.givenJob(2);
  for (let each = 0; each < ENDPOINTS; each += 1) {
    await service.givenEndpoint(`https://${HOST}:${hanging.port}/${each}`, ['job.updated']);
  }
  await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, ['job.updated']);
  const publish = async (): Promise<void> => {
    for (let count = 0; count < 4; count += 1) await service.publish('job.updated', 2);
  };

  await publish();
  await eventually(() => expect(hanging.received.length).toBe(HOST_SLOTS), { within: 10_000 });
  await publish();
  await eventually(
    async () =>
      expect((await service.deliveries('?event=job.updated&status=succeeded')).length).toBe(8),
    { within: 10_000 },
  );

  expect(healthy.received).toHaveLength(8);
  expect(hanging.received).toHaveLength(HOST_SLOTS);
  const waiting = await service.deliveries('?event=job.updated&status=pending');
  expect(waiting).toHaveLength(8 * ENDPOINTS);
  expect(waiting.every(({ attempts }) => attempts === 0)).toBe(true);

  confirm({ status: 200 });
  await eventually(
    async () => {
      const done = await service.deliveries('?event=job.updated&status=succeeded');
      expect(done.filter(({ attempts }) => attempts === 1).length).toBe(8 * (ENDPOINTS + 1));
    },
    { within: 20_000 },
  );
  expect(hanging.received).toHaveLength(8 * ENDPOINTS);
}, 60_000);

it('what one company is sent at a host leaves room for the others there', async () => {
  let confirm: (reply: Reply) => void = () => undefined;
  const answer = new Promise<Reply>((resolve) => {
    confirm = resolve;
  });
  hanging.answer = ({ path }) => (path === '/of-another' ? { status: 200 } : answer);
  const url = `https://${HOST}:${hanging.port}`;
  service.givenJob(4);
  service.givenJob(4, {}, 2);
  for (let each = 0; each < ENDPOINTS; each += 1) {
    await service.givenEndpoint(`${url}/slow/${each}`, ['job.restored']);
  }
  await service.givenEndpoint(`${url}/of-another`, ['job.restored'], 2);
  for (let count = 0; count < 4; count += 1) await service.publish('job.restored', 4);
  await eventually(() => expect(hanging.received.length).toBe(HOST_SLOTS), { within: 10_000 });

  await service.publish('job.restored', 4, { companyId: 2 });

  await eventually(
    () => expect(hanging.received.filter(({ path }) => path === '/of-another').length).toBe(1),
    { within: 5_000 },
  );
  confirm({ status: 200 });
  await eventually(
    async () => {
      const done = await service.deliveries('?event=job.restored&status=succeeded');
      expect(done.length).toBe(4 * ENDPOINTS);
    },
    { within: 20_000 },
  );
}, 60_000);

const MANY_ENDPOINTS = 200;
const CHANGES = 40;

it('an event waits for few of the deliveries of a company that has many endpoints and changes', async () => {
  service.givenJob(5, {}, 3);
  const { id } = await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, ['job.completed']);
  // Switched off: deliveries are written, and not sent.
  await service.db.query(
    `with off as (update endpoints set is_on = false where id = $1 returning *)
     insert into endpoints (company_id, version, managed_by, url, events, secret, is_on,
       failed_in_a_row, created_at, updated_at)
     select company_id, version, managed_by, url, events, secret, false, 0, created_at, updated_at
     from off, generate_series(2, $2)`,
    [id, MANY_ENDPOINTS],
  );
  await service.givenEndpoint(`https://${HOST}:${healthy.port}/other`, ['job.completed'], 3);
  const written = async (): Promise<{ all: number; different: number }> => {
    const [counts] = await service.db.query(
      `select count(*)::integer as all, count(distinct (endpoint_id, event_id))::integer as different
       from deliveries where company_id = 1 and event_type = 'job.completed'`,
    );
    return counts;
  };
  for (let count = 0; count < CHANGES; count += 1) await service.publish('job.completed', 5);

  await service.publish('job.completed', 5, { companyId: 3 });
  await eventually(() => expect(healthy.received.length).toBe(1), { within: 10_000 });
  const writtenBefore = await written();

  const all = CHANGES * MANY_ENDPOINTS;
  expect(writtenBefore.all).toBeLessThan(all / 2);
  await eventually(async () => expect(await written()).toEqual({ all, different: all }), {
    within: 30_000,
  });
  expect(await service.db.query('select from waiting_events')).toHaveLength(0);
}, 60_000);

const WAITING = 60;

it('an event whose deliveries cannot be written holds up none that waits of another company', async () => {
  const [faulty, other] = [3, 4];
  for (const companyId of [faulty, other]) {
    await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, ['job.restored'], companyId);
  }
  const letWait = (companyId: number, count: number, version: unknown) =>
    service.db.query(
      `insert into waiting_events (company_id, event, waits_since)
       select company, json_build_object('id', 'evt_' || company || '_' || n,
         'companyId', company, 'type', 'job.restored', 'recordId', 6, 'version', $3::json,
         'occurredAt', now(), 'source', 'ui', 'previous', '{}'::json, 'object', null), now()
       from (select $1::bigint as company) as given, generate_series(1, $2::integer) n`,
      [companyId, count, JSON.stringify(version)],
    );
  await letWait(faulty, 1, 'none');
  await letWait(other, WAITING, 1);

  // One per poll would take half a minute.
  await eventually(
    async () => {
      const [left] = await service.db.query(
        `select count(*)::integer as count, array_agg(distinct company_id::integer) as companies
         from waiting_events`,
      );
      expect(left).toEqual({ count: 1, companies: [faulty] });
    },
    { within: 15_000 },
  );
  const [written] = await service.db.query(
    `select count(*)::integer as count from deliveries
     where company_id = $1 and event_type = 'job.restored'`,
    [other],
  );
  expect(written).toEqual({ count: WAITING });
  expect(service.logged.join('\n')).toContain('could not fan out an event');
  await service.db.query('delete from waiting_events');
}, 30_000);

it('an event that waited while an endpoint was off is not sent once it is on again', async () => {
  const url = `https://${HOST}:${healthy.port}/`;
  const hook = { target_url: url, event: 'customer.created' };
  const { body: subscription } = await service.api.post<{ id: number }>('/api/v1/hooks.php', hook);
  const endpoint = await service.givenEndpoint(url, ['customer.created']);
  const steady = await service.givenEndpoint(url, ['customer.created']);
  service.givenCustomer(8, 1);
  const ids = [subscription.id, endpoint.id];
  await service.db.query('update endpoints set is_on = false where id = any($1)', [ids]);
  const letWait = (on: { query: typeof service.db.query }, id: string) =>
    on.query(
      `insert into waiting_events (company_id, event, waits_since)
       values (1, json_build_object('id', $1::text, 'companyId', 1, 'type', 'customer.created',
         'recordId', 8, 'version', 1, 'occurredAt', now(), 'source', 'ui', 'previous', '{}'::json,
         'object', null), now())`,
      [id],
    );
  const stateOf = async (id: number): Promise<unknown> =>
    (await service.deliveries(`?endpoint_id=${id}`))
      .filter(({ event }) => event !== 'ping')
      .map(({ event_id, status, error }) => [event_id, status, error]);
  // Nobody can take it before the commit.
  const runner = service.db.createQueryRunner();
  await runner.startTransaction();
  await letWait(runner, 'evt_while_off');

  expect((await service.admin.post(`/admin/endpoints/${endpoint.id}/on`)).status).toBe(200);
  expect((await service.api.post('/api/v1/hooks.php', hook)).status).toBe(200);
  await runner.commitTransaction();
  await runner.release();
  await letWait(service.db, 'evt_while_on');

  const sent = (id: string) => [id, 'succeeded', null];
  await eventually(
    async () => {
      const both = [sent('evt_while_on'), sent('evt_while_off')];
      expect(await stateOf(steady.id)).toEqual(expect.arrayContaining(both));
      for (const id of ids) {
        expect(await stateOf(id)).toHaveLength(2);
        expect(await stateOf(id)).toEqual(
          expect.arrayContaining([sent('evt_while_on'), ['evt_while_off', 'failed', 'stopped']]),
        );
      }
    },
    { within: 10_000 },
  );

  const { status } = await service.admin.post('/admin/deliveries/resend-failed', {
    endpoint_id: endpoint.id,
    since: new Date(Date.now() - 3_600_000).toISOString(),
  });
  expect(status).toBe(200);
  await eventually(async () =>
    expect(await stateOf(endpoint.id)).toEqual(
      expect.arrayContaining([sent('evt_while_on'), sent('evt_while_off')]),
    ),
  );
}, 30_000);

const KNOWN = 20;
const MORE = 40;

it('an endpoint gets sixteen requests at once, and when it backs off, what else was ready is put back', async () => {
  const answers: ((reply: Reply) => void)[] = [];
  let reply: Promise<Reply> | undefined = Promise.resolve({ status: 200 });
  hanging.answer = () => reply ?? new Promise<Reply>((resolve) => answers.push(resolve));
  service.givenJob(3);
  const busy = await service.givenEndpoint(`https://${HOST}:${hanging.port}/`, ['job.deleted']);
  const other = await service.givenEndpoint(`https://${HOST}:${healthy.port}/`, ['job.deleted']);
  const ended = (id: number, status: string, count: number) =>
    eventually(
      async () =>
        expect((await service.deliveries(`?endpoint_id=${id}&status=${status}`)).length).toBe(
          count,
        ),
      { within: 15_000 },
    );
  for (let count = 0; count < KNOWN; count += 1) await service.publish('job.deleted', 3);
  await ended(busy.id, 'succeeded', KNOWN);

  reply = undefined;
  for (let count = 0; count < MORE; count += 1) await service.publish('job.deleted', 3);
  await ended(other.id, 'succeeded', KNOWN + MORE);
  expect(hanging.received).toHaveLength(KNOWN + MAX_PACE);

  for (const answer of answers) answer({ status: 503 });

  await ended(busy.id, 'retrying', MAX_PACE);
  const untouched = await service.deliveries(`?endpoint_id=${busy.id}&status=pending`);
  expect(untouched).toHaveLength(MORE - MAX_PACE);
  expect(untouched.every(({ attempts }) => attempts === 0)).toBe(true);
  expect(hanging.received).toHaveLength(KNOWN + MAX_PACE);
}, 60_000);
