import { randomBytes } from 'node:crypto';
import { createRun } from '@svc/database';
import { expectWaitingForLocks, createTestDatabase, type TestDatabase } from '@svc/testing';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import { createNewEndpoint } from '../src/domain/endpoint';
import { createSecrets } from '../src/domain/signing-secret';
import { entities, migrations } from '../src/persistence/data-source';
import type { EndedAttempt } from '../src/delivery/recorder';
import { createDeliveryLog } from '../src/persistence/delivery-log';
import { createDeliveryQueue } from '../src/persistence/delivery-queue';
import {
  createEndpointRepository,
  createFindFailing,
} from '../src/persistence/endpoint-repository';
import { createSecretBox } from '../src/persistence/secret-box';
import { createTransact } from '../src/persistence/transaction';
import { recordAttempts } from '../src/use-cases/record-attempts';
import { stopDeliveries } from '../src/use-cases/stop-deliveries';
import { givenDelivery } from './given';

const NOON = new Date('2026-03-02T12:00:00Z');
const box = createSecretBox([randomBytes(32)]);

let database: TestDatabase;
let endpointId: number;

beforeAll(async () => {
  database = await createTestDatabase({ context: 'webhooks', entities, migrations });
});
beforeEach(async () => {
  const details = { companyId: 1, managedBy: 'dashboard', keyId: null } as const;
  const secrets = createSecrets('whsec_1');
  const endpoint = await createEndpointRepository(database.db.manager, box).add(
    createNewEndpoint({ ...details, secrets, url: 'https://a.example/?t=1', events: [] }, NOON),
  );
  endpointId = endpoint.id;
});
afterAll(() => database.close());

async function givenEnded(responseCode: number): Promise<EndedAttempt> {
  const { db } = database;
  await givenDelivery(db, endpointId, NOON);
  const leaseEndsAt = new Date(NOON.getTime() + 20_000);
  const quota = { companyId: 1, endpointId, isRetry: false, count: 1 };
  const [delivery] = await createDeliveryQueue(createRun(db)).claim([quota], NOON, leaseEndsAt);
  if (!delivery) throw new Error('Nothing was claimed.');
  return {
    delivery,
    attempt: {
      id: createDeliveryId(),
      startedAt: NOON,
      durationMs: 5,
      responseCode,
      error: null,
      hasBegun: true,
      retryAfterSeconds: null,
      requestHeaders: {},
      requestBody: '{}',
      responseBody: null,
    },
    endedAt: NOON,
  };
}

const record = (...ended: readonly EndedAttempt[]) =>
  recordAttempts({
    transact: createTransact(database.db, box, () => undefined),
    logAttempts: createDeliveryLog(database.db).logAttempts,
    findFailing: createFindFailing(createRun(database.db)),
    gapsMs: [15_000],
  })(ended);

const announced = async (): Promise<[string, unknown][]> => {
  const rows: { type: string; data: unknown }[] = await database.db.query(
    `select type, envelope::json -> 'data' as data from outbox
     where envelope::json ->> 'subject' = $1 order by seq`,
    [String(endpointId)],
  );
  return rows.map(({ type, data }) => [type, data]);
};

const ENDPOINT = {
  url: 'https://a.example/',
  managed_by: 'dashboard',
  failing_since: NOON.toISOString(),
};
const FAILING = [
  'webhook.endpoint_failing',
  { ...ENDPOINT, reason: null, delivery_id: expect.stringMatching(/^dlv_/) },
];

it('announces the first delivery that failed for good, and no second before a success', async () => {
  await record(await givenEnded(400));
  await record(await givenEnded(404), await givenEnded(400));
  expect(await announced()).toEqual([FAILING]);

  await record(await givenEnded(200), await givenEnded(400));

  expect(await announced()).toEqual([FAILING, FAILING]);
});

it('announces no delivery that somebody resent, and the next that fails by itself', async () => {
  const ended = await givenEnded(400);
  const resent = { ...ended, delivery: { ...ended.delivery, loggedAttempts: 1 } };
  await record(resent);
  expect(await announced()).toEqual([]);

  const next = await givenEnded(400);
  await record(next);

  expect(await announced()).toEqual([
    [FAILING[0], { ...ENDPOINT, reason: null, delivery_id: next.delivery.deliveryId }],
  ]);
});

it('announces alone that the endpoint is off when one batch brings the first failure and the fifth', async () => {
  const ended = [];
  for (let count = 1; count <= 5; count += 1) ended.push(await givenEnded(400));

  await record(...ended);

  expect(await announced()).toEqual([
    ['webhook.endpoint_off', { ...ENDPOINT, reason: 'deliveries_failed' }],
  ]);
});

it('counts from a success that was claimed before the failures', async () => {
  const success = await givenEnded(200);
  for (let count = 1; count <= 4; count += 1) await record(await givenEnded(400));

  await record(success);
  for (let count = 1; count <= 4; count += 1) await record(await givenEnded(400));

  expect(await announced()).toEqual([FAILING, FAILING]);
});

it('stops what waits for an endpoint that is off, and nothing of one that is on again', async () => {
  const id = await givenDelivery(database.db, endpointId, NOON);
  const stop = stopDeliveries({ transact: createTransact(database.db, box, () => undefined) });
  const delivery = () => createDeliveryLog(database.db).get(1, id);

  await stop(1, endpointId);
  expect(await delivery()).toMatchObject({ status: 'pending' });

  await database.db.query('update endpoints set is_on = false where id = $1', [endpointId]);
  await stop(1, endpointId);
  expect(await delivery()).toMatchObject({ status: 'failed', error: 'stopped' });
});

it('says when it was the receiver who stopped the endpoint', async () => {
  await record(await givenEnded(410));

  const { failing_since: _, ...endpoint } = ENDPOINT;
  expect(await announced()).toEqual([['webhook.endpoint_off', { ...endpoint, reason: 'gone' }]]);
});

it('records an attempt whose endpoint is being switched off', async () => {
  const ended = await givenEnded(503);
  const runner = database.db.createQueryRunner();
  await runner.startTransaction();
  await createEndpointRepository(runner.manager, box).lock(1, endpointId);

  const recording = record(ended);
  await expectWaitingForLocks(database.db, 1);
  await createDeliveryLog(runner.manager).stop(1, endpointId);
  await runner.commitTransaction();
  await runner.release();
  await recording;

  const { deliveryId } = ended.delivery;
  expect(await createDeliveryLog(database.db).get(1, deliveryId)).toMatchObject({
    status: 'failed',
    error: 'stopped',
    attempts: 1,
  });
});
