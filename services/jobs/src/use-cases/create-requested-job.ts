import { jobCreated } from '../domain/job-events';
import { draftJob, type CreateJob } from './create-job';
import type { Dependencies } from './dependencies';

export interface RequestedJob {
  readonly jobId: number;
  readonly outcome: 'created' | 'unchanged';
}

/**
 * The job of a service request: created by the first call, and the same one in all others, whatever
 * they want of it.
 */
export const createRequestedJob = (dependencies: Dependencies) => {
  const { jobs: reads, transact } = dependencies;
  const draft = draftJob(dependencies);
  return async (serviceRequestId: number, wanted: CreateJob): Promise<RequestedJob> => {
    const { caller } = wanted;
    const { companyId } = caller;
    const known = await reads.idForRequest(companyId, serviceRequestId);
    if (known !== undefined) return { jobId: known, outcome: 'unchanged' };
    const job = await draft(wanted);
    return transact(async ({ jobs }): Promise<RequestedJob> => {
      const meanwhile = await jobs.lockRequest(companyId, serviceRequestId);
      if (meanwhile !== undefined) return { jobId: meanwhile, outcome: 'unchanged' };
      await jobs.add({ job, created: jobCreated(job, caller), author: caller });
      await jobs.linkRequest(job, serviceRequestId);
      return { jobId: job.id, outcome: 'created' };
    });
  };
};
