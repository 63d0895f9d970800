/** About 2 MB; more names are not shown until they are forgotten. */
const MAX_NAMES = 10_000;
/** Leaves room for others beside a key that invents names. */
const MAX_NAMES_PER_KEY = 100;

export interface NewNames {
  /** Returns the names that this key has not used with this operation, and remembers them. */
  take(keyId: number, operation: string, names: readonly string[]): readonly string[];
  forgetAll(): void;
}

export function createNewNames(): NewNames {
  const usedByKey = new Map<number, Set<string>>();
  let total = 0;
  return {
    take(keyId, operation, names) {
      const used = usedByKey.get(keyId) ?? new Set();
      usedByKey.set(keyId, used);
      return names.filter((name) => {
        const pair = `${operation} ${name}`;
        if (used.has(pair) || used.size >= MAX_NAMES_PER_KEY || total >= MAX_NAMES) return false;
        used.add(pair);
        total += 1;
        return true;
      });
    },
    forgetAll() {
      usedByKey.clear();
      total = 0;
    },
  };
}
