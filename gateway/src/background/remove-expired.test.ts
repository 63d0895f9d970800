import { createLogger } from '@svc/logging';
import { startRemovingExpired } from './remove-expired';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function deletions() {
  const begun: string[] = [];
  let end = (): void => undefined;
  let fail = (): void => undefined;
  const deletion = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      begun.push(name);
      end = resolve;
      fail = () => reject(new Error('PostgreSQL is away'));
    });
  const { stop } = startRemovingExpired({
    limits: { removeExpired: () => void begun.push('limits') },
    allowances: { deleteDaysBefore: deletion('allowances') },
    dailyRequests: { deleteDaysBefore: deletion('requests') },
    storedResponses: { deleteExpired: deletion('answers') },
    now: () => new Date(),
    log: createLogger({ name: 'gateway', level: 'silent' }),
  });
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
  return {
    begun,
    stop,
    pass,
    async end() {
      end();
      await pass(0);
    },
    async fail() {
      fail();
      await pass(0);
    },
  };
}

const ALL = ['limits', 'allowances', 'requests', 'answers'];

it('goes one by one through all that expires, whatever fails, and again a minute later', async () => {
  const { begun, end, fail, pass, stop } = deletions();
  await pass(0);
  expect(begun).toEqual(ALL.slice(0, 2));
  await fail();
  expect(begun).toEqual(ALL.slice(0, 3));
  await end();
  expect(begun).toEqual(ALL);
  await pass(120_000);
  expect(begun).toEqual(ALL);

  await end();
  await pass(59_000);
  expect(begun).toEqual(ALL);
  await pass(2_000);
  expect(begun).toEqual([...ALL, ...ALL.slice(0, 2)]);
  void stop();
});

it('is stopped when the deletion under way has ended, and begins no other', async () => {
  const { begun, end, pass, stop } = deletions();
  await pass(0);
  let hasStopped = false;
  void stop().then(() => (hasStopped = true));
  await pass(1_000);
  expect(hasStopped).toBe(false);

  await end();
  expect(hasStopped).toBe(true);
  await pass(120_000);
  expect(begun).toEqual(['limits', 'allowances']);
});
