import { existing } from '@svc/contracts';
import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { NewServiceRequest, ServiceRequest } from '../domain/service-request';
import { SERVICE_REQUEST_COLUMNS, serviceRequestTable } from './service-request-table';

const LOCK = statement<{ companyId: number; id: number }, ServiceRequest>()(
  'lock_service_request',
  `select ${SERVICE_REQUEST_COLUMNS} from service_requests request
   where request.company_id = :companyId and request.id = :id for update`,
);

/** Service requests inside a transaction. */
export const serviceRequestRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    async add(request: NewServiceRequest): Promise<ServiceRequest> {
      const { identifiers } = await tx.insert(serviceRequestTable, request);
      return { ...request, id: Number(identifiers[0]?.['id']) };
    },

    /** The company's service request, locked until the transaction ends. */
    async lock(companyId: number, id: number): Promise<ServiceRequest> {
      const [request] = await run(LOCK, { companyId, id });
      return existing(request, 'Service request');
    },

    /** Writes what became of it. */
    async decide({ companyId, id, version, status, jobId }: ServiceRequest): Promise<void> {
      await tx.update(serviceRequestTable, { companyId, id }, { version, status, jobId });
    },
  };
};
