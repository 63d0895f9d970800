import { ANSWER_WITHIN_MS } from '@svc/contracts';
import type { RunWithinLimit } from './limit-per-key';

export interface FewestFirst {
  /** How many pieces of work run at once. */
  readonly atOnce: number;
  /** How many more wait, of all keys. */
  readonly mostWaiting: number;
  /** How many of them may be of one key. */
  readonly mostOfKey: number;
  /** What work is rejected with that finds no room, loses it, or waits until its caller has been answered. */
  readonly refusal: () => Error;
  readonly now?: () => number;
}

interface Waiting {
  readonly key: string;
  readonly askedMs: number;
  readonly begin: () => void;
  readonly refuse: () => void;
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
 * keys have work waiting, one that had little waits for little more than what runs. Where there is no
 * room for more, the key that has most waiting loses what it asked for last to a key that has fewer.
 * Where all have equally many, the one that would be last loses its place to a key that has nothing waiting
 * and would come before it: keys that had turns keep out none that had none.
 */
export function fewestFirst({
  atOnce,
  mostWaiting,
  mostOfKey,
  refusal,
  now = () => performance.now(),
}: FewestFirst): RunWithinLimit {
  /** In the order in which work of theirs last began. */
  const recentOf = new Map<string, Recent>();
  /** In the order in which they were asked for. */
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

  /** Others may pass it again and again, and its caller is answered by somebody else meanwhile. */
  function refuseLate(): void {
    const earliestMs = now() - ANSWER_WITHIN_MS;
    const firstInTime = waiting.findIndex(({ askedMs }) => askedMs >= earliestMs);
    const late = waiting.splice(0, firstInTime < 0 ? waiting.length : firstInTime);
    for (const { refuse } of late) refuse();
  }

  function inOrderOfTurns(one: Waiting, other: Waiting): number {
    const placeOf = ({ key }: Waiting): number => recentOf.get(key)?.place ?? 0;
    return amountOf(one.key) - amountOf(other.key) || placeOf(one) - placeOf(other);
  }

  function beginNext(): void {
    refuseLate();
    const [next] = waiting.toSorted(inOrderOfTurns);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    noteBegun(next.key);
    next.begin();
  }

  /** Of those that wait, the one that gives way to another piece; undefined where none does. */
  function givingWayTo(piece: Waiting, counts: ReadonlyMap<string, number>): Waiting | undefined {
    const own = counts.get(piece.key) ?? 0;
    const most = Math.max(...counts.values());
    if (own + 1 < most) return waiting.findLast(({ key }) => counts.get(key) === most);
    const last = waiting.toSorted(inOrderOfTurns).at(-1);
    return own === 0 && last && inOrderOfTurns(piece, last) < 0 ? last : undefined;
  }

  /** Lets one more piece wait, if need be in place of another one. */
  function letWait(piece: Waiting): void {
    const counts = new Map<string, number>();
    for (const { key } of waiting) counts.set(key, (counts.get(key) ?? 0) + 1);
    if ((counts.get(piece.key) ?? 0) >= mostOfKey) return piece.refuse();
    if (waiting.length >= mostWaiting) {
      const other = givingWayTo(piece, counts);
      if (!other) return piece.refuse();
      waiting.splice(waiting.indexOf(other), 1);
      other.refuse();
    }
    waiting.push(piece);
    return undefined;
  }

  return async (key, work) => {
    if (running < atOnce) noteBegun(key);
    else {
      await new Promise<void>((begin, reject) =>
        letWait({ key, askedMs: now(), begin, refuse: () => reject(refusal()) }),
      );
    }
    try {
      return await work();
    } finally {
      running -= 1;
      beginNext();
    }
  };
}
