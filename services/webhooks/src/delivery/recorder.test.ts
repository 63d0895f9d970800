import { createLogger } from '@svc/logging';
import { createRecorder, type EndedAttempt, type RecorderSettings } from './recorder';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const LEASE_MS = 20_000;

const ended = (companyId: number, requestBody: string, secondsAgo = 0): EndedAttempt =>
  ({
    delivery: { companyId },
    attempt: { requestBody },
    endedAt: new Date(Date.now() - 1_000 * secondsAgo),
  }) as unknown as EndedAttempt;

const companiesOf = (attempts: readonly EndedAttempt[]): number[] =>
  attempts.map(({ delivery }) => delivery.companyId);

function recording(settings: Partial<Pick<RecorderSettings, 'write' | 'renew'>> = {}) {
  const batches: number[][] = [];
  const recorded: number[] = [];
  const givenUp: number[] = [];
  const recorder = createRecorder({
    async write(batch) {
      batches.push(companiesOf(batch));
      return settings.write?.(batch) ?? batch.map(() => 'succeeded');
    },
    renew: settings.renew ?? (async () => undefined),
    onRecorded(attempts, statuses) {
      (statuses.length > 0 ? recorded : givenUp).push(...companiesOf(attempts));
    },
    log: createLogger({ name: 'test', level: 'silent' }),
    leaseMs: LEASE_MS,
    now: () => new Date(),
  });
  return {
    recorder,
    batches,
    recorded,
    givenUp,
    pass: (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms),
  };
}

async function batchesOf(
  attempts: readonly EndedAttempt[],
  renew?: RecorderSettings['renew'],
): Promise<number[][]> {
  const { recorder, batches, pass } = recording({ renew });
  for (const each of attempts) recorder.add(each);
  await pass(1_000);
  await recorder.waitUntilIdle();
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

it('records together what ends within three milliseconds', async () => {
  const { recorder, batches, pass } = recording();
  recorder.add(ended(1, 'first'));
  await pass(2);
  recorder.add(ended(2, 'soon'));
  expect(batches).toEqual([]);

  await pass(1);
  expect(batches).toEqual([[1, 2]]);
});

describe('after an error', () => {
  it('records each by itself half a second later, whatever becomes of the others', async () => {
    const write: RecorderSettings['write'] = async (batch) => {
      if (companiesOf(batch).includes(2)) throw new Error('cannot be written');
      return batch.map(() => 'succeeded');
    };
    const { recorder, batches, recorded, givenUp, pass } = recording({ write });
    for (const companyId of [1, 2, 3]) recorder.add(ended(companyId, 'body'));

    await pass(3 + 499);
    expect(batches).toEqual([[1, 2, 3]]);
    await pass(1);
    expect(batches.slice(1)).toEqual([[1], [2], [3]]);
    expect(recorded).toEqual([1, 3]);
    expect(givenUp).toEqual([]);
  });

  it('goes on with what it could not record, and is idle once it is recorded', async () => {
    let isAway = true;
    const write: RecorderSettings['write'] = async (batch) => {
      if (isAway) throw new Error('PostgreSQL is away');
      return batch.map(() => 'succeeded');
    };
    const { recorder, recorded, pass } = recording({ write });
    recorder.add(ended(1, 'body'));
    let isIdle = false;
    void recorder.waitUntilIdle().then(() => (isIdle = true));

    await pass(5_000);
    expect({ recorded, isIdle }).toEqual({ recorded: [], isIdle: false });
    isAway = false;
    await pass(1_000);
    expect({ recorded, isIdle }).toEqual({ recorded: [1], isIdle: true });
  });

  it('gives up an attempt once its lease has ended', async () => {
    const write: RecorderSettings['write'] = async () => {
      throw new Error('PostgreSQL is away');
    };
    const { recorder, batches, recorded, givenUp, pass } = recording({ write });
    recorder.add(ended(1, 'older', 10));
    recorder.add(ended(2, 'newer'));

    await pass(9_500);
    expect(givenUp).toEqual([]);
    await pass(1_500);
    expect(givenUp).toEqual([1]);
    await pass(10_000);
    expect(givenUp).toEqual([1, 2]);

    const asked = batches.length;
    await pass(60_000);
    expect(batches).toHaveLength(asked);
    expect(recorded).toEqual([]);
  });
});

describe('the leases of those that wait', () => {
  it('are renewed after three seconds, and what cannot be renewed is recorded all the same', async () => {
    const renewed: number[][] = [];
    const attempts = [ended(1, 'long', 4), ended(2, 'new'), ...large(3, 10), ended(4, 'long', 9)];

    const batches = await batchesOf(attempts, async (claimed) => {
      renewed.push(claimed.map(({ companyId }) => companyId));
      throw new Error('a fault');
    });

    expect(renewed).toEqual([[1, 4]]);
    expect(batches.flat()).toHaveLength(13);
  });

  it('are renewed again every three seconds, for as long as they wait', async () => {
    const renewedAtMs: number[] = [];
    const beganMs = Date.now();
    const { recorder, pass } = recording({
      async write(batch) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return batch.map(() => 'succeeded');
      },
      renew: async () => void renewedAtMs.push(Date.now() - beganMs),
    });
    for (const each of large(1, 30)) recorder.add(each);

    await pass(60_000);
    await recorder.waitUntilIdle();
    // The last of ten batches begins after nine seconds.
    expect(renewedAtMs.map((ms) => Math.floor(ms / 1_000))).toEqual([3, 6, 9]);
  });
});
