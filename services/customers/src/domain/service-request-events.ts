import type { DomainEvent } from '@svc/contracts';
import type { ServiceRequest } from '../records/service-request';

export const serviceRequestCreated = (request: ServiceRequest): DomainEvent => ({
  type: 'service_request.created',
  companyId: request.companyId,
  recordId: request.id,
  version: request.version,
  occurredAt: request.createdAt,
  actor: request.source,
  data: {},
});
