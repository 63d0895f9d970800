import { randomBytes } from 'node:crypto';
import { createRun } from '@svc/database';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type { EntityManager } from 'typeorm';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import { createNewEndpoint, type WebhookEndpoint } from '../src/domain/endpoint';
import { createSecrets } from '../src/domain/signing-secret';
import { entities, migrations } from '../src/persistence/data-source';
import type { AttemptToLog } from '../src/persistence/attempt-log';
import { createDeliveryLog } from '../src/persistence/delivery-log';
import type { ClaimedDelivery } from '../src/persistence/claim-deliveries';
import { createDeliveryQueue } from '../src/persistence/delivery-queue';
import { createEndpointRepository } from '../src/persistence/endpoint-repository';
import { createSecretBox } from '../src/persistence/secret-box';
import { givenDelivery } from './given';

const NOON = new Date('2026-03-02T12:00:00Z');
const after = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000);

let database: TestDatabase;
let endpoint: WebhookEndpoint;

beforeAll(async () => {
  database = await createTestDatabase({ context: 'webhooks', entities, migrations });
});
beforeEach(async () => {
  const details = { companyId: 1, managedBy: 'dashboard', keyId: null } as const;
  const secrets = createSecrets('whsec_1');
  endpoint = await createEndpointRepository(
    database.db.manager,
    createSecretBox([randomBytes(32)]),
  ).add(
    createNewEndpoint(
      { ...details, secrets, url: 'https://a.example/', events: ['job.created'] },
      NOON,
    ),
  );
});
afterAll(() => database.close());

const log = () => createDeliveryLog(database.db);
const queue = () => createDeliveryQueue(createRun(database.db));

const dueClasses = async (at: Date) =>
  (await queue().findDueClasses(at, true)).filter(({ endpointId }) => endpointId === endpoint.id);

const givenOne = (): Promise<string> => givenDelivery(database.db, endpoint.id, NOON);

const claim = (count: number, at = NOON): Promise<ClaimedDelivery[]> =>
  queue().claim(
    [{ companyId: 1, endpointId: endpoint.id, isRetry: false, count }],
    at,
    new Date(at.getTime() + 20_000),
  );

const finished = (
  { day, deliveryId }: ClaimedDelivery,
  outcome: Pick<AttemptToLog, 'status' | 'nextAttemptAt'>,
): AttemptToLog => ({
  id: createDeliveryId(),
  number: 1,
  startedAt: after(1),
  durationMs: 5,
  responseCode: outcome.status === 'succeeded' ? 200 : 503,
  error: outcome.status === 'succeeded' ? null : 'http_503',
  requestHeaders: {},
  requestBody: '{}',
  responseBody: null,
  day,
  companyId: 1,
  deliveryId,
  ...outcome,
});

it('gives a delivery to one sender, however many claim at once', async () => {
  const given = await Promise.all(Array.from({ length: 20 }, givenOne));

  const claims = await Promise.all([claim(8), claim(8), claim(8), claim(8)]);

  const ids = claims.flat().map(({ deliveryId }) => deliveryId);
  expect(new Set(ids).size).toBe(ids.length);
  const rest = await claim(20);
  expect([...ids, ...rest.map(({ deliveryId }) => deliveryId)].sort()).toEqual(given.sort());
});

it('gives the trace of the event, which an event of before has not', async () => {
  const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const id = await givenOne();
  expect((await claim(1))[0]?.event.trace).toBeUndefined();
  await database.db.query(
    `update events set trace = $1
     where id = (select event_id from deliveries where id = $2)`,
    [trace, id],
  );

  expect((await claim(1, after(20)))[0]?.event.trace).toEqual(trace);
});

it('gives it again when its lease has ended', async () => {
  const id = await givenOne();
  await claim(1);

  expect(await claim(1, after(19))).toEqual([]);
  expect(await claim(1, after(20))).toMatchObject([{ deliveryId: id, attempts: 0 }]);
});

it('keeps one whose lease is renewed, and takes none back whose lease has ended', async () => {
  const id = await givenOne();
  const claimed = await claim(1);

  await queue().renew(claimed, after(15), after(35));

  expect(await claim(1, after(34))).toEqual([]);
  expect(await claim(1, after(35))).toMatchObject([{ deliveryId: id, attempts: 0 }]);
  await queue().renew(claimed, after(55), after(75));
  expect(await claim(1, after(55))).toMatchObject([{ deliveryId: id }]);
});

it('gives first what was planned first', async () => {
  const [later, earlier] = [
    await givenDelivery(database.db, endpoint.id, after(2)),
    await givenDelivery(database.db, endpoint.id, after(1)),
  ];

  expect(await claim(1, after(3))).toMatchObject([{ deliveryId: earlier }]);
  expect(await claim(2, after(3))).toMatchObject([{ deliveryId: later }]);
});

it('writes no index when it claims or logs a success', async () => {
  await Promise.all(Array.from({ length: 20 }, givenOne));

  await database.db.transaction(async (tx) => {
    const before = await indexesWritten(tx);
    const quota = { companyId: 1, endpointId: endpoint.id, isRetry: false, count: 20 };
    const claimed = await createDeliveryQueue(createRun(tx)).claim([quota], NOON, after(20));
    await createDeliveryLog(tx).logAttempts(
      claimed.map((each) => finished(each, { status: 'succeeded', nextAttemptAt: null })),
    );

    expect(claimed).toHaveLength(20);
    expect(await indexesWritten(tx)).toEqual(before);
  });
});

/** Counts index writes of this connection. */
const indexesWritten = (tx: EntityManager): Promise<unknown> =>
  tx.query(`
    select relname, pg_stat_get_xact_tuples_updated(oid) - pg_stat_get_xact_tuples_hot_updated(oid)
    from pg_class
    where oid in ('pending_deliveries'::regclass, 'deliveries_other'::regclass) order by relname`);

it('moves a failed one to the retries', async () => {
  const id = await givenOne();
  const [claimed] = await claim(1);

  await log().logAttempts([
    finished(claimed as ClaimedDelivery, { status: 'retrying', nextAttemptAt: after(15) }),
  ]);

  expect(await dueClasses(after(14))).toEqual([]);
  expect(await dueClasses(after(15))).toEqual([
    { companyId: 1, endpointId: endpoint.id, isRetry: true, due: 1 },
  ]);
  expect(await log().get(1, id)).toMatchObject({
    status: 'retrying',
    attempts: 1,
    error: 'http_503',
    nextAttemptAt: after(15),
  });
});

it('begins anew with one that is sent again while it waits for its next attempt', async () => {
  const id = await givenOne();
  const [claimed] = await claim(1);
  await log().logAttempts([
    finished(claimed as ClaimedDelivery, { status: 'retrying', nextAttemptAt: after(15) }),
  ]);

  await log().resend(1, id, after(1));

  expect(await claim(1, after(1))).toMatchObject([
    { deliveryId: id, isRetry: false, attempts: 0, loggedAttempts: 1 },
  ]);
});

it('keeps stopped what was stopped while it was under way, unless that attempt succeeded', async () => {
  await givenOne();
  await givenOne();
  const [first, second] = await claim(2);
  await log().stop(1, endpoint.id);

  await log().logAttempts([
    finished(first as ClaimedDelivery, { status: 'retrying', nextAttemptAt: after(15) }),
    finished(second as ClaimedDelivery, { status: 'succeeded', nextAttemptAt: null }),
  ]);

  expect(await log().get(1, String(first?.deliveryId))).toMatchObject({
    status: 'failed',
    error: 'stopped',
    attempts: 1,
    nextAttemptAt: null,
  });
  expect(await log().get(1, String(second?.deliveryId))).toMatchObject({
    status: 'succeeded',
    error: null,
  });
  expect(await dueClasses(after(3_600))).toEqual([]);
});

it('logs the attempt', async () => {
  await givenOne();
  const [claimed] = await claim(1);

  await log().logAttempts([
    finished(claimed as ClaimedDelivery, { status: 'succeeded', nextAttemptAt: null }),
  ]);

  const [attempt] = await log().findAttempts(1, String(claimed?.deliveryId));
  expect(attempt).toMatchObject({ number: 1, responseCode: 200, requestBody: '{}' });
});

it('logs the body of each attempt of a batch', async () => {
  await Promise.all([givenOne(), givenOne(), givenOne()]);
  const claimed = await claim(3);
  const bodies = ['{"a":"\\u0007 \u2028"}', '{"b":"é"}', '{"a":"\\u0007 \u2028"}'];

  await log().logAttempts(
    claimed.map((each, index) => ({
      ...finished(each, { status: 'succeeded', nextAttemptAt: null }),
      requestBody: String(bodies[index]),
    })),
  );

  const logged = await Promise.all(
    claimed.map(({ deliveryId }) => log().findAttempts(1, deliveryId)),
  );
  expect(logged.flat().map(({ requestBody }) => requestBody)).toEqual(bodies);
});

it('tells how long the oldest has waited', async () => {
  await givenOne();

  expect(await queue().findOldestAge()).toBeGreaterThan(0);
});
