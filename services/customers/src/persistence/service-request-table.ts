import { columnsOf, selectList } from '@svc/database';
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

/** Of a table with the alias `request`. */
export const SERVICE_REQUEST_COLUMNS = selectList(columnsOf(serviceRequestTable), 'request');
