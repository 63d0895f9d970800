import { DomainError } from '@svc/contracts';
import type { Dependencies } from './dependencies';

/** The job that was created for a service request, deleted or not, or not_found. */
export const findRequestedJob =
  ({ jobs }: Dependencies) =>
  async (companyId: number, serviceRequestId: number): Promise<number> => {
    const jobId = await jobs.idForRequest(companyId, serviceRequestId);
    if (jobId !== undefined) return jobId;
    throw new DomainError('not_found', 'No job was created for this service request.');
  };
