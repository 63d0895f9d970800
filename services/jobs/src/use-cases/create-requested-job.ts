import { DomainError, type Caller } from '@svc/contracts';
import type { JobDetails } from '../records/job';
import { draftJob } from './create-job';
import type { Dependencies } from './dependencies';

export interface RequestedJob {
  readonly jobId: number;
  readonly outcome: 'created' | 'unchanged';
}

/** The first call creates the job; all others return it, whatever they ask for. */
export const createRequestedJob = (dependencies: Dependencies) => {
  const { jobs: reads, transact } = dependencies;
  const draft = draftJob(dependencies);
  return async (
    caller: Caller,
    serviceRequestId: number,
    details: JobDetails,
  ): Promise<RequestedJob> => {
    const { companyId } = caller;
    const known = await reads.findIdForServiceRequest(companyId, serviceRequestId);
    if (known !== undefined) return { jobId: known, outcome: 'unchanged' };
    const drafted = await draft(caller, details);
    return transact(async ({ jobs }): Promise<RequestedJob> => {
      const meanwhile = await jobs.lockServiceRequest(companyId, serviceRequestId);
      if (meanwhile !== undefined) return { jobId: meanwhile, outcome: 'unchanged' };
      const job = await jobs.add(caller, drafted);
      await jobs.linkServiceRequest(job, serviceRequestId);
      return { jobId: job.id, outcome: 'created' };
    });
  };
};

/** Finds a deleted job, too. */
export const findRequestedJob =
  ({ jobs }: Dependencies) =>
  async (companyId: number, serviceRequestId: number): Promise<number> => {
    const jobId = await jobs.findIdForServiceRequest(companyId, serviceRequestId);
    if (jobId !== undefined) return jobId;
    throw new DomainError('not_found', 'No job was created for this service request.');
  };
