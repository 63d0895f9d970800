import { addDeliveries, withSubscribed } from './add-deliveries';
import type { Dependencies } from './dependencies';

/** Before the ids of all companies. */
export const BEFORE_ALL = 0;

/**
 * Writes the deliveries of one event that waits: the oldest one of the first company after another one.
 * False where no company after it has any.
 *
 * @param taken called with the event's company before they are written
 */
export const fanOutWaiting =
  ({ transactUnannounced, now }: Pick<Dependencies, 'transactUnannounced' | 'now'>) =>
  (afterCompany: number, taken: (companyId: number) => void): Promise<boolean> =>
    transactUnannounced(async (unit) => {
      const next = await unit.waiting.takeAfter(afterCompany);
      if (!next) return false;
      taken(next.event.companyId);
      // Its endpoints may have been deleted meanwhile.
      await addDeliveries(unit, await withSubscribed(unit, [next]), now());
      return true;
    });
