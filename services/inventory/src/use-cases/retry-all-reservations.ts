import type { Dependencies } from './dependencies';
import { retryReservation } from './retry-reservations';

const BATCH = 100;

/**
 * Looks through all waiting reservations for those that the stock would cover, and answers how many it
 * did: the net under `retryReservations`. It finds what no movement noted, as where a release before this
 * one moved the stock, or an item was created just when a job came to wait for it.
 */
export const retryAllReservations = (dependencies: Dependencies) => {
  const retry = retryReservation(dependencies);
  return async (): Promise<number> => {
    let covered = 0;
    for (;;) {
      const coverable = await dependencies.reservations.coverable(BATCH);
      let inBatch = 0;
      // An older one may have taken what both wait for.
      for (const job of coverable) if (await retry(job)) inBatch += 1;
      covered += inBatch;
      if (inBatch === 0 || coverable.length < BATCH) return covered;
    }
  };
};
