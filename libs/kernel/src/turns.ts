/** Whoever asked longer ago than this has been told by now that it took too long. */
export const LONGEST_WAIT_MS = 10_000;

/** Runs work when less than so much is under way that was asked for under the same key. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Turns within this process: so many pieces of work of a key at a time, begun in the order in which
 * they were asked for. Rejects, without having begun, what has waited for ten seconds.
 */
export function turns(atOnce = 1, now: () => number = () => performance.now()): InTurn {
  const lines = new Map<string, Line>();
  return async (key, work) => {
    const askedMs = now();
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce) line.running += 1;
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      if (now() - askedMs > LONGEST_WAIT_MS) throw new Error('Its turn did not come in time.');
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}
