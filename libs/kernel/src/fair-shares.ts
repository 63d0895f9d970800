import { tally } from './tally';

/**
 * Something of which there is only so much, such as memory, and that many use: how much of it each has.
 *
 * Each may have as much of it as it leaves free, so that one alone has half of all at most, each of two
 * a third, and so on: whatever some do, there is room for others. An odd rest stays free: of five, one
 * alone has two.
 */
export interface FairShares<Key extends string | number> {
  hasRoom(key: Key, amount: number): boolean;
  /** Takes an amount; false where there is no room for it. */
  take(key: Key, amount: number): boolean;
  /** Counts an amount that is in use, whether there is room for it or not. */
  add(key: Key, amount: number): void;
  giveBack(key: Key, amount: number): void;
  isUsedBy(key: Key): boolean;
  /** Whether nobody has any of it. */
  isUnused(): boolean;
}

/**
 * @param most of all together
 * @param mostOfKey of one, also where it would leave as much free
 */
export function fairShares<Key extends string | number>(
  most: number,
  mostOfKey = most,
): FairShares<Key> {
  const { of, total, add, remove } = tally<Key>();
  const hasRoom = (key: Key, amount: number): boolean =>
    of(key) + amount <= Math.min(mostOfKey, most - total() - amount);
  return {
    hasRoom,
    take(key, amount) {
      if (!hasRoom(key, amount)) return false;
      add(key, amount);
      return true;
    },
    add,
    giveBack: remove,
    isUsedBy: (key) => of(key) > 0,
    isUnused: () => total() === 0,
  };
}
