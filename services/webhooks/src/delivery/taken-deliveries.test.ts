import type { ClaimedDelivery } from '../persistence/claim-deliveries';
import { createTakenDeliveries } from './taken-deliveries';

const delivery = (fields: Partial<ClaimedDelivery>): ClaimedDelivery => ({
  companyId: 1,
  sandboxOf: null,
  deliveryId: 'dlv_1',
  day: '2026-03-02',
  endpointId: 10,
  isRetry: false,
  attempts: 0,
  loggedAttempts: 0,
  event: {
    id: 'evt_1',
    companyId: 1,
    type: 'job.created',
    recordId: 5,
    version: 1,
    occurredAt: new Date('2026-03-02T14:15:00Z'),
    source: 'ui',
    previous: {},
    object: null,
  },
  zone: 'UTC',
  country: 'US',
  endpoint: undefined,
  ...fields,
});

const first = delivery({});
const retry = delivery({ isRetry: true });
const other = delivery({ companyId: 2, endpointId: 20 });

function given() {
  let calls = 0;
  const taken = createTakenDeliveries(() => (calls += 1));
  taken.add([first, retry, other]);
  return { taken, calls: () => calls };
}

it('counts what is taken: all, retries, by company and by endpoint', () => {
  const { taken } = given();

  expect(taken.count()).toBe(3);
  expect(taken.countRetries()).toBe(1);
  expect([...taken.countByCompany()]).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect([
    taken.countSendingToEndpoint(10),
    taken.countSendingToEndpoint(20),
    taken.countSendingToEndpoint(30),
  ]).toEqual([2, 1, 0]);
});

it('gives the endpoint room when it has answered, and the slot back when it is released', () => {
  const { taken, calls } = given();

  taken.markEnded(first);
  expect([taken.countSendingToEndpoint(10), taken.count(), calls()]).toEqual([1, 3, 1]);

  taken.release([first]);
  expect([taken.countSendingToEndpoint(10), taken.count(), calls()]).toEqual([1, 2, 2]);
  expect([taken.has(first), taken.has(retry)]).toEqual([false, true]);
});

it('has nothing any more of what it has forgotten', () => {
  const { taken } = given();

  taken.forgetAll();

  expect(taken.all()).toEqual([]);
  expect(taken.has(first)).toBe(false);
});

it('says when there are none left, or that it has waited long enough', async () => {
  const { taken } = given();
  await taken.waitUntilNone(1);

  const none = taken.waitUntilNone(600_000);
  taken.release([first, retry]);
  expect(taken.all()).toEqual([other]);
  taken.release([other]);

  await none;
  await taken.waitUntilNone(600_000);
});
