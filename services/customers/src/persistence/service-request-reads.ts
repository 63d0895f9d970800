import { DomainError } from '@svc/contracts';
import { statement, type Run } from '@svc/database';
import type { ServiceRequest } from '../domain/service-request';

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, ServiceRequest>()(
  'find_service_requests',
  `select id, company_id as "companyId", version, source, customer_id as "customerId",
     contact_name as "contactName", contact_email as "contactEmail",
     contact_phone as "contactPhone", description, created_at as "createdAt"
   from service_requests where company_id = :companyId and id = any(:ids)`,
);

/** The questions that are asked of service requests outside a transaction. */
export const serviceRequestReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<ServiceRequest> {
    const [request] = await run(FIND_SOME, { companyId, ids: [id] });
    if (!request) throw new DomainError('not_found', 'Service request not found.');
    return request;
  },

  /** Those of these service requests that the company has, in any order. */
  findSome: (companyId: number, ids: readonly number[]): Promise<ServiceRequest[]> =>
    run(FIND_SOME, { companyId, ids }),
});

export type ServiceRequestReads = ReturnType<typeof serviceRequestReads>;
