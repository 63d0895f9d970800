import { fairShares, type FairShares } from './fair-shares';

/** How many pieces of this size one gets, one after the other, until there is no more room for it. */
function takenBy<Key extends string | number>(shares: FairShares<Key>, key: Key, size = 1): number {
  let pieces = 0;
  while (shares.take(key, size)) pieces += 1;
  return pieces;
}

it.each([
  [120, 60],
  [121, 60],
  [5, 2],
  [2, 1],
  [1, 0],
])('of %i, one alone has %i: as much as it leaves free', (most, half) => {
  expect(takenBy(fairShares<string>(most), '192.0.2.1')).toBe(half);
});

it.each([
  [120, 40],
  [121, 40],
  [122, 40],
])('of %i, each of two that take in turn has %i', (most, third) => {
  const shares = fairShares<number>(most);
  const taken = new Map([7, 8].map((company) => [company, 0]));
  for (let isRoom = true; isRoom;) {
    isRoom = false;
    for (const [company, amount] of taken) {
      if (!shares.take(company, 1)) continue;
      taken.set(company, amount + 1);
      isRoom = true;
    }
  }
  expect([...taken.values()].sort((one, other) => one - other)[0]).toBe(third);
});

it('leaves room for whoever comes later, but none for a piece larger than half of what is free', () => {
  const shares = fairShares<number>(100);
  expect(takenBy(shares, 7, 10)).toBe(5);
  expect(shares.hasRoom(8, 26)).toBe(false);
  expect(takenBy(shares, 8, 25)).toBe(1);
});

it('has no more than a limit of its own, also where it would leave as much free', () => {
  const shares = fairShares<string>(100, 20);
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => takenBy(shares, key))).toEqual([
    20, 20, 20, 20, 10,
  ]);
});

it('has room again for what was given back, and is unused once all was', () => {
  const shares = fairShares<string>(4);
  expect(takenBy(shares, 'a')).toBe(2);
  shares.giveBack('a', 1);
  expect(shares.isUnused()).toBe(false);
  expect(takenBy(shares, 'a')).toBe(1);
  shares.giveBack('a', 2);
  expect(shares.isUnused()).toBe(true);
});

it('counts what is in use without room', () => {
  const shares = fairShares<string>(4);
  expect(shares.take('a', 4)).toBe(false);
  shares.add('a', 4);
  expect(shares.hasRoom('b', 1)).toBe(false);
  shares.giveBack('a', 1);
  expect(shares.hasRoom('b', 1)).toBe(false);
  shares.giveBack('a', 1);
  expect(shares.hasRoom('b', 1)).toBe(true);
});
