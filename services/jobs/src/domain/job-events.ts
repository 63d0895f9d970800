import type { DomainEvent, EventType, JobCard } from '@svc/contracts';
import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import { differences, type EditableField, type Job } from './job';

/** Who made a change, and the zone in which the company reads times. */
export interface Author {
  readonly actor: string;
  readonly zone: string;
}

type JobEvent = Extract<EventType, `job.${string}`>;

/** What every event says of the job, for contexts that act on jobs. */
export const jobCard = (job: Job): JobCard => ({
  job_id: job.id,
  job_status: job.status,
  deleted: job.deletedAt !== null,
  required_parts: presentParts(job),
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

export const jobCreated = (job: Job, author: Author): DomainEvent =>
  announce('job.created', job, author);

/** Says what the changed fields were before, by their names in the API. */
export function jobUpdated(before: Job, after: Job, author: Author): DomainEvent {
  const previous = differences(before, after).map((field) => {
    const { name, of } = PREVIOUS[field];
    return [name, of(before, author.zone)] as const;
  });
  return announce('job.updated', after, author, Object.fromEntries(previous));
}

/** What a status move announces: always the change, and completion on top of it. */
export function statusMoved(before: Job, after: Job, author: Author): DomainEvent[] {
  const types: readonly JobEvent[] =
    after.status === 'Completed' ? ['job.status_changed', 'job.completed'] : ['job.status_changed'];
  return types.map((type) => announce(type, after, author, { status: before.status }));
}

export const jobDeleted = (job: Job, author: Author): DomainEvent =>
  announce('job.deleted', job, author);

export const jobRestored = (job: Job, author: Author): DomainEvent =>
  announce('job.restored', job, author);

interface PreviousValue {
  readonly name: string;
  of(job: Job, zone: string): unknown;
}

const PREVIOUS: Readonly<Record<EditableField, PreviousValue>> = {
  title: { name: 'job_title', of: (job) => job.title },
  description: { name: 'job_description', of: (job) => job.description },
  priority: { name: 'job_priority', of: (job) => job.priority },
  locationId: { name: 'customer_location_id', of: (job) => job.locationId },
  technicianId: { name: 'assigned_technician_id', of: (job) => job.technicianId },
  scheduledStart: {
    name: 'scheduled_start',
    of: (job, zone) => formatOptionalTimestamp(job.scheduledStart, zone),
  },
  scheduledEnd: {
    name: 'scheduled_end',
    of: (job, zone) => formatOptionalTimestamp(job.scheduledEnd, zone),
  },
  requiredSkills: { name: 'required_skills', of: presentSkills },
  requiredParts: { name: 'required_parts', of: presentParts },
  links: { name: 'assets', of: presentLinks },
};

function presentSkills({ requiredSkills }: Job): unknown {
  return requiredSkills.map(({ name, level }) => ({ skill_name: name, skill_level: level }));
}

function presentParts({ requiredParts }: Job): JobCard['required_parts'] {
  return requiredParts.map(({ itemId, locationId, quantity }) => ({
    item_id: itemId,
    location_id: locationId,
    quantity,
  }));
}

function presentLinks({ links }: Job, zone: string): unknown {
  return links.map((link) => ({
    asset_id: link.assetId,
    relationship_type: link.relationshipType,
    relationship_notes: link.relationshipNotes,
    linked_at: formatTimestamp(link.linkedAt, zone),
  }));
}
