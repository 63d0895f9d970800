import { toUtcDate } from '@svc/kernel';
import { randomBytes } from 'node:crypto';
import { newEventId } from '@svc/outbox';
import { expectWaitingForLocks } from '@svc/testing';
import type { QueryRunner } from 'typeorm';
import { followGateway } from '../src/consumers/gateway-events';
import { createDeliveryId } from '../src/delivery/attempt-delivery';
import { createDeliveryLog } from '../src/persistence/delivery-log';
import { createSecretBox } from '../src/persistence/secret-box';
import { createUnitOfWork } from '../src/persistence/transaction';
import { followCompaniesAndKeys } from '../src/use-cases/follow-companies-and-keys';
import { givenDelivery } from './given';
import { testService, type TestService } from './service';

const follow = followGateway({ followCompaniesAndKeys: followCompaniesAndKeys() });

let service: TestService;
/** Records attempts at several endpoints, or stops deliveries, step by step. */
let other: QueryRunner;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  other = service.db.createQueryRunner();
  await other.startTransaction();
});
afterEach(async () => {
  if (other.isTransactionActive) await other.rollbackTransaction();
  await other.release();
  await service.db.query('delete from endpoints');
});

const lockEndpoint = (id: number) =>
  other.query('select from endpoints where id = $1 for update', [id]);

async function givenSubscription(keyId: number): Promise<number> {
  const { body } = await service.api
    .as({ actor: `api_key:${keyId}` })
    .post<{ id: number }>('/api/v1/hooks.php', {
      target_url: `https://receiver.example/${newEventId()}`,
      event: 'job.created',
    });
  return body.id;
}

it('subscriptions of several revoked keys are removed in the order of their ids', async () => {
  await givenSubscription(1);
  const second = await givenSubscription(2);
  const third = await givenSubscription(1);
  const revoked = (keyId: number) => ({
    id: newEventId(),
    type: 'key.revoked' as const,
    source: 'gateway' as const,
    companyId: 1,
    recordId: keyId,
    version: 9,
    occurredAt: new Date(),
    actor: 'ui',
    data: { mode: 'live', scopes: [] },
  });

  await lockEndpoint(second);
  const removed = service.db.transaction((tx) =>
    follow(createUnitOfWork(tx, createSecretBox([randomBytes(32)])), [revoked(1), revoked(2)]),
  );
  await expectWaitingForLocks(service.db, 1);
  await lockEndpoint(third);
  await other.commitTransaction();

  await removed;
  expect(await service.db.query('select from endpoints')).toEqual([]);
});

it('an attempt is recorded after who stops its delivery meanwhile, and ends that', async () => {
  const { id: endpointId } = await service.givenEndpoint('https://receiver.example/later');
  const at = new Date(Date.now() + 3_600_000);
  const deliveryId = await givenDelivery(service.db, endpointId, at);

  await other.query('delete from pending_deliveries where delivery_id = $1', [deliveryId]);
  const recorded = createDeliveryLog(service.db).logAttempts([
    {
      id: createDeliveryId(),
      number: 1,
      startedAt: at,
      durationMs: 5,
      responseCode: 200,
      error: null,
      requestHeaders: {},
      requestBody: '{}',
      responseBody: '',
      day: toUtcDate(at),
      companyId: 1,
      deliveryId,
      status: 'succeeded',
      nextAttemptAt: null,
    },
  ]);
  await expectWaitingForLocks(service.db, 1);
  await other.query(`update deliveries set status = 'failed', error = 'stopped' where id = $1`, [
    deliveryId,
  ]);
  await other.commitTransaction();

  await recorded;
  expect(await service.deliveries(`?endpoint_id=${endpointId}`)).toMatchObject([
    { id: deliveryId, status: 'succeeded', attempts: 1 },
  ]);
});

it('stopping deliveries skips one that is being recorded', async () => {
  const { id: endpointId } = await service.givenEndpoint('https://receiver.example/rest');
  const at = new Date(Date.now() + 3_600_000);
  const recorded = await givenDelivery(service.db, endpointId, at);
  const rest = await givenDelivery(service.db, endpointId, at);

  await other.query('select from pending_deliveries where delivery_id = $1 for update', [recorded]);
  await service.db.transaction((tx) => createDeliveryLog(tx).stop(1, endpointId));
  await other.commitTransaction();

  const statuses = await service.deliveries(`?endpoint_id=${endpointId}`);
  expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
    [recorded]: 'pending',
    [rest]: 'failed',
  });
});
