import { createWholeShare, readWindow } from './gateway-share';
import { createLimitHit, type HitLimit } from './limit-hit';
import type { Quota } from './quota';

/** A limit per minute that belongs to no key. */
export interface NamedLimit {
  /** The window's id, shared by all gateways; it begins with a letter. */
  readonly name: string;
  readonly limit: number;
  readonly hit: HitLimit;
  /** Names the limit in the message of a 429. */
  readonly text: string;
}

export interface NamedWindows {
  charge(limit: NamedLimit): Quota | Promise<Quota>;
}

export interface LocalWindows extends NamedWindows {
  charge(limit: NamedLimit): Quota;
  peek(limit: NamedLimit): Quota;
}

/** Counts in this process: the whole limit, or this gateway's share. */
export function createNamedWindows(now: () => Date, share = createWholeShare(now)): LocalWindows {
  return {
    charge(limited) {
      const nowMs = now().getTime();
      const before = readWindow(share, limited, nowMs);
      if (before.remaining === 0) throw createLimitHit(limited, before, nowMs);
      share.window(limited.name).add(nowMs);
      return readWindow(share, limited, nowMs);
    },
    peek: (limited) => readWindow(share, limited, now().getTime()),
  };
}
