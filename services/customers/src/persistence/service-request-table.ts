import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { ServiceRequest } from '../domain/service-request';

export const serviceRequestTable = new EntitySchema<ServiceRequest>({
  name: 'ServiceRequest',
  tableName: 'service_requests',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    companyId: { type: 'bigint', name: 'company_id' },
    version: { type: 'integer' },
    source: { type: 'text' },
    customerId: { type: 'bigint', name: 'customer_id', nullable: true },
    contactName: { type: 'text', name: 'contact_name' },
    contactEmail: { type: 'text', name: 'contact_email', nullable: true },
    contactPhone: { type: 'text', name: 'contact_phone', nullable: true },
    description: { type: 'text' },
    status: { type: 'text' },
    jobId: { type: 'bigint', name: 'job_id', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  } satisfies Record<keyof ServiceRequest, EntitySchemaColumnOptions>,
});

/** The columns of a service request under the names of the domain. */
export const SERVICE_REQUEST_COLUMNS = `request.id, request.company_id as "companyId",
  request.version, request.source, request.customer_id as "customerId",
  request.contact_name as "contactName", request.contact_email as "contactEmail",
  request.contact_phone as "contactPhone", request.description, request.status,
  request.job_id as "jobId", request.created_at as "createdAt"`;
