import type { Caller } from '@svc/contracts';
import { createJobDraft } from '../domain/job';
import { toMeterJob, type ThresholdReached } from '../domain/meter-job';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export type MeterJobOutcome = 'opened' | 'alreadyOpen' | 'noLocation';

/** Opens a job unless the meter has an open one, or there is no live location for it. */
export const openMeterJob =
  ({ now }: Pick<Dependencies, 'now'>) =>
  async (
    { jobs }: UnitOfWork,
    reached: ThresholdReached,
    { caller, locationIsLive }: { readonly caller: Caller; readonly locationIsLive: boolean },
  ): Promise<MeterJobOutcome> => {
    const { companyId, locationId, meterId } = reached;
    if (locationId === null || !locationIsLive) return 'noLocation';
    if (await jobs.lockMeterAndCheckOpenJob(companyId, meterId)) return 'alreadyOpen';
    await jobs.add(caller, createJobDraft(toMeterJob(reached, locationId), now()));
    return 'opened';
  };
