import { createArrivals } from './arrivals';

const LONG_MS = 10_000;

it("wakes the reads of a company at its arrivals, and no other's", async () => {
  const arrivals = createArrivals();
  const watch = arrivals.watch(1);
  const waiting = watch.wait(LONG_MS);

  arrivals.notify(2);
  arrivals.notify(1);

  expect(await waiting).toBe(true);
  expect(await watch.wait(1)).toBe(false);
});

it('notices what arrived before the wait', async () => {
  const arrivals = createArrivals();
  const watch = arrivals.watch(1);

  arrivals.notify(1);

  expect(await watch.wait(LONG_MS)).toBe(true);
});

it('lets 16 reads of a company wait, until they end', async () => {
  const arrivals = createArrivals();
  const watches = Array.from({ length: 17 }, () => arrivals.watch(1));

  expect(await watches[16]?.wait(LONG_MS)).toBe(false);
  expect(await Promise.race([arrivals.watch(2).wait(1), watches[15]?.wait(LONG_MS)])).toBe(false);
  for (const watch of watches) watch.end();
  const next = arrivals.watch(1);
  arrivals.notifyAll();

  expect(await next.wait(LONG_MS)).toBe(true);
});

it('ends all waits when the process stops', async () => {
  const arrivals = createArrivals();
  const watch = arrivals.watch(1);
  const waiting = watch.wait(LONG_MS);

  arrivals.end();

  expect(await waiting).toBe(false);
  expect(await watch.wait(LONG_MS)).toBe(false);
});
