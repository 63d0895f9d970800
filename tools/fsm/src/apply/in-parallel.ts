/**
 * Does work on every entry, on so many at once as there are connections; answers in the order of
 * the entries.
 *
 * Begins nothing more after a failure, ends what has begun, and rejects with the failure of the
 * earliest entry: all before it have been done.
 */
export async function inParallel<Entry, Result>(
  entries: readonly Entry[],
  atOnce: number,
  work: (entry: Entry, at: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const failures = new Map<number, unknown>();
  const waiting = entries.entries();
  async function takeTurns(): Promise<void> {
    for (const [at, entry] of waiting) {
      try {
        results[at] = await work(entry, at);
      } catch (error) {
        failures.set(at, error);
      }
      if (failures.size > 0) return;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}
