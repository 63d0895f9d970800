import { FAILED_AUTHENTICATIONS_PER_MINUTE } from '@svc/contracts';
import { createFairShare } from '@svc/kernel';
import { namedWindows, type NamedLimit } from './named-windows';
import type { Quota } from './quota';
import { limitExceeded, LimitHit } from './limit-hit';
import type { OwnShare } from './request-limits';

/** Failed authentications by client address, for any sixty seconds. */
export interface FailedAuthentications {
  /** Counts one, or refuses it (429) when the address has used up its limit. */
  charge(address: string): Quota | Promise<Quota>;
  peek(address: string): Quota;
  /** Runs a look-up that may fail; undefined when one more failure would exceed the address's limit. */
  withinLimit<Found>(address: string, lookUp: () => Promise<Found>): Promise<Found> | undefined;
}

const LIMIT = FAILED_AUTHENTICATIONS_PER_MINUTE;

/** The 429 of an address that has used up its limit. */
function tooManyFailures(quota: Quota, nowMs: number): LimitHit {
  const name = 'failed authentications per minute for each client address';
  return new LimitHit(
    'failed_authentications_per_minute',
    limitExceeded(name, quota, nowMs),
    quota,
  );
}

/** The limit of an address. */
export const failuresOf = (address: string): NamedLimit => ({
  name: `address ${address}`,
  limit: LIMIT,
  full: tooManyFailures,
});

/** Counts in this process alone: the whole limit, or this gateway's share of it. */
export function failedAuthentications(
  now: () => Date,
  share?: OwnShare,
): FailedAuthentications & { charge(address: string): Quota } {
  const windows = namedWindows(now, share);
  const peek = (address: string): Quota => windows.peek(failuresOf(address));
  return {
    charge: (address) => windows.charge(failuresOf(address)),
    peek,
    withinLimit: lookUpsWithin((address) => peek(address).remaining),
  };
}

/** Look-ups for an address, as many at once as it has failures left. */
export function lookUpsWithin(
  leftOf: (address: string) => number,
): FailedAuthentications['withinLimit'] {
  // Those under way count as failures: otherwise a thousand guesses at once would all be within the limit.
  const lookUps = createFairShare<string>(Infinity);
  return (address, lookUp) => {
    if (lookUps.getWeight(address) >= leftOf(address)) return undefined;
    lookUps.forceAcquire(address, 1);
    return lookUp().finally(() => lookUps.release(address, 1));
  };
}
