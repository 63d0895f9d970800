import { ANSWER_WITHIN_MS } from '@svc/contracts';

/** Runs work once few enough pieces of work of the same key are under way. */
export type RunWithinLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface KeyQueue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits, within this process, how many pieces of work of one key run at once; the others wait and
 * begin in the order in which they were asked for. Work that has waited for so long that its caller has
 * been answered is rejected and not begun.
 *
 * @param atOnce how many; a function is asked anew whenever work could begin
 */
export function limitPerKey(
  atOnce: number | ((key: string) => number) = 1,
  now: () => number = () => performance.now(),
): RunWithinLimit {
  const queues = new Map<string, KeyQueue>();
  const mayBegin = (key: string, { running }: KeyQueue): boolean =>
    running < (typeof atOnce === 'number' ? atOnce : atOnce(key));
  return async (key, work) => {
    const askedMs = now();
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.waiting.length === 0 && mayBegin(key, queue)) queue.running += 1;
    else await new Promise<void>((begin) => queue.waiting.push(begin));
    try {
      if (now() - askedMs > ANSWER_WITHIN_MS) throw new Error('Its turn did not come in time.');
      return await work();
    } finally {
      queue.running -= 1;
      while (queue.waiting.length > 0 && mayBegin(key, queue)) {
        queue.running += 1;
        queue.waiting.shift()?.();
      }
      if (queue.running === 0) queues.delete(key);
    }
  };
}
