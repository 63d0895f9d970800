/** Whoever asked longer ago than this has been told by now that it took too long. */
export const LONGEST_WAIT_MS = 10_000;

/** Runs work when less than so much is under way that was asked for under the same key. */
export type RunWithinLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface KeyQueue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Turns within this process: so many pieces of work of a key at a time, begun in the order in which
 * they were asked for. Rejects, without having begun, what has waited for ten seconds.
 */
export function limitPerKey(
  atOnce = 1,
  now: () => number = () => performance.now(),
): RunWithinLimit {
  const queues = new Map<string, KeyQueue>();
  return async (key, work) => {
    const askedMs = now();
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < atOnce) queue.running += 1;
    else await new Promise<void>((begin) => queue.waiting.push(begin));
    try {
      if (now() - askedMs > LONGEST_WAIT_MS) throw new Error('Its turn did not come in time.');
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) queues.delete(key);
    }
  };
}
