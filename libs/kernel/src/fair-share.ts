/**
 * Shares something limited, such as memory: each key may hold as much as it leaves free, so a single key
 * gets half, each of two a third. An odd remainder stays free.
 */
export interface FairShare<Key extends string | number> {
  /** False where there is no room. */
  acquire(key: Key, weight: number): boolean;
  /** Counts a weight that is already in use. */
  forceAcquire(key: Key, weight: number): void;
  release(key: Key, weight: number): void;
  getWeight(key: Key): number;
  getTotalWeight(): number;
}

export function createFairShare<Key extends string | number>(
  max: number,
  maxPerKey = max,
): FairShare<Key> {
  const weights = new Map<Key, number>();
  let total = 0;
  const getWeight = (key: Key): number => weights.get(key) ?? 0;

  function set(key: Key, weight: number): void {
    total += weight - getWeight(key);
    if (weight === 0) weights.delete(key);
    else weights.set(key, weight);
  }

  return {
    acquire(key, weight) {
      const held = getWeight(key) + weight;
      if (held > Math.min(maxPerKey, max - total - weight)) return false;
      set(key, held);
      return true;
    },
    forceAcquire: (key, weight) => set(key, getWeight(key) + weight),
    release: (key, weight) => set(key, Math.max(getWeight(key) - weight, 0)),
    getWeight,
    getTotalWeight: () => total,
  };
}
