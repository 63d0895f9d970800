import { FAILED_AUTHENTICATIONS_PER_MINUTE } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import type { Quota } from './quota';
import { limitExceeded, LimitHit, type OwnShare } from './request-limits';
import { rollingWindow, type RollingWindow } from './rolling-window';

/** Failed authentications by client address, for any sixty seconds. */
export interface FailedAuthentications {
  /** Counts one, or refuses it (429) when the address has used up its limit. */
  charge(address: string): Quota | Promise<Quota>;
  peek(address: string): Quota;
  /** Runs a look-up that may fail; undefined when one more failure would exceed the address's limit. */
  withinLimit<Found>(address: string, lookUp: () => Promise<Found>): Promise<Found> | undefined;
}

/** Bounds the memory: beyond it, the addresses that have been quiet longest are counted from 0 again. */
const REMEMBERED_ADDRESSES = 20_000;
const LIMIT = FAILED_AUTHENTICATIONS_PER_MINUTE;

/** The name of the window of an address, the same in all gateways. */
export const addressWindow = (address: string): string => `address ${address}`;

/** The 429 of an address that has used up its limit. */
export function tooManyFailures(quota: Quota, nowMs: number): LimitHit {
  const name = 'failed authentications per minute for each client address';
  return new LimitHit(
    'failed_authentications_per_minute',
    limitExceeded(name, quota, nowMs),
    quota,
  );
}

/** Counts in this process alone: the whole limit, or this gateway's share of it. */
export function failedAuthentications(
  now: () => Date,
  share?: OwnShare,
): FailedAuthentications & { charge(address: string): Quota } {
  const windows = new LRUCache<string, RollingWindow>({ max: REMEMBERED_ADDRESSES });
  const windowOf = (address: string): RollingWindow | undefined =>
    share ? share.window(addressWindow(address)) : windows.get(address);
  const quotaOf = (address: string, window: RollingWindow, nowMs: number): Quota => {
    const room = share ? share.of(addressWindow(address), LIMIT) : LIMIT;
    return {
      limit: LIMIT,
      remaining: Math.max(room - window.used(nowMs), 0),
      resetAtMs: window.freeAt(room, nowMs),
    };
  };
  const peek = (address: string): Quota => {
    const nowMs = now().getTime();
    const window = windowOf(address);
    if (!window) return { limit: LIMIT, remaining: LIMIT, resetAtMs: nowMs };
    return quotaOf(address, window, nowMs);
  };
  // Look-ups under way count as failures: otherwise a thousand guesses at once would all be within the limit.
  const lookUps = new Map<string, number>();
  return {
    charge(address) {
      const nowMs = now().getTime();
      let window = windowOf(address);
      if (!window) windows.set(address, (window = rollingWindow()));
      const before = quotaOf(address, window, nowMs);
      if (before.remaining === 0) throw tooManyFailures(before, nowMs);
      window.take(nowMs);
      return quotaOf(address, window, nowMs);
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
