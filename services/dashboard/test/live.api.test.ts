import { toSubject, type EventType, type Publisher } from '@svc/contracts';
import { toCloudEvent, type Stream } from '@svc/messaging';
import { eventually } from '@svc/testing';
import type { Person } from '../src/domain/person';
import { listenLive, type LiveConnection } from './live-connection';
import { testService, type Live, type SignedInBrowser, type TestService } from './service';

let service: TestService;
let live: Live;
let jobs: Stream;
let olive: SignedInBrowser;

beforeEach(async () => {
  service = await testService();
  live = await service.startLive();
  jobs = await live.as('jobs');
  olive = await service.signedIn();
});
afterEach(() => service.close());

const HOUR_MS = 3_600_000;

async function listening(browser = olive): Promise<LiveConnection> {
  const connection = await listenLive(live.url, browser, service.clock.now());
  await eventually(() => expect(connection.heartbeats()).toBe(1));
  return connection;
}

let announcements = 0;

const envelopeOf = (context: Publisher, type: EventType, recordId: number, companyId: number) => {
  announcements += 1;
  const id = `evt_live_${announcements}`;
  const event = {
    ...{ type, companyId, recordId, version: 2, actor: 'api_key:9' },
    occurredAt: service.clock.now(),
    data: { object: { job_title: 'Nobody may read this here' } },
  };
  const body = JSON.stringify(toCloudEvent(context, id, event));
  return { id, subject: toSubject(context, type), body };
};

const announce = async (recordId: number, companyId = 1, type: EventType = 'job.updated') => {
  const { confirmed } = await jobs.publish([envelopeOf('jobs', type, recordId, companyId)]);
  expect(confirmed).toBe(1);
};

const expectMessages = (connection: LiveConnection, count: number) =>
  eventually(() => expect(connection.messages.length).toBe(count));

it('names changed records to a browser, without their content', async () => {
  const connection = await listening();
  expect(connection.status).toBe(200);
  expect(connection.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(connection.headers['cache-control']).toBe('no-store');
  expect(connection.headers['x-accel-buffering']).toBe('no');

  await announce(7);

  await expectMessages(connection, 1);
  expect(connection.messages).toEqual([{ event: 'change', data: { kind: 'job', ids: [7] } }]);
});

it.each([
  ['gateway', 'key.revoked', 'key'],
  ['gateway', 'company.changed', 'company'],
  ['jobs', 'job.deleted', 'job'],
  ['jobs', 'invoice.paid', 'invoice'],
  ['customers', 'customer.created', 'customer'],
  ['customers', 'location.updated', 'location'],
  ['customers', 'service_request.created', 'service_request'],
  ['assets', 'asset.status_changed', 'asset'],
  ['inventory', 'item.updated', 'item'],
  ['inventory', 'stock.changed', 'stock'],
  ['technicians', 'technician.updated', 'technician'],
  ['webhooks', 'webhook.endpoint_off', 'webhook'],
] as const)('receives events of %s as %s', async (context, type, kind) => {
  const connection = await listening();

  await (await live.as(context)).publish([envelopeOf(context, type, 5, 1)]);

  await expectMessages(connection, 1);
  expect(connection.messages).toEqual([{ event: 'change', data: { kind, ids: [5] } }]);
});

it('hears of what has no event by hints: deliveries, invoices, decisions on service requests, and notifications', async () => {
  const connection = await listening();

  (await live.as('webhooks')).notifyChange('webhooks', { companyId: 1, kind: 'delivery' });
  await expectMessages(connection, 1);
  jobs.notifyChange('jobs', { companyId: 1, kind: 'invoice' });
  await expectMessages(connection, 2);
  (await live.as('customers')).notifyChange('customers', { companyId: 1, kind: 'service_request' });
  await expectMessages(connection, 3);
  await olive.change('POST', 'notifications/read-all');
  await expectMessages(connection, 4);

  expect(connection.messages.map(({ data }) => data)).toEqual([
    { kind: 'delivery', ids: null },
    { kind: 'invoice', ids: null },
    { kind: 'service_request', ids: null },
    { kind: 'notification', ids: null },
  ]);
});

it("tells nobody of another context's records, whatever a context announces of them", async () => {
  const connection = await listening();
  const inventory = await live.as('inventory');
  const forged = ['job.updated', 'job.archived', 'company.moved', 'delivery.sent'] as EventType[];

  await inventory.publish(forged.map((type) => envelopeOf('inventory', type, 6, 1)));
  await inventory.publish([envelopeOf('inventory', 'item.counted' as EventType, 7, 1)]);

  await expectMessages(connection, 1);
  expect(connection.messages).toEqual([{ event: 'change', data: { kind: 'item', ids: [7] } }]);
});

it('announces a notification once it can be read', async () => {
  await service.startReplica();
  const connection = await listening();

  await service.publish();

  await eventually(() =>
    expect(connection.messages).toContainEqual({
      event: 'change',
      data: { kind: 'notification', ids: null },
    }),
  );
  expect((await olive.get('/dashboard/api/session')).body.data.unread).toBe(1);
});

it("tells nobody of another company's changes", async () => {
  const other = await listening(await service.signedIn({}, 2));
  const own = await listening();

  await announce(1, 1);
  await expectMessages(own, 1);
  await announce(2, 2);

  await expectMessages(other, 1);
  expect(other.messages).toEqual([{ event: 'change', data: { kind: 'job', ids: [2] } }]);
  expect(own.messages).toHaveLength(1);
});

it('announces ten thousand changes in a few messages', async () => {
  const connection = await listening();
  const burst = Array.from({ length: 10_000 }, (_, n) =>
    envelopeOf('jobs', n === 9_999 ? 'invoice.paid' : 'job.updated', n + 1, 1),
  );

  const startedAt = performance.now();
  expect((await jobs.publish(burst)).confirmed).toBe(10_000);
  await eventually(() =>
    expect(connection.messages.map(({ data }) => data)).toContainEqual({
      kind: 'invoice',
      ids: [10_000],
    }),
  );

  const fifths = (performance.now() - startedAt) / 200;
  expect(connection.messages.length).toBeLessThanOrEqual(fifths + 3);
  expect(connection.messages).toContainEqual({ event: 'change', data: { kind: 'job', ids: null } });
});

it('is for people who are signed in', async () => {
  const { status } = await service.browser().get('/dashboard/api/live');
  expect(status).toBe(401);
});

it('is for half of all connections of one company at most, whichever of its people, so that others have theirs', async () => {
  const streams = Array.from({ length: 1_000 }, (_, n) =>
    live.openStream({
      companyId: 1,
      sessionId: 1_000_000 + n,
      ...(n % 2 === 0 && { sandboxId: 9 }),
    }),
  );

  const refused = await listenLive(live.url, olive, service.clock.now());
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
  const other = await listening(await service.signedIn({}, 2));
  expect(other.status).toBe(200);
  streams.splice(0, 2).forEach((stream) => stream.destroy());
  await eventually(async () => {
    expect((await listenLive(live.url, olive, service.clock.now())).status).toBe(200);
  });
  streams.forEach((stream) => stream.destroy());
});

describe('at each beat', () => {
  it('a connection that is alive says so, which is no use of the session', async () => {
    const connection = await listening();
    const [before] = await service.rows('sessions');
    service.clock.advance(HOUR_MS);

    live.heartbeat();

    await eventually(() => expect(connection.heartbeats()).toBe(2));
    expect(await service.rows('sessions')).toEqual([before]);
    service.clock.advance(11 * HOUR_MS);
    await live.endSignedOut();
    await eventually(() => expect(connection.hasEnded()).toBe(true));
  });

  it('the connections of a session that was ended end within seconds, and no others', async () => {
    const [one, other] = [await listening(), await listening(await service.signedIn())];
    await olive.change('DELETE', 'session');

    await live.endSignedOut();

    await eventually(() => expect(one.hasEnded()).toBe(true));
    expect((await listenLive(live.url, olive, service.clock.now())).status).toBe(401);
    await announce(3);
    await expectMessages(other, 1);
    expect(other.hasEnded()).toBe(false);
  });

  it('all go on while the sessions cannot be looked at', async () => {
    const connection = await listening();
    await service.db.query('alter table sessions rename to away');

    await live.endSignedOut();
    live.heartbeat();

    await eventually(() => expect(connection.heartbeats()).toBe(2));
    await service.db.query('alter table away rename to sessions');
  });

  it('all end while changes are not heard of, and none begins', async () => {
    const connection = await listening();
    await live.loseNats();

    live.heartbeat();

    await eventually(() => expect(connection.hasEnded()).toBe(true));
    const late = await listenLive(live.url, olive, service.clock.now());
    await eventually(() => expect(late.hasEnded()).toBe(true));
    expect([late.status, late.heartbeats()]).toEqual([200, 0]);
  });
});

describe('a browser that does not read', () => {
  const SENT = 5_000;

  /** Fills the stream's buffer. */
  const stuck = async () => {
    const [session] = await service.rows('sessions');
    const person = { companyId: 1, sessionId: Number(session?.['id']) } as Person;
    const stream = live.openStream(person).setEncoding('utf8');
    for (let count = 0; count < SENT; count += 1) live.notifyAll();
    return stream;
  };

  it('gets `everything` once it reads again', async () => {
    const stream = await stuck();
    const other = await listening();
    await announce(4);
    await expectMessages(other, 1);

    let told = '';
    stream.on('data', (text: string) => (told += text));
    await eventually(async () => {
      await announce(5);
      expect(told.includes('[5]')).toBe(true);
    });

    expect(told.split('event: everything').length).toBeLessThan(SENT);
    expect(told.includes('[4]')).toBe(false);
    stream.destroy();
  });

  it('is disconnected after two heartbeats', async () => {
    const stream = await stuck();

    live.heartbeat();
    expect(stream.destroyed).toBe(false);
    live.heartbeat();

    expect(stream.destroyed).toBe(true);
  });
});

it('ends all streams when the process stops, so that browsers use another replica', async () => {
  const connections = [await listening(), await listening()];

  live.end();

  for (const { hasEnded } of connections) await eventually(() => expect(hasEnded()).toBe(true));
  const late = await listenLive(live.url, olive, service.clock.now());
  await eventually(() => expect(late.hasEnded()).toBe(true));
});

it('sends `everything` after NATS was away, because changes may have been missed', async () => {
  const connection = await listening();

  live.notifyAll();

  await expectMessages(connection, 1);
  expect(connection.messages).toEqual([{ event: 'everything', data: {} }]);
});

describe('an unattended request', () => {
  const session = { 'x-unattended': 'true' };

  it('is answered and does not prolong the session', async () => {
    const [before] = await service.rows('sessions');
    service.clock.advance(HOUR_MS);

    const { status } = await olive.get('/dashboard/api/session', session);

    expect(status).toBe(200);
    expect(await service.rows('sessions')).toEqual([before]);
    service.clock.advance(11 * HOUR_MS);
    expect((await olive.get('/dashboard/api/session', session)).status).toBe(401);
  });

  it('prolongs the session if it is a change', async () => {
    service.clock.advance(HOUR_MS);

    await olive.send(
      'POST',
      '/dashboard/api/notifications/read-all',
      {},
      {
        ...session,
        'content-type': 'application/json',
        'origin': 'http://fsm.example:8080',
      },
    );

    const [used] = await service.rows('sessions');
    expect(used?.['last_used_at']).toEqual(service.clock.now());
  });
});
