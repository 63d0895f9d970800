/** Whoever asked longer ago than this has been told by now that it took too long. */
export const LONGEST_WAIT_MS = 10_000;

/** Runs work when all that was asked for before under the same key has ended. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Turns within this process: one piece of work of a key at a time, in the order in which they were
 * asked for. Rejects, without having begun, what has waited for ten seconds.
 */
export function turns(now: () => number = () => performance.now()): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const askedMs = now();
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(() => {
      if (now() - askedMs > LONGEST_WAIT_MS) throw new Error('Its turn did not come in time.');
      return work();
    });
    // Who comes next waits for the end of this, not for its success.
    const ended = mine.catch(() => undefined);
    last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  };
}
