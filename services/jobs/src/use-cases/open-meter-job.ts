import type { Caller } from '@svc/contracts';
import { newJob } from '../domain/job';
import { jobCreated } from '../domain/job-events';
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
  ({
    findReferences,
    nextJobId,
    now,
  }: Pick<Dependencies, 'findReferences' | 'nextJobId' | 'now'>) =>
  async (
    { jobs }: UnitOfWork,
    reached: ThresholdReached,
    caller: Caller,
  ): Promise<MeterJobOutcome> => {
    const { companyId, locationId, meterId } = reached;
    if (locationId === null) return 'noLocation';
    const { locationIsLive } = await findReferences({ locationId }, caller);
    if (!locationIsLive) return 'noLocation';
    if (await jobs.lockMeter(companyId, meterId)) return 'alreadyOpen';
    const job = newJob(meterJob(reached, locationId, await nextJobId()), now());
    await jobs.add({ job, created: jobCreated(job, caller), author: caller });
    return 'opened';
  };
