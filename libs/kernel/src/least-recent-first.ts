import { ANSWER_WITHIN_MS } from '@svc/contracts';
import type { RunWithinLimit } from './limit-per-key';

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/** Keys whose work began longest ago are forgotten: they come first anyway. */
const REMEMBERED = 10_000;

/**
 * Limits, within this process, how many pieces of work run at once. Of those that wait, the one is next
 * whose key had work begun longest ago, or never: however many keys have work waiting, a new one waits
 * for little more than what runs. Work that has waited for so long that its caller has been answered is
 * rejected and not begun.
 */
export function leastRecentFirst(
  atOnce: number,
  now: () => number = () => performance.now(),
): RunWithinLimit {
  /** In the order in which work of theirs last began; numbered, as several may begin at one time. */
  const begunOf = new Map<string, number>();
  const waiting: Waiting[] = [];
  let begun = 0;
  let running = 0;

  function noteBegun(key: string): void {
    running += 1;
    begun += 1;
    begunOf.delete(key);
    begunOf.set(key, begun);
    const [oldest] = begunOf.keys();
    if (begunOf.size > REMEMBERED && oldest !== undefined) begunOf.delete(oldest);
  }

  function beginNext(): void {
    const orders = waiting.map(({ key }) => begunOf.get(key) ?? 0);
    const [next] = waiting.splice(orders.indexOf(Math.min(...orders)), 1);
    if (!next) return;
    noteBegun(next.key);
    next.begin();
  }

  return async (key, work) => {
    const askedMs = now();
    if (running < atOnce) noteBegun(key);
    else await new Promise<void>((begin) => waiting.push({ key, begin }));
    try {
      if (now() - askedMs > ANSWER_WITHIN_MS) throw new Error('Its turn did not come in time.');
      return await work();
    } finally {
      running -= 1;
      if (waiting.length > 0) beginNext();
    }
  };
}
