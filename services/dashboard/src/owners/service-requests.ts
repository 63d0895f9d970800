import { DomainError } from '@svc/contracts';
import type { ServiceRequestAnswer } from '../../contract/answers';
import type { Asker, OwnerCall, Owners } from './owners';

/** Service requests, of which the customers context is the owner, and the jobs created for them. */
export const serviceRequestsOf = (owners: Owners) => {
  const ask = async (asker: Asker, call: OwnerCall): Promise<ServiceRequestAnswer> =>
    (await owners.ask<ServiceRequestAnswer>(asker, 'customers', call)).body.data;

  return {
    /** @throws not_found */
    find: (asker: Asker, id: number): Promise<ServiceRequestAnswer> =>
      ask(asker, { method: 'GET', path: `/service-requests/${id}` }),

    /** Keeps which job was created for it. @throws not_found; conflict when it is another one already */
    link: (asker: Asker, id: number, jobId: number): Promise<ServiceRequestAnswer> =>
      ask(asker, {
        method: 'POST',
        path: `/service-requests/${id}/job`,
        body: { job_id: jobId },
      }),

    /** @throws not_found; conflict when a job was created for it */
    decline: (asker: Asker, id: number): Promise<ServiceRequestAnswer> =>
      ask(asker, {
        method: 'POST',
        path: `/service-requests/${id}/decline`,
        body: {},
      }),

    /** The job that was created for it; undefined where there is none. */
    async findJob(asker: Asker, id: number): Promise<number | undefined> {
      const path = `/service-requests/${id}/job`;
      try {
        const call = { method: 'GET', path } as const;
        return (await owners.ask<{ readonly job_id: number }>(asker, 'jobs', call)).body.data
          .job_id;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'not_found') return undefined;
        throw error;
      }
    },

    /** One job for the request, however often it is called; `body` is that of the API's createJob. */
    async createJob(asker: Asker, id: number, body: object): Promise<number> {
      const path = `/service-requests/${id}/job`;
      const call = { method: 'POST', path, body } as const;
      return (await owners.ask<{ readonly job_id: number }>(asker, 'jobs', call)).body.data.job_id;
    },
  };
};

export type ServiceRequests = ReturnType<typeof serviceRequestsOf>;
