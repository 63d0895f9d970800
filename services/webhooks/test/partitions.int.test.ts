import { toUtcDate } from '@svc/kernel';
import { createLogger } from '@svc/logging';
import { newEventId } from '@svc/outbox';
import { eventually, createTestDatabase, type TestDatabase } from '@svc/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import { entities, migrations } from '../src/persistence/data-source';
import { createDeliveryLog } from '../src/persistence/delivery-log';
import { keepPartitions, startPartitionKeeping } from '../src/persistence/partitions';
import { givenDelivery } from './given';

const TABLES = ['events', 'deliveries', 'attempts', 'pulled_events'];
const NOW = new Date('2026-03-02T23:59:59Z');
const ENDPOINT_ID = 7;

let database: TestDatabase;

// A service for each test, because each counts the days.
beforeEach(async () => {
  database = await createTestDatabase({ context: 'webhooks', entities, migrations });
});
afterEach(() => database.close());

const rows = (sql: string, values?: unknown[]) => database.db.query(sql, values);

const daysOf = async (table: string): Promise<string[]> => {
  const found: { name: string }[] = await rows(
    `select relname as name from pg_class join pg_inherits on oid = inhrelid
     where inhparent = $1::regclass order by name`,
    [table],
  );
  return found.map(({ name }) => name.slice(table.length + 1));
};

const placesOf = async (table: string): Promise<string[]> => {
  const found: { name: string }[] = await rows(
    `select distinct tableoid::regclass::text as name from ${table} order by name`,
  );
  return found.map(({ name }) => name.slice(table.length + 1));
};

const shapeOf = (name: string): Promise<unknown> =>
  rows(
    `select
       array(select concat_ws(' ', attnum, attname, format_type(atttypid, atttypmod), attnotnull,
           atthasdef, attcollation, attstorage, attislocal, attinhcount)
         from pg_attribute where attrelid = $2::regclass and attnum > 0 order by attnum) as columns,
       array(select concat_ws(' ', replace(conname, $1, ''), pg_get_constraintdef(oid), conislocal,
           coninhcount)
         from pg_constraint where conrelid = $2::regclass order by 1) as constraints,
       array(select replace(pg_get_indexdef(indexrelid), $1, '')
         from pg_index where indrelid = $2::regclass order by 1) as indexes`,
    [name, name],
  );

async function givenAttempt(at: Date): Promise<{ deliveryId: string; attemptId: string }> {
  const deliveryId = await givenDelivery(database.db, ENDPOINT_ID, at);
  const attemptId = createDeliveryId();
  await createDeliveryLog(database.db).logAttempts([
    {
      id: attemptId,
      number: 1,
      startedAt: at,
      durationMs: 5,
      responseCode: 503,
      error: 'http_503',
      requestHeaders: {},
      requestBody: '{}',
      responseBody: null,
      day: toUtcDate(at),
      companyId: 1,
      deliveryId,
      status: 'retrying',
      nextAttemptAt: at,
    },
  ]);
  return { deliveryId, attemptId };
}

const keepEvent = (at: Date, db: DataSource | EntityManager = database.db) =>
  db.query(
    `insert into events (day, company_id, id, type, record_id, version, occurred_at, source, previous)
     values ($1, 1, $2, 'job.created', 5, 1, $3, 'ui', '{}')`,
    [toUtcDate(at), newEventId(), at],
  );

const untilWaiting = (count: number) =>
  eventually(async () =>
    expect(
      (
        await rows(
          `select from pg_locks join pg_database on pg_database.oid = database
         where datname = current_database() and relation is not null and not granted`,
        )
      ).length,
    ).toBe(count),
  );

describe('keepPartitions', () => {
  it('makes the days of the stream and those to come', async () => {
    await keepPartitions(database.db, NOW);
    await keepPartitions(database.db, NOW);

    for (const table of TABLES) {
      expect(await daysOf(table)).toEqual([
        ...['20260223', '20260224', '20260225', '20260226', '20260227', '20260228'],
        ...['20260301', '20260302', '20260303', '20260304', 'other'],
      ]);
    }
  });

  it.each(TABLES)('makes days of %s as PostgreSQL does', async (table) => {
    // A name as long as that of a day: PostgreSQL shortens names of indexes.
    const plain = `${table}_as_plain`;
    await rows(
      `create table ${plain} partition of ${table}
       for values from ('2026-01-01') to ('2026-01-02')`,
    );

    await keepPartitions(database.db, NOW);

    expect(await shapeOf(`${table}_20260302`)).toEqual(await shapeOf(plain));
  });

  it('leaves half of each page of the deliveries free, for what their attempts change', async () => {
    await givenAttempt(NOW);

    await keepPartitions(database.db, NOW);

    const options = await rows(
      `select distinct reloptions from pg_class join pg_inherits on oid = inhrelid
       where inhparent = 'deliveries'::regclass`,
    );
    expect(options).toEqual([{ reloptions: ['fillfactor=50'] }]);
  });

  it('drops whole what is older than 30 days, and nothing younger', async () => {
    await keepPartitions(database.db, NOW);

    await keepPartitions(database.db, new Date('2026-03-29T00:00:00Z'));

    expect(await daysOf('deliveries')).toContain('20260227');
    expect(await daysOf('deliveries')).not.toContain('20260226');
  });

  it('stops what is to be sent of a day that is dropped, and nothing younger', async () => {
    const [old, kept] = [new Date('2026-02-26T23:59:59Z'), new Date('2026-02-27T00:00:00Z')];
    await keepPartitions(database.db, NOW);
    await givenDelivery(database.db, ENDPOINT_ID, old);
    const youngerId = await givenDelivery(database.db, ENDPOINT_ID, kept);

    await keepPartitions(database.db, new Date('2026-03-29T00:00:00Z'));

    expect(await rows('select delivery_id as id from pending_deliveries')).toEqual([
      { id: youngerId },
    ]);
  });

  it('works with two at once', async () => {
    await givenAttempt(NOW);

    await Promise.all([keepPartitions(database.db, NOW), keepPartitions(database.db, NOW)]);

    for (const table of TABLES) {
      expect(await daysOf(table)).toHaveLength(11);
      expect(await placesOf(table)).toEqual(['20260302']);
    }
  });

  describe('with rows of a day that had no partition', () => {
    it('moves them to their day, where they are found by their ids', async () => {
      const { deliveryId, attemptId } = await givenAttempt(new Date('2026-03-04T12:00:00Z'));
      for (const table of TABLES) expect(await placesOf(table)).toEqual(['other']);

      await keepPartitions(database.db, NOW);

      for (const table of TABLES) expect(await placesOf(table)).toEqual(['20260304']);
      const log = createDeliveryLog(database.db);
      expect(await log.get(1, deliveryId)).toMatchObject({ id: deliveryId, attempts: 1 });
      expect(await log.get(1, attemptId)).toMatchObject({ id: deliveryId });
      expect(await log.findAttempts(1, deliveryId)).toMatchObject([{ id: attemptId }]);
    });

    it('leaves those of other days', async () => {
      await givenAttempt(new Date('2026-03-04T23:59:59Z'));
      await givenAttempt(new Date('2026-03-05T00:00:00Z'));

      await keepPartitions(database.db, NOW);

      for (const table of TABLES) expect(await placesOf(table)).toEqual(['20260304', 'other']);
    });

    it('moves those of a transaction under way, and refuses none that comes meanwhile', async () => {
      const { db } = database;
      const firstDay = new Date('2026-02-23T12:00:00Z');

      const meanwhile = await db.transaction(async (tx) => {
        await keepEvent(firstDay, tx);
        const keeping = keepPartitions(db, NOW);
        await untilWaiting(1);
        const adding = keepEvent(firstDay);
        await untilWaiting(2);
        return [keeping, adding];
      });
      await Promise.all(meanwhile);

      expect(await placesOf('events')).toEqual(['20260223']);
      expect(await rows('select from events')).toHaveLength(2);
    });
  });

  describe('with a day that cannot be', () => {
    const LATER = new Date('2026-03-29T00:00:00Z');

    it('made, makes the others, drops what is old, and says so', async () => {
      await keepPartitions(database.db, NOW);
      await givenDelivery(database.db, ENDPOINT_ID, new Date('2026-02-26T12:00:00Z'));
      await rows('create table events_20260329 ()');

      const error = await keepPartitions(database.db, LATER).catch((reason: unknown) => reason);

      expect(error).toMatchObject({
        errors: [{ message: 'relation "events_20260329" already exists' }],
      });
      expect(await daysOf('events')).toEqual(expect.arrayContaining(['20260328', '20260330']));
      for (const table of TABLES) expect(await daysOf(table)).not.toContain('20260226');
      expect(await daysOf('attempts')).toContain('20260329');
      expect(await rows('select from pending_deliveries')).toEqual([]);
    });

    it('dropped, makes those to come, drops those of other tables, and says so', async () => {
      await keepPartitions(database.db, NOW);
      await rows('create view old_events as select * from events_20260223');

      const error = await keepPartitions(database.db, LATER).catch((reason: unknown) => reason);

      expect(error).toMatchObject({
        errors: [{ message: expect.stringContaining('cannot drop table events_20260223') }],
      });
      for (const table of TABLES) expect(await daysOf(table)).toContain('20260331');
      expect(await daysOf('deliveries')).not.toContain('20260223');
    });
  });
});

describe('startPartitionKeeping', () => {
  it('begins at once, and only logs a day that cannot be made', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ name: 'webhooks', level: 'warn', destination });
    await rows('create table events_20260302 ()');

    const keeping = startPartitionKeeping(database.db, () => NOW, log);
    await eventually(() => expect(lines.length).toBe(1));
    await keeping.stop();

    expect(lines[0]).toContain('relation \\"events_20260302\\" already exists');
    expect(await daysOf('deliveries')).toContain('20260302');
  });
});
