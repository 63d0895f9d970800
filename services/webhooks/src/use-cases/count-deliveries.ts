import type { Caller } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import type { DeliveriesOfHour } from '../persistence/delivery-reads';
import type { Dependencies } from './dependencies';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/**
 * A million deliveries take some tenths of a second: this bounds counting to a tenth of the time.
 */
const REMEMBERED_TIMES = 9;
const LEAST_REMEMBERED_MS = 100;
const REMEMBERED_COMPANIES = 1_000;

/** Begins at a full UTC hour. */
export interface HourOfDeliveries {
  readonly from: Date;
  readonly succeeded: number;
  readonly failed: number;
  /** Pending or retrying. */
  readonly waiting: number;
}

/**
 * Counts by hour of creation: this hour and the 24 before it. One count runs per company at a time,
 * and is cached in proportion to its duration.
 */
export function countDeliveries({ deliveries, now }: Dependencies) {
  const remembered = new LRUCache<number, readonly HourOfDeliveries[]>({
    max: REMEMBERED_COMPANIES,
    ttl: LEAST_REMEMBERED_MS,
    async fetchMethod(companyId, _before, { options }) {
      const began = performance.now();
      const thisHour = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
      const first = thisHour - HOURS * HOUR_MS;
      const counts = await deliveries.countByHour(companyId, new Date(first));
      const tookMs = performance.now() - began;
      options.ttl = Math.max(LEAST_REMEMBERED_MS, tookMs * REMEMBERED_TIMES);
      return Array.from({ length: HOURS + 1 }, (_, at) =>
        hourFrom(new Date(first + at * HOUR_MS), counts),
      );
    },
  });
  return async ({ companyId }: Caller): Promise<readonly HourOfDeliveries[]> => {
    const hours = await remembered.fetch(companyId);
    if (!hours) throw new Error(`The deliveries of company ${companyId} were not counted.`);
    return hours;
  };
}

function hourFrom(from: Date, counts: readonly DeliveriesOfHour[]): HourOfDeliveries {
  const ofHour = counts.filter(({ hour }) => hour.getTime() === from.getTime());
  const of = (...statuses: readonly DeliveriesOfHour['status'][]): number =>
    ofHour
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { deliveries }) => sum + deliveries, 0);
  return {
    from,
    succeeded: of('succeeded'),
    failed: of('failed'),
    waiting: of('pending', 'retrying'),
  };
}
