import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../server/query-client';
import { reloadAffected } from './reload-affected';

const QUIET_MS = 60_000;
let askedAt: number[];
let takesMs: number;
let stopShowing: () => void;

// One fake clock for all tests, because the module remembers its last read.
beforeAll(() => void jest.useFakeTimers());
afterAll(() => void jest.useRealTimers());

beforeEach(async () => {
  const beganAt = Date.now() + QUIET_MS;
  askedAt = [];
  takesMs = 5;
  stopShowing = new QueryObserver(queryClient, {
    queryKey: ['jobs'],
    queryFn: async () => {
      askedAt.push(Date.now() - beganAt);
      const version = askedAt.length;
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      return version;
    },
  }).subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(QUIET_MS);
  askedAt = [];
});
afterEach(() => {
  stopShowing();
  queryClient.clear();
});

const passed = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const job = { kind: 'job', ids: null } as const;

it('reads what is shown at once, and what is not shown when it is', async () => {
  reloadAffected(job);
  reloadAffected({ kind: 'delivery', ids: null });
  await passed(0);
  expect(askedAt).toEqual([0]);
});

it('shows two changes in a row within half a second, and a storm once a second', async () => {
  reloadAffected(job);
  await passed(100);
  reloadAffected(job);
  await passed(400);
  expect(askedAt).toEqual([0, 250]);

  for (let ms = 0; ms < 10_000; ms += 20) {
    reloadAffected(job);
    await passed(20);
  }
  const inStorm = askedAt.filter((at) => at >= 2_000);
  expect(inStorm.length).toBeLessThanOrEqual(10);
  expect(inStorm.length).toBeGreaterThanOrEqual(8);
});

it('never asks while it has no answer, and then asks again for what has changed meanwhile', async () => {
  takesMs = 5_000;
  reloadAffected(job);
  await passed(1_000);
  reloadAffected(job);
  await passed(3_999);
  expect(askedAt).toHaveLength(1);
  await passed(2);
  expect(askedAt).toHaveLength(2);
});

it('looks at what other contexts keep copies of once more, when they have followed', async () => {
  reloadAffected({ kind: 'technician', ids: [4] });
  await passed(1_010);
  expect(askedAt).toEqual([0, 1_000]);
});
