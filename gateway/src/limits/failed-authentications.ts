import { FAILED_AUTHENTICATIONS_PER_MINUTE } from '@svc/contracts';
import { createFairShare } from '@svc/kernel';
import { createNamedWindows, type NamedLimit } from './named-windows';
import type { GatewayShare } from './gateway-share';
import type { Quota } from './quota';

export interface FailedAuthentications {
  charge(address: string): Quota | Promise<Quota>;
  peek(address: string): Quota;
  /** Runs a look-up that may fail; returns undefined if the address is at its limit. */
  runWithinLimit<Found>(address: string, lookUp: () => Promise<Found>): Promise<Found> | undefined;
}

export const createFailureLimit = (address: string): NamedLimit => ({
  name: `address ${address}`,
  limit: FAILED_AUTHENTICATIONS_PER_MINUTE,
  hit: 'failed_authentications_per_minute',
  text: 'failed authentications per minute for each client address',
});

export function createFailedAuthentications(
  now: () => Date,
  share?: GatewayShare,
): FailedAuthentications {
  const windows = createNamedWindows(now, share);
  const peek = (address: string): Quota => windows.peek(createFailureLimit(address));
  return {
    charge: (address) => windows.charge(createFailureLimit(address)),
    peek,
    runWithinLimit: limitLookUps((address) => peek(address).remaining),
  };
}

export function limitLookUps(
  countLeft: (address: string) => number,
): FailedAuthentications['runWithinLimit'] {
  // Look-ups under way count as failures, or a thousand guesses at once would be allowed.
  const lookUps = createFairShare<string>(Infinity);
  return (address, lookUp) => {
    if (lookUps.getWeight(address) >= countLeft(address)) return undefined;
    lookUps.forceAcquire(address, 1);
    return lookUp().finally(() => lookUps.release(address, 1));
  };
}
