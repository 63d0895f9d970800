import type { Caller } from '@svc/contracts';
import { newJob } from '../domain/job';
import { meterJob, type ThresholdReached } from '../domain/meter-job';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

/** The result of handling a reached threshold. */
export type MeterJobOutcome = 'opened' | 'alreadyOpen' | 'noLocation';

/**
 * Opens a job for an asset whose meter reached its threshold, unless the meter has an open one or
 * there is no live location where the job could be done.
 */
export const openMeterJob =
  ({ findReferences, now }: Pick<Dependencies, 'findReferences' | 'now'>) =>
  async (
    { jobs }: UnitOfWork,
    reached: ThresholdReached,
    caller: Caller,
  ): Promise<MeterJobOutcome> => {
    const { companyId, locationId, meterId } = reached;
    if (locationId === null) return 'noLocation';
    const { locationIsLive } = await findReferences({ customerLocationId: locationId }, caller);
    if (!locationIsLive) return 'noLocation';
    if (await jobs.lockMeter(companyId, meterId)) return 'alreadyOpen';
    await jobs.add(caller, newJob(meterJob(reached, locationId), now()));
    return 'opened';
  };
