import { DomainError } from '@svc/contracts';
import type { ServiceRequestAnswer } from '../../contract/answers';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';

/** Links a service request with the job that was created for it, where there is one and it is not linked. */
async function linkExistingJob(
  { serviceRequests }: Dependencies,
  asker: Asker,
  id: number,
): Promise<ServiceRequestAnswer | undefined> {
  const jobId = await serviceRequests.findJob(asker, id);
  return jobId === undefined ? undefined : serviceRequests.link(asker, id, jobId);
}

/**
 * Creates the job of a service request, `body` being that of the API's createJob, and links both.
 *
 * There is one job for a request, however often this is called, so that whoever repeats it after a
 * failure between the two steps takes the second one alone.
 *
 * @throws conflict when the request was declined
 */
export const createJobOfRequest =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, body: object): Promise<ServiceRequestAnswer> => {
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

/** @throws conflict when a job was created for the request */
export const declineServiceRequest =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number): Promise<ServiceRequestAnswer> => {
    // A job whose creation ended before it was linked: declining is refused from then on.
    await linkExistingJob(dependencies, asker, id);
    return dependencies.serviceRequests.decline(asker, id);
  };
