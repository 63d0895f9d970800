import type { EntityManager } from 'typeorm';
import type { NewServiceRequest, ServiceRequest } from '../domain/service-request';
import { serviceRequestTable } from './service-request-table';

/** Service requests inside a transaction. */
export const serviceRequestRepository = (tx: EntityManager) => ({
  async add(request: NewServiceRequest): Promise<ServiceRequest> {
    const { identifiers } = await tx.insert(serviceRequestTable, request);
    return { ...request, id: Number(identifiers[0]?.['id']) };
  },
});
