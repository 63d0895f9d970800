import { createLogger } from '@svc/logging';
import { createRecorder, type EndedAttempt } from './recorder';

const log = createLogger({ name: 'test', level: 'silent' });

const ended = (companyId: number, requestBody: string): EndedAttempt =>
  ({
    claimed: { companyId },
    attempt: { requestBody },
    endedAt: new Date(),
  }) as unknown as EndedAttempt;

/** The companies whose attempts each batch has recorded. */
async function batchesOf(attempts: readonly EndedAttempt[]): Promise<number[][]> {
  const batches: number[][] = [];
  const recorder = createRecorder({
    async settle(batch) {
      batches.push(batch.map(({ claimed }) => claimed.companyId));
      return batch.map(() => 'succeeded');
    },
    settled: () => undefined,
    log,
    leaseMs: 60_000,
  });
  for (const each of attempts) recorder.add(each);
  await recorder.idle();
  return batches;
}

const times = (count: number, attempt: (at: number) => EndedAttempt): EndedAttempt[] =>
  Array.from({ length: count }, (_, at) => attempt(at));

it('records what is small together, 256 at a time', async () => {
  const batches = await batchesOf(times(600, (at) => ended(at % 3, `body ${at}`)));

  expect(batches.map(({ length }) => length)).toEqual([256, 256, 88]);
});

it('records an attempt of another company with the first of one that has large bodies', async () => {
  const large = times(50, (at) => ended(1, `${at}${'x'.repeat(600_000)}`));

  const batches = await batchesOf([...large, ended(2, 'small'), ended(2, 'small')]);

  expect(batches[0]).toEqual([1, 2, 1, 2, 1]);
  expect(batches.flat().filter((companyId) => companyId === 1)).toHaveLength(50);
  expect(Math.max(...batches.slice(1).map(({ length }) => length))).toBeLessThanOrEqual(3);
});

it('counts a body once that went to many endpoints', async () => {
  const body = 'x'.repeat(600_000);

  expect(await batchesOf(times(100, () => ended(1, body)))).toHaveLength(1);
});

it('records one that is larger than a batch by itself', async () => {
  const batches = await batchesOf(times(2, (at) => ended(1, `${at}${'x'.repeat(3_000_000)}`)));

  expect(batches).toEqual([[1], [1]]);
});
