import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { LimitHit } from './limit-hit';
import type { Quota } from './quota';
import type { OwnShare } from './request-limits';
import { rollingWindow, type RollingWindow } from './rolling-window';

/** A limit on any sixty seconds that belongs to no key, such as that of a client address. */
export interface NamedLimit {
  /** Of its window, the same in all gateways; begins with a word. */
  readonly name: string;
  readonly limit: number;
  /** The 429 where it is used up. */
  readonly full: (quota: Quota, nowMs: number) => LimitHit;
}

/** Windows of sixty seconds under names. */
export interface NamedWindows {
  /** Counts a request, or refuses it (429). */
  charge(limit: NamedLimit): Quota | Promise<Quota>;
}

/** Windows that one process counts by itself. */
export interface OwnWindows extends NamedWindows {
  charge(limit: NamedLimit): Quota;
  /** What is left, without counting anything. */
  peek(limit: Omit<NamedLimit, 'full'>): Quota;
}

/** Bounds the memory: beyond it, the names that have been quiet longest are counted from 0 again. */
export const REMEMBERED_NAMES = 20_000;

/** Counts in this process alone: the whole limit, or this gateway's share of it. */
export function namedWindows(now: () => Date, share?: OwnShare): OwnWindows {
  const windows = new LRUCache<string, RollingWindow>(limitEntries(REMEMBERED_NAMES));
  const windowOf = (name: string): RollingWindow | undefined =>
    share ? share.window(name) : windows.get(name);
  const quotaOf = (
    { limit }: Omit<NamedLimit, 'full'>,
    window: RollingWindow,
    nowMs: number,
  ): Quota => {
    const room = share ? share.of(limit) : limit;
    return {
      limit,
      remaining: Math.max(room - window.used(nowMs), 0),
      resetAtMs: window.freeAt(room, nowMs),
    };
  };
  return {
    charge(limited) {
      const nowMs = now().getTime();
      let window = windowOf(limited.name);
      if (!window) windows.set(limited.name, (window = rollingWindow()));
      const before = quotaOf(limited, window, nowMs);
      if (before.remaining === 0) throw limited.full(before, nowMs);
      window.take(nowMs);
      return quotaOf(limited, window, nowMs);
    },
    peek(limited) {
      const nowMs = now().getTime();
      const { limit } = limited;
      const window = windowOf(limited.name);
      if (!window) return { limit, remaining: limit, resetAtMs: nowMs };
      return quotaOf(limited, window, nowMs);
    },
  };
}
