import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../server/query-client';
import { reloadAffected } from './reload-affected';

const QUIET_MS = 60_000;
let sentAt: number[];
let takesMs: number;
let stopShowing: () => void;

// One fake clock for all tests, because the module remembers its last read.
beforeAll(() => void jest.useFakeTimers());
afterAll(() => void jest.useRealTimers());

beforeEach(async () => {
  const beganAt = Date.now() + QUIET_MS;
  sentAt = [];
  takesMs = 5;
  stopShowing = new QueryObserver(queryClient, {
    queryKey: ['jobs'],
    queryFn: async () => {
      sentAt.push(Date.now() - beganAt);
      const version = sentAt.length;
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      return version;
    },
  }).subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(QUIET_MS);
  sentAt = [];
});
afterEach(() => {
  stopShowing();
  queryClient.clear();
});

const passed = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const job = { kind: 'job', ids: null } as const;

it('reloads displayed records at once, and others when they are displayed', async () => {
  reloadAffected(job);
  reloadAffected({ kind: 'delivery', ids: null });
  await passed(0);
  expect(sentAt).toEqual([0]);
});

it('shows two changes within half a second, and many once a second', async () => {
  reloadAffected(job);
  await passed(100);
  reloadAffected(job);
  await passed(400);
  expect(sentAt).toEqual([0, 250]);

  for (let ms = 0; ms < 10_000; ms += 20) {
    reloadAffected(job);
    await passed(20);
  }
  const inStorm = sentAt.filter((at) => at >= 2_000);
  expect(inStorm.length).toBeLessThanOrEqual(10);
  expect(inStorm.length).toBeGreaterThanOrEqual(8);
});

it('sends nothing while a read is running, and then reads later changes', async () => {
  takesMs = 5_000;
  reloadAffected(job);
  await passed(1_000);
  reloadAffected(job);
  await passed(3_999);
  expect(sentAt).toHaveLength(1);
  await passed(2);
  expect(sentAt).toHaveLength(2);
});

it('reloads copied records again after other contexts have followed', async () => {
  reloadAffected({ kind: 'technician', ids: [4] });
  await passed(1_010);
  expect(sentAt).toEqual([0, 1_000]);
});
