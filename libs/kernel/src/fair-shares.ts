/**
 * Something of which there is only so much, such as memory, and that many use: how much of it each has.
 *
 * Each may have as much of it as it leaves free, so that one alone has half of all at most, each of two
 * a third, and so on: whatever some do, there is room for others. An odd rest stays free: of five, one
 * alone has two.
 */
export interface FairShares<Key extends string | number> {
  hasRoom(key: Key, amount: number): boolean;
  /** Counts an amount that is in use, whether there is room for it or not. */
  take(key: Key, amount: number): void;
  giveBack(key: Key, amount: number): void;
  /** Whether nobody has any of it. */
  isUnused(): boolean;
}

/** @param most of all together */
export function fairShares<Key extends string | number>(most: number): FairShares<Key> {
  const amounts = new Map<Key, number>();
  let all = 0;

  function change(key: Key, by: number): void {
    all += by;
    const amount = (amounts.get(key) ?? 0) + by;
    if (amount === 0) amounts.delete(key);
    else amounts.set(key, amount);
  }

  return {
    hasRoom: (key, amount) => (amounts.get(key) ?? 0) + amount <= most - all - amount,
    take: change,
    giveBack: (key, amount) => change(key, -amount),
    isUnused: () => all === 0,
  };
}
