import { DomainError } from '@svc/contracts';
import type { ServiceRequestResponse } from '../../contract/responses';
import type { Asker, OwnerCall, Owners } from './owners';

export const serviceRequestsOf = (owners: Owners) => {
  const ask = async (asker: Asker, call: OwnerCall): Promise<ServiceRequestResponse> =>
    (await owners.ask<ServiceRequestResponse>(asker, 'customers', call)).body.data;

  return {
    /** @throws not_found */
    find: (asker: Asker, id: number): Promise<ServiceRequestResponse> =>
      ask(asker, { method: 'GET', path: `/service-requests/${id}` }),

    /** @throws not_found; conflict if it is linked to another job */
    link: (asker: Asker, id: number, jobId: number): Promise<ServiceRequestResponse> =>
      ask(asker, {
        method: 'POST',
        path: `/service-requests/${id}/job`,
        body: { job_id: jobId },
      }),

    /** @throws not_found; conflict if it has a job */
    decline: (asker: Asker, id: number): Promise<ServiceRequestResponse> =>
      ask(asker, {
        method: 'POST',
        path: `/service-requests/${id}/decline`,
        body: {},
      }),

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

    /** Idempotent: a request has one job. `body` is that of the API's createJob. */
    async createJob(asker: Asker, id: number, body: object): Promise<number> {
      const path = `/service-requests/${id}/job`;
      const call = { method: 'POST', path, body } as const;
      return (await owners.ask<{ readonly job_id: number }>(asker, 'jobs', call)).body.data.job_id;
    },
  };
};

export type ServiceRequests = ReturnType<typeof serviceRequestsOf>;
