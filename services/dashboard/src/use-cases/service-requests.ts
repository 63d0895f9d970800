import { DomainError } from '@svc/contracts';
import type { ServiceRequestResponse } from '../../contract/responses';
import type { OwnerCall, Requester } from '../owners/owners';
import type { Dependencies } from './dependencies';

function openServiceRequest({ owners }: Dependencies, requester: Requester, id: number) {
  const path = `/service-requests/${id}`;
  const callCustomers = async (call: OwnerCall): Promise<ServiceRequestResponse> =>
    (await owners.call<ServiceRequestResponse>(requester, 'customers', call)).body.data;
  const callJobs = async (call: OwnerCall): Promise<number> =>
    (await owners.call<{ readonly job_id: number }>(requester, 'jobs', call)).body.data.job_id;
  const link = (jobId: number): Promise<ServiceRequestResponse> =>
    callCustomers({ method: 'POST', path: `${path}/job`, body: { job_id: jobId } });
  return {
    find: () => callCustomers({ method: 'GET', path }),

    decline: () => callCustomers({ method: 'POST', path: `${path}/decline`, body: {} }),

    /** A request has one job, however often this is called. */
    createJob: async (body: object) =>
      link(await callJobs({ method: 'POST', path: `${path}/job`, body })),

    /** Links a job whose creation was interrupted; undefined if there is none. */
    async linkExistingJob(): Promise<ServiceRequestResponse | undefined> {
      const jobId = await callJobs({ method: 'GET', path: `${path}/job` }).catch(ignoreNotFound);
      return jobId === undefined ? undefined : link(jobId);
    },
  };
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
}

/**
 * `body` is that of the API's createJob. Repeating this after a failure between the two steps only
 * links.
 *
 * @throws conflict if the request was declined
 */
export const createJobOfRequest =
  (dependencies: Dependencies) =>
  async (requester: Requester, id: number, body: object): Promise<ServiceRequestResponse> => {
    const { find, createJob, linkExistingJob } = openServiceRequest(dependencies, requester, id);
    const request = await find();
    if (request.job_id !== null) return request;
    if (request.status !== 'Declined') return createJob(body);
    const linked = await linkExistingJob();
    if (linked) return linked;
    throw new DomainError('conflict', 'This service request was declined.');
  };

/** @throws conflict if the request has a job */
export const declineServiceRequest =
  (dependencies: Dependencies) =>
  async (requester: Requester, id: number): Promise<ServiceRequestResponse> => {
    const { decline, linkExistingJob } = openServiceRequest(dependencies, requester, id);
    await linkExistingJob();
    return decline();
  };
