import { existing } from '@svc/contracts';
import { runOn, selectList, statement } from '@svc/database';
import { recordWrites } from '@svc/records';
import type { EntityManager } from 'typeorm';
import { serviceRequest, type ServiceRequest } from '../records/service-request';

const LOCK = statement<{ companyId: number; id: number }, ServiceRequest>()(
  'lock_service_request',
  `select ${selectList(serviceRequest.columns)} from service_requests
   where company_id = :companyId and id = :id for update`,
);

/** Service requests inside a transaction. */
export const serviceRequestRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    ...recordWrites(run, serviceRequest, 'customers'),

    /** The company's service request, locked until the transaction ends. */
    async lock(companyId: number, id: number): Promise<ServiceRequest> {
      const [found] = await run(LOCK, { companyId, id });
      return existing(found, 'Service request');
    },
  };
};
