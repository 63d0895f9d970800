import { createFairShare, type FairShare } from './fair-share';

function acquiredBy<Key extends string | number>(
  share: FairShare<Key>,
  key: Key,
  size = 1,
): number {
  let pieces = 0;
  while (share.acquire(key, size)) pieces += 1;
  return pieces;
}

it.each([
  [120, 60],
  [121, 60],
  [5, 2],
  [2, 1],
  [1, 0],
])('of %i, one alone has %i: as much as it leaves free', (most, half) => {
  expect(acquiredBy(createFairShare<string>(most), '192.0.2.1')).toBe(half);
});

it.each([
  [120, 40],
  [121, 40],
  [122, 40],
])('of %i, each of two that take in turn has %i', (most, third) => {
  const share = createFairShare<number>(most);
  const taken = new Map([7, 8].map((company) => [company, 0]));
  for (let isRoom = true; isRoom;) {
    isRoom = false;
    for (const [company, amount] of taken) {
      if (!share.acquire(company, 1)) continue;
      taken.set(company, amount + 1);
      isRoom = true;
    }
  }
  expect([...taken.values()].sort((one, other) => one - other)[0]).toBe(third);
});

it('leaves room for whoever comes later, but none for a piece larger than half of what is free', () => {
  const share = createFairShare<number>(100);
  expect(acquiredBy(share, 7, 10)).toBe(5);
  expect(share.acquire(8, 26)).toBe(false);
  expect(acquiredBy(share, 8, 25)).toBe(1);
});

it('has no more than a limit of its own, also where it would leave as much free', () => {
  const share = createFairShare<string>(100, 20);
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => acquiredBy(share, key))).toEqual([
    20, 20, 20, 20, 10,
  ]);
});

it('has room again for what was released, and holds nothing once all was', () => {
  const share = createFairShare<string>(4);
  expect(acquiredBy(share, 'a')).toBe(2);
  share.release('a', 1);
  expect([share.getWeight('a'), share.getTotalWeight()]).toEqual([1, 1]);
  expect(acquiredBy(share, 'a')).toBe(1);
  share.release('a', 2);
  expect([share.getWeight('a'), share.getTotalWeight()]).toEqual([0, 0]);
});

it('counts what is in use without room', () => {
  const share = createFairShare<string>(4);
  expect(share.acquire('a', 4)).toBe(false);
  share.forceAcquire('a', 4);
  expect(share.acquire('b', 1)).toBe(false);
  share.release('a', 1);
  expect(share.acquire('b', 1)).toBe(false);
  share.release('a', 1);
  expect(share.acquire('b', 1)).toBe(true);
});
