import { createLogger } from '@svc/logging';
import { createRecorder, type EndedAttempt, type RecorderSettings } from './recorder';

const log = createLogger({ name: 'test', level: 'silent' });

const ended = (companyId: number, requestBody: string, secondsAgo = 0): EndedAttempt =>
  ({
    claimed: { companyId },
    attempt: { requestBody },
    endedAt: new Date(Date.now() - 1_000 * secondsAgo),
  }) as unknown as EndedAttempt;

/** The companies whose attempts each batch has recorded. */
async function batchesOf(
  attempts: readonly EndedAttempt[],
  renew: RecorderSettings['renew'] = async () => undefined,
): Promise<number[][]> {
  const batches: number[][] = [];
  const recorder = createRecorder({
    async settle(batch) {
      batches.push(batch.map(({ claimed }) => claimed.companyId));
      return batch.map(() => 'succeeded');
    },
    renew,
    settled: () => undefined,
    log,
    leaseMs: 60_000,
  });
  for (const each of attempts) recorder.add(each);
  await recorder.idle();
  return batches;
}

const times = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at));

it('records what is small together, 256 at a time', async () => {
  const batches = await batchesOf(times(600, (at) => ended(at % 3, `body ${at}`)));

  expect(batches.map(({ length }) => length)).toEqual([256, 256, 88]);
});

const large = (companyId: number, count: number): EndedAttempt[] =>
  times(count, () => ended(companyId, 'x'.repeat(600_000)));

it('records many small ones of a company with the first large ones of another', async () => {
  const batches = await batchesOf([...large(1, 50), ...times(100, () => ended(2, 'small'))]);

  expect(batches[0]?.filter((companyId) => companyId === 2)).toHaveLength(100);
  expect(batches[0]?.filter((companyId) => companyId === 1)).toHaveLength(3);
  expect(batches.flat()).toHaveLength(150);
});

it('has room for what is small beside any number of companies with large ones', async () => {
  const batches = await batchesOf([
    ...times(10, (at) => at).flatMap((companyId) => large(companyId, 5)),
    ended(99, 'small'),
  ]);

  expect(batches[0]).toEqual([0, 1, 2, 99]);
  expect(batches[1]).toEqual([3, 4, 5]);
  expect(batches.slice(1).every(({ length }) => length <= 3)).toBe(true);
});

it('records one that is larger than a batch by itself', async () => {
  const batches = await batchesOf(times(2, () => ended(1, 'x'.repeat(3_000_000))));

  expect(batches).toEqual([[1], [1]]);
});

it('renews the leases of those that have waited long, once in a while, and records them where it cannot', async () => {
  const renewed: number[][] = [];
  const attempts = [ended(1, 'long', 4), ended(2, 'new'), ...large(3, 10), ended(4, 'long', 9)];

  const batches = await batchesOf(attempts, async (claimed) => {
    renewed.push(claimed.map(({ companyId }) => companyId));
    throw new Error('a fault');
  });

  expect(renewed).toEqual([[1, 4]]);
  expect(batches.flat()).toHaveLength(13);
});
