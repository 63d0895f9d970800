import { runOn } from '@svc/database';
import { newEventId } from '@svc/outbox';
import { testDatabase, type TestDatabase } from '@svc/testing';
import { newDeliveryId } from '../src/delivery/attempt-delivery';
import { entities, migrations } from '../src/persistence/data-source';
import { dayOf, deliveryLog } from '../src/persistence/delivery-log';
import { deliveryQueue } from '../src/persistence/delivery-queue';
import { keepPartitions } from '../src/persistence/partitions';
import { eventWith } from './given';

const NOW = new Date('2026-03-02T12:00:00Z');
const ENDPOINT_ID = 7;

let database: TestDatabase;

/** Undoes the migration that tells events apart, and all after it. */
async function undo(): Promise<void> {
  const { db } = database;
  const isDone = () => db.query(`select from migrations where name like 'TellEventsOfContexts%'`);
  while ((await isDone()).length > 0) await db.undoLastMigration();
}

beforeEach(async () => {
  database = await testDatabase({ context: 'webhooks', entities, migrations });
  await undo();
  await keepPartitions(database.db, NOW);
});
afterEach(() => database.close());

const rows = (sql: string, values?: unknown[]) => database.db.query(sql, values);

const migrate = () => database.db.runMigrations({ transaction: 'each' });

interface Given {
  readonly eventId?: string;
  readonly type?: string;
  readonly status?: string;
  readonly at?: Date;
}

const eventOf = ({ eventId = newEventId(), type = 'customer.created', at = NOW }: Given) =>
  eventWith({ id: eventId, type, occurredAt: at });

/** As a release writes it that does not know whose event it is; answers the delivery's id. */
async function givenDelivery({ status = 'pending', ...given }: Given): Promise<string> {
  const id = newDeliveryId();
  const event = eventOf(given);
  const deliveries = [{ id, endpointId: ENDPOINT_ID, isQueued: true }];
  await deliveryLog(database.db).add([{ event, deliveries }], NOW);
  if (status === 'pending') return id;
  await rows('delete from pending_deliveries where delivery_id = $1', [id]);
  await rows('update deliveries set status = $2 where id = $1', [id, status]);
  return id;
}

/** A delivery of an event that was not logged, because another context's had its id. */
const givenSwallowed = async (status: string): Promise<string> => {
  const eventId = newEventId();
  await rows(
    `insert into events (day, company_id, id, type, record_id, version, occurred_at, source, previous)
     values ($1, 1, $2, 'job.created', 5, 1, $3, 'ui', '{}')`,
    [dayOf(NOW), eventId, NOW],
  );
  return givenDelivery({ eventId, status });
};

const claim = () =>
  deliveryQueue(runOn(database.db)).claim(
    [{ companyId: 1, endpointId: ENDPOINT_ID, isRetry: false, count: 10 }],
    NOW,
    new Date(NOW.getTime() + 20_000),
  );

const keysOf = async (table: string): Promise<string[]> => {
  const found: { key: string }[] = await rows(
    `select substring(pg_get_indexdef(indexrelid) from '\\(.*\\)') as key from pg_index
     where indrelid = $1::regclass and indisunique and indisvalid order by 1`,
    [table],
  );
  return found.map(({ key }) => key);
};

it('keeps what the release before has logged and queued, on the days and on no day', async () => {
  const noDay = new Date('2026-03-20T00:00:00Z');
  const given = [
    await givenDelivery({}),
    await givenDelivery({ at: noDay }),
    await givenDelivery({ type: 'job.created' }),
  ];

  await migrate();

  expect((await claim()).map(({ deliveryId }) => deliveryId).sort()).toEqual(given.sort());
});

it('has an event once that the release before has logged, though it comes again', async () => {
  const eventId = newEventId();
  const first = await givenDelivery({ eventId });

  await migrate();
  await givenDelivery({ eventId });

  expect(await rows('select id from deliveries')).toEqual([{ id: first }]);
});

it('stops for good what would send the event of another context that had its id', async () => {
  const [pending, failed] = [await givenSwallowed('pending'), await givenSwallowed('failed')];

  await migrate();

  expect(await claim()).toEqual([]);
  expect(await rows('select from pending_deliveries')).toEqual([]);
  for (const id of [pending, failed]) {
    expect(await deliveryLog(database.db).find(1, id)).toMatchObject({ status: 'failed' });
    expect(await deliveryLog(database.db).resend(1, id, NOW)).toBeUndefined();
  }
});

it('lets the release before go on, which names no key', async () => {
  await migrate();
  const eventId = newEventId();

  const add = (type: string) =>
    rows(
      `insert into events
         (day, company_id, id, type, record_id, version, occurred_at, source, previous)
       values ($1, 1, $2, $3, 5, 1, $4, 'ui', '{}')
       on conflict do nothing returning type`,
      [dayOf(NOW), eventId, type, NOW],
    );

  expect(await add('job.created')).toEqual([{ type: 'job.created' }]);
  expect(await add('customer.created')).toEqual([{ type: 'customer.created' }]);
  expect(await add('job.created')).toEqual([]);
});

it('goes on where an attempt was broken off', async () => {
  await migrate();
  const keys = { events: await keysOf('events'), other: await keysOf('events_other') };
  await undo();
  await rows('create unique index events_announced_key on only events (company_id, id, type, day)');
  const ofOther = 'events_other_announced_key on events_other (company_id, id, type, day)';
  await rows(`create unique index ${ofOther}`);

  await migrate();

  expect({ events: await keysOf('events'), other: await keysOf('events_other') }).toEqual(keys);
  expect(keys).toEqual({
    events: ['(company_id, id, type, day)'],
    other: ['(company_id, id, type, day)'],
  });
});
