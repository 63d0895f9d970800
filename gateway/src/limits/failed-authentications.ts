import { FAILED_AUTHENTICATIONS_PER_MINUTE } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import type { Quota } from './quota';
import { limitExceeded, LimitHit } from './request-limits';
import { rollingWindow, type RollingWindow } from './rolling-window';

/** Failed authentications by client address, for any sixty seconds. */
export interface FailedAuthentications {
  /** Counts one, or refuses it (429) when the address has used up its limit. */
  charge(address: string): Quota;
  peek(address: string): Quota;
  /** Runs a look-up that may fail; undefined when the address's limit has no room for one failure more. */
  withinLimit<Found>(address: string, lookUp: () => Promise<Found>): Promise<Found> | undefined;
}

/** Bounds the memory: beyond it, the addresses that have been quiet longest start afresh. */
const REMEMBERED_ADDRESSES = 20_000;
const LIMIT = FAILED_AUTHENTICATIONS_PER_MINUTE;

export function failedAuthentications(now: () => Date): FailedAuthentications {
  const windows = new LRUCache<string, RollingWindow>({ max: REMEMBERED_ADDRESSES });
  const quotaOf = (window: RollingWindow, nowMs: number): Quota => ({
    limit: LIMIT,
    remaining: LIMIT - window.used(nowMs),
    resetAtMs: window.freeAt(LIMIT, nowMs),
  });
  const peek = (address: string): Quota => {
    const nowMs = now().getTime();
    const window = windows.get(address);
    return window ? quotaOf(window, nowMs) : { limit: LIMIT, remaining: LIMIT, resetAtMs: nowMs };
  };
  // What is looked up now may fail: otherwise a thousand guesses at once would all be within the limit.
  const lookUps = new Map<string, number>();
  return {
    charge(address) {
      const nowMs = now().getTime();
      let window = windows.get(address);
      if (!window) windows.set(address, (window = rollingWindow()));
      const before = quotaOf(window, nowMs);
      if (before.remaining === 0) {
        const name = 'failed authentications per minute for each client address';
        const refusal = limitExceeded(name, before, nowMs);
        throw new LimitHit('failed_authentications_per_minute', refusal, before);
      }
      window.take(nowMs);
      return quotaOf(window, nowMs);
    },
    peek,
    withinLimit(address, lookUp) {
      const before = lookUps.get(address) ?? 0;
      if (before >= peek(address).remaining) return undefined;
      lookUps.set(address, before + 1);
      return lookUp().finally(() => {
        const left = (lookUps.get(address) ?? 1) - 1;
        if (left > 0) lookUps.set(address, left);
        else lookUps.delete(address);
      });
    },
  };
}
