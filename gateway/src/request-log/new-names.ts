/** About 2 MB; more names are not shown until the next hour. */
const MAX_NAMES = 10_000;
/** Leaves room for others beside a key that invents names. */
const MAX_NAMES_PER_KEY = 100;
const HOUR_MS = 3_600_000;

/** Spares the database a write for each request; what this gateway has seen is forgotten every hour. */
export function createNewNames(now: () => Date) {
  const usedByKey = new Map<number, Set<string>>();
  let total = 0;
  let hour = 0;

  function startHour(): void {
    const current = Math.floor(now().getTime() / HOUR_MS);
    if (current === hour) return;
    hour = current;
    usedByKey.clear();
    total = 0;
  }

  return {
    /** Returns the names that this key has not used with this operation, and remembers them. */
    listNew(keyId: number, operation: string, names: readonly string[]): readonly string[] {
      startHour();
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
  };
}
