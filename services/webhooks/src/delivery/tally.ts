/** Counts by key; a key whose count is 0 takes no memory. */
export interface Tally<Key> {
  of(key: Key): number;
  add(key: Key): void;
  remove(key: Key): void;
}

export function tally<Key>(): Tally<Key> {
  const counts = new Map<Key, number>();
  const of = (key: Key): number => counts.get(key) ?? 0;
  return {
    of,
    add: (key) => void counts.set(key, of(key) + 1),
    remove(key) {
      const left = of(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
