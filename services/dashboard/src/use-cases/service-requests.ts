import { DomainError } from '@svc/contracts';
import type { ServiceRequestResponse } from '../../contract/responses';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

async function linkExistingJob(
  { serviceRequests }: Dependencies,
  asker: Asker,
  id: number,
): Promise<ServiceRequestResponse | undefined> {
  const jobId = await serviceRequests.findJob(asker, id);
  return jobId === undefined ? undefined : serviceRequests.link(asker, id, jobId);
}

/**
 * Creates and links the job of a service request. Repeating it after a failure between the two
 * steps only links.
 *
 * @throws conflict if the request was declined
 */
export const createJobOfRequest =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, body: object): Promise<ServiceRequestResponse> => {
    const { serviceRequests } = dependencies;
    const request = await serviceRequests.find(asker, id);
    if (request.job_id !== null) return request;
    if (request.status === 'Declined') {
      const linked = await linkExistingJob(dependencies, asker, id);
      if (linked) return linked;
      throw new DomainError('conflict', 'This service request was declined.');
    }
    const jobId = await serviceRequests.createJob(asker, id, body);
    return serviceRequests.link(asker, id, jobId);
  };

/** @throws conflict if the request has a job */
export const declineServiceRequest =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<ServiceRequestResponse> => {
    // Links a job whose creation was interrupted; declining is then rejected.
    await linkExistingJob(dependencies, asker, id);
    return dependencies.serviceRequests.decline(asker, id);
  };
