import type { ClaimedDelivery } from '../persistence/claim-deliveries';
import { createClaimedDeliveries } from './claimed-deliveries';

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
  const claims = createClaimedDeliveries(() => (calls += 1));
  claims.add([first, retry, other]);
  return { claims, calls: () => calls };
}

it('counts what is claimed: all, retries, by company and by endpoint', () => {
  const { claims } = given();

  expect(claims.count()).toBe(3);
  expect(claims.countRetries()).toBe(1);
  expect([...claims.countByCompany()]).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect([
    claims.countOpenRequests(10),
    claims.countOpenRequests(20),
    claims.countOpenRequests(30),
  ]).toEqual([2, 1, 0]);
});

it('gives the endpoint room when it has answered, and the slot back when it is released', () => {
  const { claims, calls } = given();

  claims.markEnded(first);
  expect([claims.countOpenRequests(10), claims.count(), calls()]).toEqual([1, 3, 1]);

  claims.release([first]);
  expect([claims.countOpenRequests(10), claims.count(), calls()]).toEqual([1, 2, 2]);
  expect([claims.has(first), claims.has(retry)]).toEqual([false, true]);
});

it('has nothing any more of what it has forgotten', () => {
  const { claims } = given();

  claims.forgetAll();

  expect(claims.all()).toEqual([]);
  expect(claims.has(first)).toBe(false);
});

it('says when there are none left, or that it has waited long enough', async () => {
  const { claims } = given();
  await claims.waitUntilNone(1);

  const none = claims.waitUntilNone(600_000);
  claims.release([first, retry]);
  expect(claims.all()).toEqual([other]);
  claims.release([other]);

  await none;
  await claims.waitUntilNone(600_000);
});
