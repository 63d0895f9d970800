import { inParallel } from './in-parallel';

/** Work that ends when it is told to, in whatever order. */
function work() {
  const begun: number[] = [];
  const ends = new Map<number, { resolve: (text: string) => void; reject: (e: Error) => void }>();
  return {
    begun,
    run: (_: string, at: number): Promise<string> => {
      begun.push(at);
      return new Promise((resolve, reject) => ends.set(at, { resolve, reject }));
    },
    async end(at: number): Promise<void> {
      ends.get(at)?.resolve(`end of ${at}`);
      await new Promise(setImmediate);
    },
    async fail(at: number): Promise<void> {
      ends.get(at)?.reject(new Error(`failure of ${at}`));
      await new Promise(setImmediate);
    },
  };
}

const ENTRIES = ['a', 'b', 'c', 'd', 'e'];

it('works on so many at once, and answers in the order of the entries', async () => {
  const { begun, run, end } = work();

  const done = inParallel(ENTRIES, 2, run);
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const at of [2, 0, 4, 3]) await end(at);

  expect(await done).toEqual(['end of 0', 'end of 1', 'end of 2', 'end of 3', 'end of 4']);
});

it('begins nothing after a failure, and tells of the earliest once nothing is under way', async () => {
  const { begun, run, end, fail } = work();
  let outcome = 'open';

  const done = inParallel(ENTRIES, 3, run).catch((error: Error) => {
    outcome = error.message;
  });
  await fail(2);
  await end(0);
  expect([begun, outcome]).toEqual([[0, 1, 2], 'open']);
  await fail(1);
  await done;

  expect([begun, outcome]).toEqual([[0, 1, 2], 'failure of 1']);
});

it('answers nothing for no entries', async () => {
  expect(await inParallel([], 3, () => Promise.reject(new Error('asked')))).toEqual([]);
});
