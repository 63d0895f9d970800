import { createLogger } from '@svc/logging';
import { createWriteBuffer } from './write-buffer';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Named sums, in a database that replies when the test says so. */
function sums() {
  const begun: {
    readonly batch: object;
    readonly end: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const noted = createWriteBuffer<string, number>({
    what: 'sums',
    combine: (older, newer) => older + newer,
    save: (batch) =>
      new Promise<void>((end, fail) => begun.push({ batch: Object.fromEntries(batch), end, fail })),
    log: createLogger({ name: 'gateway', level: 'silent' }),
  });
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
  return {
    ...noted,
    pass,
    batches: () => begun.map(({ batch }) => batch),
    async end() {
      begun.at(-1)?.end();
      await pass(0);
    },
    async fail() {
      begun.at(-1)?.fail(new Error('PostgreSQL is away'));
      await pass(0);
    },
    watch(work: Promise<unknown>) {
      const watched = { hasEnded: false };
      void work.then(() => (watched.hasEnded = true));
      return watched;
    },
  };
}

it('are written every five seconds, those of a key as one', async () => {
  const { note, pass, batches, end } = sums();
  await pass(0);
  note('a', 1);
  note('b', 10);
  note('a', 2);
  await pass(4_999);
  expect(batches()).toEqual([]);
  await pass(1);
  expect(batches()).toEqual([{ a: 3, b: 10 }]);
  await end();

  await pass(6_000);
  expect(batches()).toHaveLength(1);
  note('a', 4);
  await pass(6_000);
  expect(batches().slice(1)).toEqual([{ a: 4 }]);
});

it('are written one batch after the other, however slow the database is and whoever asks', async () => {
  const { note, write, pass, batches, end } = sums();
  note('a', 1);
  await pass(5_000);
  for (let count = 0; count < 3; count += 1) {
    note('a', 1);
    await pass(5_000);
    void write();
  }
  expect(batches()).toEqual([{ a: 1 }]);

  await end();
  expect(batches()).toEqual([{ a: 1 }, { a: 3 }]);
  await end();
  expect(batches()).toHaveLength(2);
});

it('are all written for who asks while a batch is under way', async () => {
  const { note, write, pass, end, watch } = sums();
  note('a', 1);
  await pass(5_000);
  note('a', 2);
  const written = watch(write());

  await end();
  expect(written.hasEnded).toBe(false);
  await end();
  expect(written.hasEnded).toBe(true);
});

it('are written together with those that came after them, where they could not be', async () => {
  const { note, pass, batches, fail } = sums();
  note('a', 1);
  note('b', 1);
  await pass(5_000);
  note('a', 2);
  note('c', 2);
  await fail();
  expect(batches()).toHaveLength(1);

  await pass(5_000);
  expect(batches()[1]).toEqual({ a: 3, b: 1, c: 2 });
});

describe('when they are closed', () => {
  it('are written behind the batch under way, and both are waited for', async () => {
    const { note, close, pass, batches, end, watch } = sums();
    note('a', 1);
    await pass(5_000);
    note('a', 2);

    const closed = watch(close());
    await pass(1_000);
    expect(batches()).toEqual([{ a: 1 }]);
    await end();
    expect(batches()).toEqual([{ a: 1 }, { a: 2 }]);
    expect(closed.hasEnded).toBe(false);
    await end();
    expect(closed.hasEnded).toBe(true);

    note('a', 4);
    await pass(60_000);
    expect(batches()).toHaveLength(2);
  });

  it('are tried again where they could not be written, those of the batch under way, too', async () => {
    const { note, close, pass, batches, end, fail, watch } = sums();
    note('a', 1);
    await pass(5_000);
    note('a', 2);

    const closed = watch(close());
    await fail();
    expect(batches()[1]).toEqual({ a: 3 });
    await fail();
    await pass(250);
    expect(batches()[2]).toEqual({ a: 3 });
    expect(closed.hasEnded).toBe(false);
    await end();
    expect(closed.hasEnded).toBe(true);
  });

  it('are written by a slow database, too', async () => {
    const { note, close, pass, batches, end, watch } = sums();
    note('a', 1);
    await pass(5_000);
    note('a', 2);

    const closed = watch(close());
    await pass(7_000);
    await end();
    await pass(7_000);
    expect(batches()).toEqual([{ a: 1 }, { a: 2 }]);
    expect(closed.hasEnded).toBe(false);
    await end();
    expect(closed.hasEnded).toBe(true);
  });

  it('are given up after two seconds in which the database refuses them', async () => {
    const { note, close, pass, batches, fail, watch } = sums();
    note('a', 1);

    const closed = watch(close());
    await fail();
    for (let count = 0; count < 7; count += 1) {
      await pass(250);
      await fail();
    }
    expect(closed.hasEnded).toBe(false);
    await pass(250);
    await fail();
    expect(closed.hasEnded).toBe(true);

    const tried = batches().length;
    await pass(60_000);
    expect(batches()).toHaveLength(tried);
  });

  it('are given up after 16 seconds in which the database does not answer', async () => {
    const { note, close, pass, batches, watch } = sums();
    note('a', 1);

    const closed = watch(close());
    await pass(15_999);
    expect(closed.hasEnded).toBe(false);
    await pass(1);
    expect(closed.hasEnded).toBe(true);
    expect(batches()).toHaveLength(1);
  });
});
