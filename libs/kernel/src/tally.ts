/** Counts by key; a key whose count is 0 takes no memory. */
export interface Tally<Key> {
  of(key: Key): number;
  /** Of all keys together. */
  total(): number;
  /** @param amount 1 by default */
  add(key: Key, amount?: number): void;
  /** Never leaves less than 0. */
  remove(key: Key, amount?: number): void;
}

export function tally<Key>(): Tally<Key> {
  const counts = new Map<Key, number>();
  let total = 0;
  const of = (key: Key): number => counts.get(key) ?? 0;

  function set(key: Key, count: number): void {
    total += count - of(key);
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  }

  return {
    of,
    total: () => total,
    add: (key, amount = 1) => set(key, of(key) + amount),
    remove: (key, amount = 1) => set(key, Math.max(of(key) - amount, 0)),
  };
}
