import { createRun } from '@svc/database';
import type { OutgoingEvent, PublishResult, ReceivedEvent, Stream } from '@svc/messaging';
import {
  claimTestNats,
  eventually,
  findMetricProblems,
  startOwnNats,
  type OwnNats,
  type TestDatabase,
} from '@svc/testing';
import { Registry } from 'prom-client';
import { createOutbox, startConsumer, startRelay, type Relay } from '../src';
import type { EventConsumerSettings } from '../src/consumer';
import {
  allRelayed,
  anEvent,
  announce,
  effectsIn,
  givenDatabase,
  givenStream,
  log,
  ready,
  recordedIn,
  recordEffect,
  soon,
} from './given';

let database: TestDatabase;
let stream: Stream;
const started: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  database = await givenDatabase();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  await stream.close();
  await database.close();
});

function relay(over: Stream = stream, metrics = new Registry()): Relay {
  const relaying = startRelay({ db: database.db, context: 'jobs', stream: over, log, metrics });
  started.push(relaying);
  return relaying;
}

function consume(
  handle: (event: ReceivedEvent) => Promise<void> = async () => undefined,
  settings: Partial<Pick<EventConsumerSettings, 'isOneByOne' | 'selectRelevant' | 'metrics'>> = {},
): void {
  const consumer = startConsumer({
    metrics: new Registry(),
    ...settings,
    db: database.db,
    stream,
    log,
    durable: 'effects',
    filter: 'fsm.jobs.>',
    redeliveryDelaysMs: [20],
    async handle(tx, events) {
      for (const event of events) {
        await handle(event);
        await createRun(tx)(recordEffect, { id: event.id });
      }
    },
  });
  started.push(consumer);
}

const recordedIds = async () => (await recordedIn(database.db)).map(({ event_id }) => event_id);

describe('with a NATS account', () => {
  let natsUrl: string;

  beforeEach(async () => {
    natsUrl = claimTestNats().url;
    stream = givenStream(natsUrl);
    await ready(stream);
  });

  it('relays what was recorded before it started, in order, and marks it', async () => {
    await announce(database.db, ...Array.from({ length: 20 }, () => anEvent()));

    relay();
    consume();

    await allRelayed(database.db);
    const ids = await recordedIds();
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });

  it('relays within a moment of being woken while it rests', async () => {
    const { wake } = relay();
    consume();
    await announce(database.db, anEvent());
    wake();
    await soon(async () => expect(await effectsIn(database.db)).toHaveLength(1));
    const relayedAt = Date.now();
    // The relay waits 20 ms after a batch and is idle from then on.
    await soon(() => expect(Date.now() - relayedAt).toBeGreaterThan(200));

    await announce(database.db, anEvent());
    wake();

    await eventually(async () => expect((await effectsIn(database.db)).length).toBe(2), {
      within: 4_000,
    });
  });

  it('lets 50 ms of events gather while there are many', async () => {
    const batches: { readonly size: number; readonly from: number; readonly to: number }[] = [];
    const watched: Stream = {
      ...stream,
      async publish(events) {
        const from = performance.now();
        const result = await stream.publish(events);
        batches.push({ size: events.length, from, to: performance.now() });
        return result;
      },
    };
    const { wake } = relay(watched);
    while (batches.length < 10) {
      const events = Array.from({ length: 10 }, () => anEvent());
      await database.db.transaction((tx) => createOutbox(tx, 'jobs').append(events));
      wake();
    }

    // A full batch is followed by the next at once.
    const gaps = batches.slice(1).flatMap(({ from }, index) => {
      const before = batches[index];
      return before && before.size < 500 ? [from - before.to] : [];
    });
    expect(Math.min(...gaps)).toBeGreaterThan(48);
    await allRelayed(database.db);
  });

  it('repeats an event under its id after a crash between publishing and marking, and it takes effect once', async () => {
    await announce(database.db, anEvent());
    const published: string[] = [];
    let crashes = 1;
    const crashing: Stream = {
      ...stream,
      async publish(events) {
        const result = await stream.publish(events);
        published.push(...events.map(({ id }) => id));
        crashes -= 1;
        if (crashes >= 0) throw new Error('crash');
        return result;
      },
    };

    relay(crashing);
    consume();

    await allRelayed(database.db);
    const [id] = await recordedIds();
    expect(published).toEqual([id, id]);
    await soon(async () => expect(await effectsIn(database.db)).toEqual([id]));
  });

  it('announces all events of a change, though another context publishes under the ids that follow some', async () => {
    const events = Array.from({ length: 20 }, () => anEvent());
    await database.db.transaction((tx) => createOutbox(tx, 'jobs').append(events));
    const ids = await recordedIds();
    const guessed = new Set(ids.slice(0, 10).flatMap((id) => successorsOf(id, 100)));
    const { confirmed } = await stream.publish([...guessed].map(anothersEvent));

    relay();
    consume();

    expect(confirmed).toBe(guessed.size);
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });

  it('handles an event once that the stream holds twice', async () => {
    const events = ['evt_1', 'evt_1', 'evt_2'].map((id): OutgoingEvent => {
      const envelope = { ...JSON.parse(ENVELOPE), id };
      return { id: `${id}-${Math.random()}`, subject: SUBJECT, body: JSON.stringify(envelope) };
    });
    await stream.publish(events);

    consume();

    await soon(async () => {
      expect(await stream.readLag('effects')).toBe(0);
      expect(await effectsIn(database.db)).toEqual(['evt_1', 'evt_2']);
    });
  });

  it.each([
    ['together', {}, false],
    ['in transactions of their own where they are to be', { isOneByOne: true }, true],
  ])('handles events %s, in order', async (_, settings, isAlone) => {
    const { db } = database;
    const events = Array.from({ length: 60 }, (_, index) => anEvent({ recordId: (index % 6) + 1 }));
    await announce(db, ...events);
    relay();
    await allRelayed(db);

    consume(undefined, settings);

    const ids = await recordedIds();
    await soon(async () => expect(await effectsIn(db)).toEqual(ids));
    const rows = await db.query<{ xmin: string }[]>('select xmin::text from effects order by seq');
    const shares = rows.map(({ xmin }) => rows.filter((other) => other.xmin === xmin).length);
    const shared = shares.filter((share) => share > 1).length;
    if (isAlone) expect(shared).toBe(0);
    else expect(shared).toBeGreaterThan(50);
  });

  it('opens no transaction for events that concern nobody', async () => {
    const { db } = database;
    const anybody = db.createQueryRunner();
    await anybody.startTransaction();
    await anybody.query(
      'set local transaction_timeout = 0; lock table consumed_events in access exclusive mode',
    );
    relay();
    consume(undefined, {
      selectRelevant: async (events) => events.filter(({ recordId }) => recordId > 50),
    });

    await announce(db, ...Array.from({ length: 50 }, (_, at) => anEvent({ recordId: at + 1 })));

    await allRelayed(db);
    await soon(async () => expect(await stream.readLag('effects')).toBe(0));
    await announce(db, anEvent({ recordId: 51 }), anEvent({ recordId: 1 }));
    await anybody.commitTransaction();
    await anybody.release();
    const concerning = (await recordedIds())[50];
    await soon(async () => expect(await effectsIn(db)).toEqual([concerning]));
    expect(await db.query('select event_id from consumed_events')).toEqual([
      { event_id: concerning },
    ]);
  });

  it('waits with all events while it cannot be told which of them concern anybody', async () => {
    relay();
    await announce(database.db, anEvent(), anEvent({ recordId: 2 }), anEvent({ recordId: 3 }));
    let refusals = 0;

    consume(undefined, {
      async selectRelevant(events) {
        refusals += 1;
        if (refusals <= 7) throw new Error('not now');
        return events;
      },
    });

    await soon(async () => expect(await effectsIn(database.db)).toEqual(await recordedIds()));
    expect(await database.db.query('select * from dead_letters')).toEqual([]);
  });

  it('marks nothing after the first event that was not confirmed', async () => {
    await announce(database.db, anEvent(), anEvent(), anEvent());
    const attempts: number[] = [];
    const refusing: Stream = {
      ...stream,
      async publish(events): Promise<PublishResult> {
        attempts.push(events.length);
        const result = await stream.publish(events.slice(0, 1));
        return attempts.length > 1 ? stream.publish(events) : { ...result, failure: new Error() };
      },
    };

    relay(refusing);
    consume();

    await allRelayed(database.db);
    expect(attempts.slice(0, 2)).toEqual([3, 2]);
    const ids = await recordedIds();
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });

  it('has one active relay of several on a database: nothing lost, nothing doubled, in order', async () => {
    let active = 0;
    let most = 0;
    const published: string[] = [];
    const watched: Stream = {
      ...stream,
      async publish(events) {
        active += 1;
        most = Math.max(most, active);
        published.push(...events.map(({ id }) => id));
        const result = await stream.publish(events);
        active -= 1;
        return result;
      },
    };
    const relays = [relay(watched), relay(watched), relay(watched)];

    for (let n = 0; n < 60; n += 1) {
      await announce(database.db, anEvent({ version: n + 1 }));
      relays[n % 3]?.wake();
    }

    await allRelayed(database.db);
    expect(most).toBe(1);
    expect(published).toEqual(await recordedIds());
  });

  it('hands its wake-ups to the active relay through NATS', async () => {
    const { db } = database;
    const other = givenStream(natsUrl);
    started.push({ stop: () => other.close() });
    await ready(other);
    let nudges = 0;
    other.onWake('jobs', () => (nudges += 1));
    const active = db.createQueryRunner();
    await active.startTransaction();
    await active.query('select from outbox_relay for no key update');
    const { wake } = relay();

    await soon(() => {
      wake();
      expect(nudges).toBeGreaterThan(0);
    });

    await announce(db, anEvent());
    expect(await recordedIn(db)).toMatchObject([{ relayed_at: null }]);
    await active.commitTransaction();
    await active.release();
    wake();
    await allRelayed(db);
  });

  it('is held up by no lock that any role of the database can take', async () => {
    const { db } = database;
    const anybody = db.createQueryRunner();
    await expect(
      anybody.query('select pg_advisory_lock(7041002, hashtext(current_schema()))'),
    ).rejects.toThrow('permission denied for function pg_advisory_lock');
    await announce(db, anEvent());

    relay();

    await allRelayed(db);
    await anybody.release();
  });

  it('keeps a dead letter with its error after five deliveries, and the rest flows', async () => {
    relay();
    await announce(database.db, anEvent({ recordId: 1 }), anEvent({ recordId: 2, companyId: 8 }));
    await announce(database.db, anEvent({ recordId: 3 }));
    const [first, bad, last] = await recordedIds();
    let attempts = 0;

    consume(async ({ recordId }) => {
      if (recordId !== 2) return;
      attempts += 1;
      throw new Error('no such record\0');
    });

    await soon(async () => {
      const letters = await database.db.query('select * from dead_letters');
      expect(letters).toMatchObject([
        {
          consumer: 'effects',
          company_id: 8,
          event_id: bad,
          subject: 'fsm.jobs.job.updated',
          error: expect.stringContaining('no such record'),
          deliveries: 5,
        },
      ]);
    });
    expect(attempts).toBeGreaterThanOrEqual(5);
    expect(await effectsIn(database.db)).toEqual([first, last]);
  });

  it('keeps a letter of which PostgreSQL could store neither subject nor body', async () => {
    consume();
    const subject = 'fsm.jobs.job.upd\0ated';
    await soon(async () => {
      const { failure } = await stream.publish([{ id: 'EVT', subject, body: '{\0' }]);
      expect(failure).toBeUndefined();
    });

    await soon(async () =>
      expect(await database.db.query('select * from dead_letters')).toMatchObject([
        { subject: 'fsm.jobs.job.upd\uFFFDated', body: '{\uFFFD' },
      ]),
    );
  });

  it('keeps the beginnings of 100 messages that are no events, and counts all', async () => {
    const { db } = database;
    const metrics = new Registry();
    relay();
    consume(
      async () => {
        throw new Error('no such record');
      },
      { metrics },
    );
    const unreadable = Array.from({ length: 130 }, (_, at) => ({
      id: `EVT${at}`,
      subject: 'fsm.jobs.job.updated',
      body: '\u00e9'.repeat(3_000),
    }));
    const { failure } = await stream.publish(unreadable);
    expect(failure).toBeUndefined();
    await announce(db, anEvent());
    const [event] = await recordedIds();

    const counted = async () => metrics.getSingleMetricAsString('fsm_given_up_messages_total');
    await soon(async () => expect(await counted()).toMatch(/{consumer="effects"} 131$/));
    expect(
      await db.query(
        `select event_id, count(*)::integer as kept, max(octet_length(body)) <= 4096 as is_cut
         from dead_letters group by event_id order by event_id`,
      ),
    ).toEqual([
      { event_id: event, kept: 1, is_cut: true },
      { event_id: null, kept: 100, is_cut: true },
    ]);
    expect(await findMetricProblems(await metrics.metrics())).toEqual([]);
  });

  it('keeps unreadable messages with few statements, and again where there is room again', async () => {
    const { db } = database;
    // Counts statements, not rows.
    await db.query('create sequence statements');
    await db.query(`create function count_statement() returns trigger language plpgsql as
      'begin perform nextval(''statements''); return null; end'`);
    await db.query(
      'create trigger counting before insert on dead_letters execute function count_statement()',
    );
    const given = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        id: `EVT${count}_${at}`,
        subject: 'fsm.jobs.job.updated',
        body: `${at}`,
      }));
    const bodies = async () => {
      const letters = await db.query<{ body: string }[]>(
        'select body from dead_letters order by id',
      );
      return letters.map(({ body }) => body);
    };
    const metrics = new Registry();
    const counted = async () => metrics.getSingleMetricAsString('fsm_given_up_messages_total');
    await stream.publish(given(500));

    consume(undefined, { metrics });

    await soon(async () => expect(await counted()).toMatch(/{consumer="effects"} 500$/));
    expect(await bodies()).toEqual(Array.from({ length: 100 }, (_, at) => `${at}`));
    const [{ last_value: statements } = { last_value: 0 }] = await db.query<
      { last_value: number }[]
    >('select last_value from statements');
    expect(statements).toBeLessThan(100);

    await db.query('delete from dead_letters');
    await stream.publish(given(2));
    await soon(async () => expect(await bodies()).toEqual(['0', '1']));
  });

  it('keeps no further event where 900 of the consumer wait, and those of others as before', async () => {
    const { db } = database;
    await db.query(
      `insert into dead_letters (consumer, event_id, subject, body, error, deliveries)
       select case when n <= 899 then 'effects' else 'other' end, 'EVT' || n, 's', 'b', 'e', 5
       from generate_series(1, 2000) n`,
    );
    const metrics = new Registry();
    relay();
    await announce(db, anEvent(), anEvent());
    consume(
      async () => {
        throw new Error('no such record');
      },
      { metrics },
    );

    const counted = async () => metrics.getSingleMetricAsString('fsm_given_up_messages_total');
    await soon(async () => expect(await counted()).toMatch(/{consumer="effects"} 2$/));
    expect(
      await db.query(
        `select count(*)::integer as kept from dead_letters where consumer = 'effects'`,
      ),
    ).toEqual([{ kept: 900 }]);
  });

  it('deletes dead letters after thirty days', async () => {
    const { db } = database;
    await db.query(
      `insert into dead_letters (consumer, event_id, subject, body, error, deliveries, created_at)
       values ('effects', 'evt_old', 's', 'b', 'e', 5, now() - interval '31 days'),
              ('effects', 'evt_new', 's', 'b', 'e', 5, now() - interval '29 days')`,
    );

    consume();

    await soon(async () =>
      expect(await db.query('select event_id from dead_letters')).toEqual([
        { event_id: 'evt_new' },
      ]),
    );
  });

  it('gives up no event for a database that takes nothing, and keeps their order', async () => {
    const { db } = database;
    relay();
    await announce(db, anEvent(), anEvent({ recordId: 2 }), anEvent({ recordId: 3 }));
    // Sequences are not rolled back.
    await db.query('create sequence refusals');
    await db.query(`create function refuse() returns trigger language plpgsql as
      'begin perform nextval(''refusals''); raise exception ''not now''; end'`);
    await db.query(
      'create trigger refuse before insert on consumed_events execute function refuse()',
    );
    consume();
    await soon(async () => {
      const [counted] = await db.query<{ last_value: number }[]>('select last_value from refusals');
      expect(counted?.last_value).toBeGreaterThan(25);
    });

    await db.query('drop trigger refuse on consumed_events');

    await soon(async () => expect(await effectsIn(db)).toEqual(await recordedIds()));
    expect(await db.query('select * from dead_letters')).toEqual([]);
  });

  it('reports what waits, what was relayed and what was given up', async () => {
    const metrics = new Registry();
    await announce(database.db, anEvent(), anEvent());
    relay(stream, metrics);
    await allRelayed(database.db);

    const text = await metrics.metrics();

    expect(text).toContain('fsm_outbox_relayed_events_total 2');
    expect(text).toContain('fsm_outbox_oldest_unrelayed_seconds 0');
    const [, filled] = /^fsm_stream_filled_ratio (\S+)$/m.exec(text) ?? [];
    expect(Number(filled)).toBeGreaterThan(0);
    expect(Number(filled)).toBeLessThan(0.01);
    expect(await findMetricProblems(text)).toEqual([]);
  });

  it('deletes relayed rows after ten minutes and consumed ids after seven days', async () => {
    const { db } = database;
    await announce(db, anEvent(), anEvent(), anEvent());
    await db.query(`update outbox set relayed_at = now() - interval '11 minutes' where seq = 1`);
    await db.query(`update outbox set relayed_at = now() - interval '9 minutes' where seq = 2`);
    await db.query(
      `insert into consumed_events (consumer, event_id, consumed_at)
       values ('effects', 'evt_old', now() - interval '8 days'),
              ('effects', 'evt_new', now() - interval '6 days')`,
    );
    const [, recent, unrelayed] = await recordedIds();

    relay();
    consume();

    await soon(async () => expect(await recordedIds()).toEqual([recent, unrelayed]));
    await soon(async () => {
      const rows = await db.query(`select event_id from consumed_events where event_id < 'evt_z'`);
      expect(rows).not.toContainEqual({ event_id: 'evt_old' });
      expect(rows).toContainEqual({ event_id: 'evt_new' });
    });
  });
});

describe('with a NATS server that fails', () => {
  let nats: OwnNats;

  beforeEach(async () => {
    nats = await startOwnNats();
    stream = givenStream(nats.url);
  });

  afterEach(() => nats.remove());

  it('records events while NATS is away; afterwards all take effect once, in order', async () => {
    await ready(stream);
    const { wake } = relay();
    consume();
    await announce(database.db, anEvent());
    wake();
    await soon(async () => expect(await effectsIn(database.db)).toHaveLength(1));

    await nats.kill();
    for (let n = 0; n < 50; n += 1) {
      await announce(database.db, anEvent({ recordId: n + 1 }));
      wake();
    }
    await soon(() => expect(stream.isReady()).toBe(false));
    await nats.restart();

    await allRelayed(database.db);
    const ids = await recordedIds();
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });

  it('loses and doubles nothing when the server is killed in the middle', async () => {
    await ready(stream);
    const { wake } = relay();
    consume();
    const writing = (async () => {
      for (let n = 0; n < 400; n += 1) {
        await announce(database.db, anEvent({ recordId: (n % 10) + 1, version: n + 1 }));
        wake();
      }
    })();
    await soon(async () => expect((await effectsIn(database.db)).length).toBeGreaterThan(20));

    await nats.kill();
    await nats.restart();
    await writing;

    await allRelayed(database.db);
    const ids = await recordedIds();
    expect(ids).toHaveLength(400);
    await soon(async () =>
      expect([...(await effectsIn(database.db))].sort()).toEqual([...ids].sort()),
    );
  });

  it('publishes again what a stream lost that had confirmed it', async () => {
    await ready(stream);
    relay();
    await announce(database.db, anEvent(), anEvent());
    await allRelayed(database.db);

    await nats.kill();
    nats.loseStreams();
    await nats.restart();
    await ready(stream);
    consume();

    const ids = await recordedIds();
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });

  it('publishes again what a stream lost, though another context publishes under the same ids first', async () => {
    await ready(stream);
    const { stop } = relay();
    await announce(database.db, ...Array.from({ length: 600 }, () => anEvent()));
    await allRelayed(database.db);
    await stop();
    const ids = await recordedIds();

    await nats.kill();
    nats.loseStreams();
    await nats.restart();
    await ready(stream);
    const { confirmed } = await stream.publish(ids.map(anothersEvent));
    relay();
    consume();

    expect(confirmed).toBe(600);
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });

  it('publishes again what a stream lost, though the first try is broken off', async () => {
    await ready(stream);
    const { stop } = relay();
    await announce(database.db, anEvent(), anEvent());
    await allRelayed(database.db);
    await stop();
    await nats.kill();
    nats.loseStreams();
    await nats.restart();
    await ready(stream);
    let crashes = 1;
    const crashing: Stream = {
      ...stream,
      async publish(events) {
        crashes -= 1;
        if (crashes >= 0) throw new Error('crash');
        return stream.publish(events);
      },
    };

    relay(crashing);
    consume();

    const ids = await recordedIds();
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });

  it('goes on consuming after the stream had to be made anew', async () => {
    await ready(stream);
    const { wake } = relay();
    consume();
    await announce(database.db, anEvent());
    await soon(async () => expect(await effectsIn(database.db)).toHaveLength(1));

    await nats.kill();
    nats.loseStreams();
    await nats.restart();
    await announce(database.db, anEvent());
    wake();

    const ids = await recordedIds();
    await soon(async () => expect(await effectsIn(database.db)).toEqual(ids));
  });
});

const anothersEvent = (id: string): OutgoingEvent => ({
  id,
  subject: 'fsm.customers.customer.updated',
  body: '{}',
});

const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Guesses the next ULIDs of the same millisecond. */
const successorsOf = (id: string, count: number): string[] => {
  const number = [...id.slice(-16)].reduce((sum, each) => sum * 32n + valueOf(each), 0n);
  return Array.from({ length: count }, (_, n) => {
    const next = number + BigInt(n + 1);
    const digits = Array.from({ length: 16 }, (__, place) =>
      CHARACTERS.charAt(Number((next >> BigInt(5 * (15 - place))) & 31n)),
    );
    return id.slice(0, -16) + digits.join('');
  });
};

const valueOf = (character: string): bigint => BigInt(CHARACTERS.indexOf(character));

const SUBJECT = 'fsm.jobs.job.updated';
const ENVELOPE = JSON.stringify({
  specversion: '1.0',
  source: '/jobs',
  type: 'job.updated',
  subject: '1',
  time: '2026-05-27T14:30:00Z',
  companyid: 1,
  version: 1,
  actor: 'ui',
  data: {},
});
