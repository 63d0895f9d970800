import {
  isOperator,
  operatorActed,
  type DomainEvent,
  type EventType,
  type JobCard,
} from '@svc/contracts';
import { formerValues } from '@svc/kernel';
import type { Author } from './author';
import type { Job } from './job';
import { changesOf } from './job-history';
import { presentParts, SHOWN_FIELDS } from './shown-fields';

type JobEvent = Extract<EventType, `job.${string}`>;

/** What every event says of the job, for contexts that act on jobs. */
export const jobCard = (job: Job): JobCard => ({
  job_id: job.id,
  job_status: job.status,
  deleted: job.deletedAt !== null,
  required_parts: presentParts(job.requiredParts),
  version: job.version,
});

const announce = (
  type: JobEvent,
  job: Job,
  { actor }: Author,
  previous: Readonly<Record<string, unknown>> = {},
): DomainEvent => ({
  type,
  companyId: job.companyId,
  recordId: job.id,
  version: job.version,
  occurredAt: job.updatedAt,
  actor,
  data: { card: jobCard(job), previous },
});

/** Of a job that is made for a technician also that it is given to them. */
export const jobCreated = (job: Job, author: Author): DomainEvent[] => [
  announce('job.created', job, author),
  ...reassigned(null, job, author),
];

/** Says what the changed fields were before, by their names in the API. */
export const jobUpdated = (before: Job, after: Job, author: Author): DomainEvent[] => [
  announce(
    'job.updated',
    after,
    author,
    formerValues(changesOf(before, after), SHOWN_FIELDS, author.zone),
  ),
  ...reassigned(before.technicianId, after, author),
];

/** That a job was taken from one technician, and given to another; both name the former one. */
function reassigned(formerId: number | null, job: Job, author: Author): DomainEvent[] {
  if (formerId === job.technicianId) return [];
  const previous = { assigned_technician_id: formerId };
  return [
    ...(formerId === null ? [] : [announce('job.unassigned', job, author, previous)]),
    ...(job.technicianId === null ? [] : [announce('job.assigned', job, author, previous)]),
  ];
}

/** What a status move announces: always the change, and completion on top of it. */
export function statusMoved(before: Job, after: Job, author: Author): DomainEvent[] {
  const types: readonly JobEvent[] =
    after.status === 'Completed' ? ['job.status_changed', 'job.completed'] : ['job.status_changed'];
  return types.map((type) => announce(type, after, author, { status: before.status }));
}

export const jobDeleted = (job: Job, author: Author): DomainEvent[] =>
  withActivity(
    announce('job.deleted', job, author),
    author,
    `Deleted the job ${job.id}, ${job.title}`,
  );

export const jobRestored = (job: Job, author: Author): DomainEvent[] =>
  withActivity(
    announce('job.restored', job, author),
    author,
    `Restored the job ${job.id}, ${job.title}`,
  );

/** For the log of activity, where the dashboard did not log it itself, as of a person. */
const withActivity = (event: DomainEvent, author: Author, what: string): DomainEvent[] =>
  isOperator(author) ? [event, operatorActed(event, { kind: 'deletion', what }, author)] : [event];
