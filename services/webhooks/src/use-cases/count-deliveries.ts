import type { Caller } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import type { HourlyStatusCount } from '../persistence/delivery-reads';
import type { Dependencies } from './dependencies';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/**
 * Counts are cached for nine times as long as they took: a million deliveries take some tenths of a
 * second, and counting must not run all the time.
 */
const CACHE_TIME_PER_DURATION = 9;
const MIN_CACHE_MS = 100;
const MAX_CACHED_COUNTS = 1_000;

/** Begins at a full UTC hour. */
export interface HourlyDeliveries {
  readonly from: Date;
  readonly succeeded: number;
  readonly failed: number;
  readonly waiting: number;
}

/** Counts this hour and the 24 before it, for all endpoints or one. Concurrent equal counts run once. */
export function countDeliveries({ deliveries, now }: Dependencies) {
  const cache = new LRUCache<string, readonly HourlyDeliveries[], CountScope>({
    max: MAX_CACHED_COUNTS,
    ttl: MIN_CACHE_MS,
    async fetchMethod(_key, _before, { options, context: { companyId, endpointId } }) {
      const began = performance.now();
      const thisHour = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
      const first = thisHour - HOURS * HOUR_MS;
      const counts = await deliveries.countByHour(companyId, {
        from: new Date(first),
        ...(endpointId !== undefined && { endpointId }),
      });
      const tookMs = performance.now() - began;
      options.ttl = Math.max(MIN_CACHE_MS, tookMs * CACHE_TIME_PER_DURATION);
      return Array.from({ length: HOURS + 1 }, (_, index) =>
        toHour(new Date(first + index * HOUR_MS), counts),
      );
    },
  });
  return async (
    { companyId }: Caller,
    endpointId?: number,
  ): Promise<readonly HourlyDeliveries[]> => {
    const context = { companyId, endpointId };
    const hours = await cache.fetch(`${companyId} ${endpointId ?? ''}`, { context });
    if (!hours) throw new Error(`The deliveries of company ${companyId} were not counted.`);
    return hours;
  };
}

interface CountScope {
  readonly companyId: number;
  readonly endpointId: number | undefined;
}

function toHour(from: Date, counts: readonly HourlyStatusCount[]): HourlyDeliveries {
  const inThisHour = counts.filter(({ hour }) => hour.getTime() === from.getTime());
  const countWith = (...statuses: readonly HourlyStatusCount['status'][]): number =>
    inThisHour
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { deliveries }) => sum + deliveries, 0);
  return {
    from,
    succeeded: countWith('succeeded'),
    failed: countWith('failed'),
    waiting: countWith('pending', 'retrying'),
  };
}
