import {
  isOperator,
  operatorActed,
  recordEvent,
  type Caller,
  type DomainEvent,
  type EventType,
  type JobCard,
} from '@svc/contracts';
import type { Job } from '../records/job';

type Author = Pick<Caller, 'actor' | 'personId' | 'sandboxOf' | 'zone'>;

/** What every event says of the job, for contexts that act on jobs. */
export const jobCard = (job: Job): JobCard => ({
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

const announce = (
  type: Extract<EventType, `job.${string}`>,
  job: Job,
  { actor }: Author,
  previous: Readonly<Record<string, unknown>> = {},
): DomainEvent => recordEvent(type, job, actor, { card: jobCard(job), previous });

/** Of a job that is made for a technician also that it is given to them. */
export const jobCreated = (job: Job, author: Author): DomainEvent[] => [
  announce('job.created', job, author),
  ...reassigned(null, job, author),
];

/** @param previous what the changed fields were before, by their names in the API */
export const jobUpdated = (
  before: Job,
  after: Job,
  author: Author,
  previous: Readonly<Record<string, unknown>>,
): DomainEvent[] => [
  announce('job.updated', after, author, previous),
  ...reassigned(before.assignedTechnicianId, after, author),
];

/** That a job was taken from one technician, and given to another; both name the former one. */
function reassigned(formerId: number | null, job: Job, author: Author): DomainEvent[] {
  if (formerId === job.assignedTechnicianId) return [];
  const previous = { assigned_technician_id: formerId };
  return [
    ...(formerId === null ? [] : [announce('job.unassigned', job, author, previous)]),
    ...(job.assignedTechnicianId === null ? [] : [announce('job.assigned', job, author, previous)]),
  ];
}

/** A move announces the change and, on top of it, completion. */
export function statusMoved(before: Job, after: Job, author: Author): DomainEvent[] {
  const previous = { status: before.jobStatus };
  const moved = announce('job.status_changed', after, author, previous);
  if (after.jobStatus !== 'Completed') return [moved];
  return [moved, announce('job.completed', after, author, previous)];
}

export const jobDeleted = (_: Job, job: Job, author: Author): DomainEvent[] =>
  withActivity(
    announce('job.deleted', job, author),
    author,
    `Deleted the job ${job.id}, ${job.jobTitle}`,
  );

export const jobRestored = (_: Job, job: Job, author: Author): DomainEvent[] =>
  withActivity(
    announce('job.restored', job, author),
    author,
    `Restored the job ${job.id}, ${job.jobTitle}`,
  );

/** For the log of activity, where the dashboard did not log it itself, as of a person. */
const withActivity = (event: DomainEvent, author: Author, what: string): DomainEvent[] =>
  isOperator(author) ? [event, operatorActed(event, { kind: 'deletion', what }, author)] : [event];
