import { ANSWER_WITHIN_MS } from '@svc/contracts';
import type { RunWithinLimit } from './limit-per-key';

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/** How much work of a key began lately: as each piece is forgotten, by half in a minute. */
interface Recent {
  readonly amount: number;
  readonly atMs: number;
  /** A number that grows with each piece, as several may begin at one time. */
  readonly place: number;
}

const HALVED_AFTER_MS = 60_000;
/** Keys whose work began longest ago are forgotten: they come first anyway. */
const REMEMBERED = 10_000;

/**
 * Limits, within this process, how many pieces of work run at once. Of those that wait, the one is next
 * whose key had the least work begun lately, and of these, whose last began longest ago: however many
 * keys have work waiting, one that had little waits for little more than what runs. One place is left to
 * such keys, where there are several. Work that has waited for so long that its caller has been answered
 * is rejected and not begun.
 */
export function fewestFirst(
  atOnce: number,
  now: () => number = () => performance.now(),
): RunWithinLimit {
  /** In the order in which work of theirs last began. */
  const recentOf = new Map<string, Recent>();
  const waiting: Waiting[] = [];
  let begun = 0;
  let running = 0;

  function amountOf(key: string): number {
    const recent = recentOf.get(key);
    return recent ? recent.amount * 0.5 ** ((now() - recent.atMs) / HALVED_AFTER_MS) : 0;
  }

  function noteBegun(key: string): void {
    running += 1;
    begun += 1;
    const amount = amountOf(key) + 1;
    recentOf.delete(key);
    recentOf.set(key, { amount, atMs: now(), place: begun });
    const [oldest] = recentOf.keys();
    if (recentOf.size > REMEMBERED && oldest !== undefined) recentOf.delete(oldest);
  }

  function beginNext(): void {
    const placeOf = (key: string): number => recentOf.get(key)?.place ?? 0;
    const [next] = waiting.toSorted(
      (one, other) =>
        amountOf(one.key) - amountOf(other.key) || placeOf(one.key) - placeOf(other.key),
    );
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
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
      beginNext();
    }
  };
}
