import type { Caller } from '@svc/contracts';
import { deleteRecord, restoreRecord } from '@svc/kernel';
import { jobDeleted, jobRestored } from '../domain/job-events';
import type { Job } from '../records/job';
import type { Dependencies } from './dependencies';

const includingDeleted = (companyId: number, id: number) =>
  ({ companyId, id, includeDeleted: true }) as const;

/** A deleted job is absent from every response of the API until it is restored. */
export const deleteJob =
  ({ changeJob, now }: Dependencies) =>
  async (caller: Caller, id: number): Promise<Job> => {
    const which = includingDeleted(caller.companyId, id);
    const { after } = await changeJob(caller, which, (job) => deleteRecord(job, now()), jobDeleted);
    return after;
  };

/** @throws ExternalIdTaken when another job has its external id by now */
export const restoreJob =
  ({ externalIds, changeJob, now }: Dependencies) =>
  async (caller: Caller, id: number): Promise<Job> => {
    const which = includingDeleted(caller.companyId, id);
    const { after } = await externalIds.claim(() =>
      changeJob(caller, which, (job) => restoreRecord(job, now()), jobRestored),
    );
    return after;
  };
