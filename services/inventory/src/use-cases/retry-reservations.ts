import type { Dependencies } from './dependencies';
import { settleReservation } from './follow-job';

const BATCH = 100;

/** What the system does by itself. */
const AUTHOR = { actor: 'scheduled' };

/** Tries waiting reservations again that the stock would cover by now, and answers how many it did. */
export const retryReservations =
  ({ reservations: reads, transact, now }: Dependencies) =>
  async (): Promise<number> => {
    let settled = 0;
    for (;;) {
      const coverable = await reads.coverable(BATCH);
      let inBatch = 0;
      for (const { companyId, jobId } of coverable) {
        const status = await transact(async (unit) => {
          const before = await unit.reservations.lockWaiting(companyId, jobId);
          if (!before) return 'waiting';
          return (await settleReservation(unit, before, { needs: before, author: AUTHOR, now }))
            .status;
        });
        // An older one may have taken what both wait for.
        if (status !== 'waiting') inBatch += 1;
      }
      settled += inBatch;
      if (inBatch === 0 || coverable.length < BATCH) return settled;
    }
  };
