import { RESPONSE_DEADLINE_MS } from '@svc/contracts';

export type RunWithinLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface KeyQueue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits concurrent work per key within this process; the rest waits in order of arrival. Work whose
 * caller has timed out meanwhile is rejected.
 */
export function createLimitPerKey(
  max = 1,
  now: () => number = () => performance.now(),
): RunWithinLimit {
  const queues = new Map<string, KeyQueue>();

  function acquire(key: string): Promise<void> | undefined {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running >= max) return new Promise((begin) => queue.waiting.push(begin));
    queue.running += 1;
    return undefined;
  }

  function release(key: string): void {
    const queue = queues.get(key);
    const next = queue?.waiting.shift();
    if (next) next();
    else if (queue && (queue.running -= 1) === 0) queues.delete(key);
  }

  return async (key, work) => {
    const arrivedMs = now();
    const slot = acquire(key);
    if (slot) await slot;
    try {
      if (now() - arrivedMs > RESPONSE_DEADLINE_MS)
        throw new Error('Timed out waiting for a slot.');
      return await work();
    } finally {
      release(key);
    }
  };
}
