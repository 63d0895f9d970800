import {
  DomainError,
  type DomainEvent,
  type FieldError,
  type ReceivedRequest,
} from '@svc/contracts';
import { normalisePhone } from '@svc/kernel';
import type { RequestDetails, ServiceRequest } from '../records/service-request';

export type NewServiceRequest = Omit<ServiceRequest, 'id'>;

export function findContactProblems({ contactEmail, contactPhone }: RequestDetails): FieldError[] {
  if (contactEmail || contactPhone) return [];
  const message = 'contact_email or contact_phone is required.';
  return [{ field: 'contact_email', message }];
}

export const newServiceRequest = (
  companyId: number,
  country: string,
  details: RequestDetails,
  at: Date,
): NewServiceRequest => ({
  ...details,
  companyId,
  version: 1,
  contactPhone: details.contactPhone && normalisePhone(details.contactPhone, country),
  status: 'New',
  jobId: null,
  createdAt: at,
});

/** A job that exists decides, even if the request was declined while the job was being created. */
export function linkJob(request: ServiceRequest, jobId: number): ServiceRequest {
  if (request.jobId === jobId) return request;
  rejectIfJobCreated(request);
  return { ...request, version: request.version + 1, status: 'Job created', jobId };
}

export function declineRequest(request: ServiceRequest): ServiceRequest {
  if (request.status === 'Declined') return request;
  rejectIfJobCreated(request);
  return { ...request, version: request.version + 1, status: 'Declined' };
}

function rejectIfJobCreated({ jobId }: ServiceRequest): void {
  if (jobId === null) return;
  throw new DomainError('conflict', `Job ${jobId} was created for this service request.`, {
    job_id: jobId,
  });
}

const MAX_SUBJECT_CHARACTERS = 120;

export function summarizeDescription({ description }: Pick<ServiceRequest, 'description'>): string {
  const [line = ''] = description.trimStart().split(/\r?\n/, 1);
  const characters = Array.from(line.trimEnd());
  if (characters.length <= MAX_SUBJECT_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_SUBJECT_CHARACTERS - 1).join('')}…`;
}

export const serviceRequestCreated = (request: ServiceRequest): DomainEvent => ({
  type: 'service_request.created',
  companyId: request.companyId,
  recordId: request.id,
  version: request.version,
  occurredAt: request.createdAt,
  actor: request.source,
  data: {
    contact_name: request.contactName,
    subject: summarizeDescription(request),
  } satisfies ReceivedRequest,
});
