import type { Caller } from '@svc/contracts';
import { deleteRecord, restoreRecord } from '@svc/kernel';
import { announceJobDeletion, announceJobRestoration } from '../domain/job-events';
import type { Job } from '../records/job';
import type { Dependencies } from './dependencies';

const changeWith =
  (change: typeof deleteRecord<Job>, announce: typeof announceJobDeletion) =>
  ({ externalIds, changeJob, now }: Dependencies) =>
  async (caller: Caller, id: number): Promise<Job> => {
    const selector = { companyId: caller.companyId, id, includeDeleted: true } as const;
    const { after } = await externalIds.rejectDuplicates(() =>
      changeJob(caller, selector, (job) => change(job, now()), announce),
    );
    return after;
  };

/** A deleted job is absent from every response of the API until it is restored. */
export const deleteJob = changeWith(deleteRecord, announceJobDeletion);

/** @throws ExternalIdTaken when another job has its external id by now */
export const restoreJob = changeWith(restoreRecord, announceJobRestoration);
