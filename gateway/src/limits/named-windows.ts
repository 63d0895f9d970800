import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { LimitHit } from './limit-hit';
import type { Quota } from './quota';
import type { GatewayShare } from './request-limits';
import { createRollingWindow, type RollingWindow } from './rolling-window';

export interface NamedLimit {
  /** The window's id, shared by all gateways; it begins with a letter. */
  readonly name: string;
  readonly limit: number;
  readonly full: (quota: Quota, nowMs: number) => LimitHit;
}

export interface NamedWindows {
  charge(limit: NamedLimit): Quota | Promise<Quota>;
}

export interface LocalWindows extends NamedWindows {
  charge(limit: NamedLimit): Quota;
  peek(limit: Omit<NamedLimit, 'full'>): Quota;
}

/** Bounds the memory: the names that have been quiet longest start again from 0. */
export const MAX_NAMES = 20_000;

/** Counts in this process: the whole limit, or this gateway's share. */
export function createNamedWindows(now: () => Date, share?: GatewayShare): LocalWindows {
  const windows = new LRUCache<string, RollingWindow>(limitEntries(MAX_NAMES));
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
      if (!window) windows.set(limited.name, (window = createRollingWindow()));
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
