import { POOL_SIZE } from '@svc/contracts';
import { runOn } from '@svc/database';
import type { EntityManager } from 'typeorm';
import { jobIds } from '../src/persistence/job-ids';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Carries work out in one transaction after the other, each begun within the one before. */
const withinTransactions = (
  count: number,
  work: (all: readonly EntityManager[]) => Promise<void>,
  begun: readonly EntityManager[] = [],
): Promise<void> =>
  begun.length === count
    ? work(begun)
    : service.db.transaction((tx) => withinTransactions(count, work, [...begun, tx]));

it('gives transactions that have all connections their ids while a creation without one waits', async () => {
  const idsOn = jobIds();
  let waiting: Promise<number> | undefined;
  const given: number[] = [];

  await withinTransactions(POOL_SIZE, async (all) => {
    waiting = idsOn(runOn(service.db))();
    given.push(...(await Promise.all(all.map((tx) => idsOn(runOn(tx))()))));
  });
  given.push(Number(await waiting));

  expect(given).toHaveLength(POOL_SIZE + 1);
  expect(new Set(given).size).toBe(POOL_SIZE + 1);
});

it('gives each id once, to more creations than it reserves at a time', async () => {
  const idsOn = jobIds();
  const next = idsOn(runOn(service.db));

  const given = await Promise.all(Array.from({ length: 100 }, () => next()));

  expect(new Set(given).size).toBe(100);
});
