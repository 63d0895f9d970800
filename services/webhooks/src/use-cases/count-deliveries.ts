import type { Caller } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import type { DeliveriesOfHour } from '../persistence/delivery-reads';
import type { Dependencies } from './dependencies';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** A million deliveries take some tenths of a second: counting them takes a tenth of the time at most. */
const REMEMBERED_TIMES = 9;
const LEAST_REMEMBERED_MS = 100;
const REMEMBERED_COMPANIES = 1_000;

/** One hour, which begins at a full hour in UTC. */
export interface HourOfDeliveries {
  readonly from: Date;
  readonly succeeded: number;
  readonly failed: number;
  /** Neither yet: pending, or to be tried again. */
  readonly waiting: number;
}

/**
 * The company's deliveries by the hour of their creation: this hour, and the 24 before it. They are counted
 * once at a time, however many people look, and remembered for some times as long as that took.
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
