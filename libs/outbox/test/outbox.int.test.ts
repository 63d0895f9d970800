import { createRun, statement, type NoValues } from '@svc/database';
import type { TestDatabase } from '@svc/testing';
import { createOutbox, createOutboxRow, newEventId, newUlid } from '../src';
import { recordConsumedEvents } from '../src/consumed-events';
import { anEvent, givenDatabase, recordedIn } from './given';

let database: TestDatabase;

beforeAll(async () => {
  database = await givenDatabase();
});

afterEach(() => database.db.query('truncate outbox, consumed_events'));

afterAll(() => database.close());

describe('append', () => {
  it('records all events of a change as CloudEvents, in order', async () => {
    const { db } = database;

    await db.transaction((tx) =>
      createOutbox(tx, 'jobs').append([
        anEvent({ type: 'job.status_changed', recordId: 7, version: 3 }),
        anEvent({ type: 'job.completed', recordId: 7, version: 3 }),
      ]),
    );

    const rows = await recordedIn(db);
    const envelopes = rows.map(({ envelope }) => JSON.parse(envelope));
    expect(envelopes.map(({ type }) => type)).toEqual(['job.status_changed', 'job.completed']);
    expect(envelopes[0]).toEqual({
      specversion: '1.0',
      id: rows[0]?.event_id,
      source: '/jobs',
      type: 'job.status_changed',
      subject: '7',
      time: '2026-05-27T14:30:00.250Z',
      datacontenttype: 'application/json',
      companyid: 1,
      version: 3,
      actor: 'ui',
      data: {},
    });
    expect(rows.map(({ relayed_at }) => relayed_at)).toEqual([null, null]);
  });

  it('leaves nothing behind when the change is rolled back', async () => {
    const { db } = database;
    const change = db.transaction(async (tx) => {
      await createOutbox(tx, 'jobs').append([anEvent()]);
      throw new Error('refused');
    });

    await expect(change).rejects.toThrow('refused');
    expect(await recordedIn(db)).toEqual([]);
  });

  it('refuses an event that NATS would refuse', () => {
    const announce = (bytes: number) =>
      createOutboxRow('jobs', anEvent({ data: { text: 'x'.repeat(bytes) } }));

    expect(() => announce(500_000)).not.toThrow();
    // Exceeds 512 KiB with its headers.
    expect(() => announce(523_500)).toThrow('too large');
  });
});

it('makes ULIDs that grow', () => {
  const ids = Array.from({ length: 10_000 }, newUlid);

  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_000);
});

it('names events by ULIDs that grow by the millisecond, of which none tells another', () => {
  const ids = Array.from({ length: 10_000 }, newEventId);

  expect(ids[0]).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  const times = ids.map((id) => id.slice(0, 'evt_'.length + 10));
  expect([...times].sort()).toEqual(times);
  // Some share a millisecond and differ in their random part.
  expect(new Set(times).size).toBeLessThan(10_000);
  expect(new Set(ids.map((id) => id.slice(-16, -8))).size).toBe(10_000);
});

describe('consumeEach', () => {
  const consume = (consumer: string, id: string): Promise<boolean> =>
    database.db.transaction(async (tx) => (await recordConsumedEvents(tx, consumer, [id])).has(id));

  it('has an event once for each consumer', async () => {
    expect(await consume('names', 'evt_1')).toBe(true);
    expect(await consume('names', 'evt_1')).toBe(false);
    expect(await consume('names', 'evt_2')).toBe(true);
    expect(await consume('others', 'evt_1')).toBe(true);
  });

  it('has it again when the transaction was rolled back', async () => {
    const failed = database.db.transaction(async (tx) => {
      await recordConsumedEvents(tx, 'names', ['evt_1']);
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');

    expect(await consume('names', 'evt_1')).toBe(true);
  });

  it('has it in exactly one of many transactions at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => consume('names', 'evt_1')));

    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const [row] = await createRun(database.db)(
      statement<NoValues, { count: number }>()(
        'count_consumed',
        'select count(*) as count from consumed_events',
      ),
    );
    expect(row?.count).toBe(1);
  });
});
