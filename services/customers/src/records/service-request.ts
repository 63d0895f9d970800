import { REQUEST_STATUSES } from '@svc/contracts';
import { defineRecord, field, type DetailsOf, type RecordOf } from '@svc/records';

const REQUEST_SOURCES = ['portal', 'booking'] as const;

export const serviceRequest = defineRecord({
  name: 'Service request',
  table: 'service_requests',
  fields: {
    id: field.key('service_request_id'),
    companyId: field.company(),
    version: field.version(),
    source: field.oneOf(REQUEST_SOURCES)('required'),
    /** Null for a visitor who is no customer yet. */
    customerId: field.id('optional', { nullable: true }),
    contactName: field.text('required'),
    contactEmail: field.email('optional', { nullable: true }),
    contactPhone: field.phone('optional', { nullable: true }),
    description: field.text('required', { max: 10_000 }),
    status: field.oneOf(REQUEST_STATUSES)('internal'),
    jobId: field.id('internal', { nullable: true }),
    createdAt: field.timestamp('readOnly'),
  },
});

export type ServiceRequest = RecordOf<typeof serviceRequest>;
export type RequestDetails = DetailsOf<typeof serviceRequest>;
