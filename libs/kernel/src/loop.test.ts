import { startLoop, type Loop, type LoopSettings, type LoopResult } from './loop';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function counting(settings: Partial<LoopSettings> = {}) {
  const ends: ((next: LoopResult) => void)[] = [];
  const loop: Loop = startLoop({
    work: () => new Promise<LoopResult>((resolve) => ends.push(resolve)),
    minIntervalMs: 20,
    pollMs: 5_000,
    ...settings,
  });
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
  return {
    loop,
    pass,
    begun: () => ends.length,
    async end(next: LoopResult = 'done') {
      ends.at(-1)?.(next);
      await pass(0);
    },
  };
}

it('begins at once', () => {
  const { begun } = counting();

  expect(begun()).toBe(1);
});

it('goes on at once while there is more', async () => {
  const { begun, end } = counting();

  await end('more');
  expect(begun()).toBe(2);
  await end('more');
  expect(begun()).toBe(3);
});

it('does nothing twice at a time, and once what was asked for many times', async () => {
  const { loop, begun, end, pass } = counting();
  for (let count = 0; count < 5; count += 1) loop.wake();
  await pass(60_000);
  expect(begun()).toBe(1);

  await end();
  await pass(20);
  expect(begun()).toBe(2);

  await end();
  await pass(4_000);
  expect(begun()).toBe(2);
});

it('gathers what is asked for before it begins again', async () => {
  const { loop, begun, end, pass } = counting();
  await end();

  loop.wake();
  await pass(19);
  expect(begun()).toBe(1);
  await pass(1);
  expect(begun()).toBe(2);
});

it('polls as soon as the work says', async () => {
  const { begun, end, pass } = counting();
  await end({ pollMs: 200 });

  await pass(20 + 199);
  expect(begun()).toBe(1);
  await pass(1);
  expect(begun()).toBe(2);
  await end();
  await pass(20 + 4_999);
  expect(begun()).toBe(2);
});

it('gathers for as long as the work says', async () => {
  const { loop, begun, end, pass } = counting();
  await end({ minIntervalMs: 50 });

  loop.wake();
  await pass(49);
  expect(begun()).toBe(1);
  await pass(1);
  expect(begun()).toBe(2);
});

it('begins at once when it is asked later', async () => {
  const { loop, begun, end, pass } = counting();
  await end();
  await pass(1_000);
  expect(begun()).toBe(1);

  loop.wake();
  await pass(0);
  expect(begun()).toBe(2);
});

it('begins again after a while though nobody asks', async () => {
  const { begun, end, pass } = counting();
  await end();

  await pass(5_019);
  expect(begun()).toBe(1);
  await pass(1);
  expect(begun()).toBe(2);
});

it('waits longer after each failure in a row, whoever asks', async () => {
  const { loop, begun, end, pass } = counting({ retryMs: [250, 500, 1_000] });
  const waits = [250, 500, 1_000, 1_000];

  for (const [index, wait] of waits.entries()) {
    await end('failed');
    loop.wake();
    await pass(wait - 1);
    expect(begun()).toBe(index + 1);
    await pass(1);
    expect(begun()).toBe(index + 2);
  }

  await end('done');
  await pass(5_020);
  await end('failed');
  await pass(250);
  expect(begun()).toBe(waits.length + 3);
});

it('is told how many pieces of work have failed in a row', async () => {
  const told: number[] = [];
  const outcomes: LoopResult[] = ['failed', 'failed', 'more', 'failed', 'done'];
  const work = async (failures: number): Promise<LoopResult> => {
    told.push(failures);
    return outcomes[told.length - 1] ?? 'done';
  };
  const { loop, pass } = counting({ work, retryMs: [10] });

  await pass(60);
  await loop.stop();

  expect(told).toEqual([0, 1, 2, 0, 1]);
});

describe('without times for failures', () => {
  it('does not begin again for who asked before the failure', async () => {
    const { loop, begun, end, pass } = counting();
    loop.wake();

    await end('failed');
    await pass(5_019);
    expect(begun()).toBe(1);
    await pass(1);
    expect(begun()).toBe(2);
  });

  it('begins again for who asks after it', async () => {
    const { loop, begun, end, pass } = counting();
    await end('failed');

    loop.wake();
    await pass(20);
    expect(begun()).toBe(2);
  });
});

describe('once it is stopped', () => {
  it('has ended when the work under way has, and begins no other', async () => {
    const { loop, begun, end, pass } = counting();
    let hasEnded = false;

    const stopping = loop.stop().then(() => (hasEnded = true));
    loop.wake();
    await pass(60_000);
    expect(loop.isStopped()).toBe(true);
    expect(hasEnded).toBe(false);

    await end('more');
    await stopping;
    expect(begun()).toBe(1);
  });

  it.each<[what: string, next: LoopResult, elapsedMs: number]>([
    ['gathers', 'done', 0],
    ['polls', 'done', 1_000],
    ['waits after a failure', 'failed', 0],
  ])('ends at once while it %s', async (_what, next, elapsedMs) => {
    const { loop, begun, end, pass } = counting({ retryMs: [250] });
    await end(next);
    await pass(elapsedMs);

    await loop.stop();
    expect(begun()).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
