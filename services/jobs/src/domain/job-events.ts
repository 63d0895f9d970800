import {
  createOperatorActed,
  createRecordEvent,
  isOperator,
  type Caller,
  type DomainEvent,
  type EventType,
  type JobSummary,
  type LateJob,
} from '@svc/contracts';
import type { Job } from '../records/job';

type Author = Pick<Caller, 'actor' | 'personId' | 'sandboxOf' | 'zone'>;

export const toJobSummary = (job: Job): JobSummary => ({
  job_id: job.id,
  job_status: job.jobStatus,
  deleted: job.deletedAt !== null,
  required_parts: job.requiredParts.map(({ itemId, locationId, quantity }) => ({
    item_id: itemId,
    location_id: locationId,
    quantity,
  })),
  version: job.version,
});

const createJobEvent = (
  type: Extract<EventType, `job.${string}`>,
  job: Job,
  { actor }: Author,
  previous: Readonly<Record<string, unknown>> = {},
): DomainEvent => createRecordEvent(type, job, actor, { card: toJobSummary(job), previous });

/** Creating an assigned job also emits `job.assigned`. */
export const announceJobCreation = (job: Job, author: Author): DomainEvent[] => [
  createJobEvent('job.created', job, author),
  ...createAssignmentEvents(null, job, author),
];

/** @param previous the former values of the changed fields, by their names in the API */
export const announceJobUpdate = (
  before: Job,
  after: Job,
  author: Author,
  previous: Readonly<Record<string, unknown>>,
): DomainEvent[] => [
  createJobEvent('job.updated', after, author, previous),
  ...createAssignmentEvents(before.assignedTechnicianId, after, author),
];

export const createLateJobEvent = (
  {
    id,
    companyId,
    version,
    jobTitle,
    scheduledEnd,
  }: Pick<Job, 'id' | 'companyId' | 'version' | 'jobTitle'> & { readonly scheduledEnd: Date },
  at: Date,
): DomainEvent => {
  const data: LateJob = { job_title: jobTitle, scheduled_end: scheduledEnd.toISOString() };
  return {
    type: 'late_job.found',
    companyId,
    recordId: id,
    version,
    occurredAt: at,
    actor: 'scheduled',
    data: { ...data },
  };
};

/** Emits both events with the former technician. */
function createAssignmentEvents(formerId: number | null, job: Job, author: Author): DomainEvent[] {
  if (formerId === job.assignedTechnicianId) return [];
  const previous = { assigned_technician_id: formerId };
  return [
    ...(formerId === null ? [] : [createJobEvent('job.unassigned', job, author, previous)]),
    ...(job.assignedTechnicianId === null
      ? []
      : [createJobEvent('job.assigned', job, author, previous)]),
  ];
}

/** A move to Completed also gets `job.completed`. */
export function announceStatusMove(before: Job, after: Job, author: Author): DomainEvent[] {
  const previous = { status: before.jobStatus };
  const moved = createJobEvent('job.status_changed', after, author, previous);
  if (after.jobStatus !== 'Completed') return [moved];
  return [moved, createJobEvent('job.completed', after, author, previous)];
}

/** The dashboard logs what people do; only what the operator does is announced here. */
const announceWithActivity =
  (type: 'job.deleted' | 'job.restored', done: string) =>
  (_: Job, job: Job, author: Author): DomainEvent[] => {
    const event = createJobEvent(type, job, author);
    const what = `${done} the job ${job.id}, ${job.jobTitle}`;
    return isOperator(author)
      ? [event, createOperatorActed(event, { kind: 'deletion', what }, author)]
      : [event];
  };

export const announceJobDeletion = announceWithActivity('job.deleted', 'Deleted');
export const announceJobRestoration = announceWithActivity('job.restored', 'Restored');
