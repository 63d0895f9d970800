/**
 * Something of which there is only so much, such as memory, shared by whoever comes.
 *
 * Each key may hold as much of it as it leaves free: one alone has half of all at most, each of two a
 * third, and so on. Whatever some hold, there is room for others. An odd rest stays free: of five, one
 * alone has two.
 */
export interface FairShare<Key extends string | number> {
  /** Acquires a weight; false where there is no room for it. */
  acquire(key: Key, weight: number): boolean;
  /** Counts a weight that is in use already, whether or not there is room for it. */
  acquireAnyway(key: Key, weight: number): void;
  /** Never leaves a key less than nothing. */
  release(key: Key, weight: number): void;
  /** How much a key holds. */
  weightOf(key: Key): number;
  /** How much all keys hold together. */
  totalWeight(): number;
}

/**
 * @param max of all keys together
 * @param maxPerKey of one key, also where it would leave as much free
 */
export function createFairShare<Key extends string | number>(
  max: number,
  maxPerKey = max,
): FairShare<Key> {
  /** A key that holds nothing takes no memory. */
  const weights = new Map<Key, number>();
  let total = 0;
  const weightOf = (key: Key): number => weights.get(key) ?? 0;

  function set(key: Key, weight: number): void {
    total += weight - weightOf(key);
    if (weight === 0) weights.delete(key);
    else weights.set(key, weight);
  }

  return {
    acquire(key, weight) {
      const held = weightOf(key) + weight;
      if (held > Math.min(maxPerKey, max - total - weight)) return false;
      set(key, held);
      return true;
    },
    acquireAnyway: (key, weight) => set(key, weightOf(key) + weight),
    release: (key, weight) => set(key, Math.max(weightOf(key) - weight, 0)),
    weightOf,
    totalWeight: () => total,
  };
}
