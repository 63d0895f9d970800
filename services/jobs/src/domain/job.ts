import { refuseInvalid, type FieldError, type JobPriority, type JobStatus } from '@svc/contracts';
import { changedFields, givenFields, requireMove, revised } from '@svc/kernel';
import { changeLinks, type JobLink, type LinkChanges } from './job-links';
import { jobStatuses } from './job-status';

export const DEFAULT_PRIORITY: JobPriority = 'Medium';

export interface RequiredSkill {
  readonly name: string;
  readonly level: number;
}

/** A quantity of an item, to be taken from one inventory location. */
export interface RequiredPart {
  readonly itemId: number;
  readonly locationId: number;
  readonly quantity: number;
}

/** The most skills, and the most parts, that a job may require. */
export const MOST_REQUIREMENTS = 200;

/** What a client or the operator decides about a job. */
interface JobContent {
  /** The client's own id, which no other job of the company has unless one of them is deleted. */
  readonly externalId: string | null;
  readonly title: string;
  readonly description: string;
  readonly priority: JobPriority;
  readonly locationId: number;
  readonly technicianId: number | null;
  readonly scheduledStart: Date | null;
  readonly scheduledEnd: Date | null;
  readonly requiredSkills: readonly RequiredSkill[];
  readonly requiredParts: readonly RequiredPart[];
}

export interface Job extends JobContent {
  readonly companyId: number;
  readonly id: number;
  readonly version: number;
  readonly status: JobStatus;
  readonly actualStart: Date | null;
  readonly actualEnd: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  /** The meter that reached its threshold, if the job was opened for one. */
  readonly meterId: number | null;
  /** In order of asset. */
  readonly links: readonly JobLink[];
}

/** What a job is made from. */
export interface NewJob extends Omit<JobContent, 'externalId'> {
  readonly externalId?: string | null;
  readonly companyId: number;
  readonly id: number;
  readonly meterId?: number;
  readonly assets: LinkChanges;
}

export function newJob({ assets, meterId, externalId, ...content }: NewJob, at: Date): Job {
  refuseInvalid(scheduleProblems(content));
  // What is spread comes last: each field that is added after it takes V8 a microsecond.
  return {
    externalId: externalId ?? null,
    version: 1,
    status: 'Pending',
    actualStart: null,
    actualEnd: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    meterId: meterId ?? null,
    links: changeLinks([], assets, at),
    ...content,
  };
}

/** What is to be different about a job; what is absent stays as it is. */
export type JobChanges = { readonly [Field in keyof JobContent]?: JobContent[Field] | undefined };

/** Fields of a job that can be changed other than by a move. */
export const EDITABLE = [
  'title',
  'description',
  'priority',
  'locationId',
  'technicianId',
  'scheduledStart',
  'scheduledEnd',
  'requiredSkills',
  'requiredParts',
  'externalId',
  'links',
] as const satisfies readonly (keyof Job)[];

export type EditableField = (typeof EDITABLE)[number];

/** The editable fields in which two states of a job differ. */
export const differences = (before: Job, after: Job): EditableField[] =>
  changedFields(EDITABLE, before, after);

/** The job with a change applied; whether the result is allowed is not checked here. */
export const merged = (job: Job, changes: JobChanges): Job => ({
  ...job,
  ...givenFields(changes),
});

/** The job after a change, or the very same job when the change makes no difference. */
export function editJob(job: Job, changes: JobChanges, assets: LinkChanges, at: Date): Job {
  const edited: Job = { ...merged(job, changes), links: changeLinks(job.links, assets, at) };
  refuseInvalid(scheduleProblems(edited));
  return differences(job, edited).length === 0 ? job : revised(edited, at);
}

/** The job after a status move, or a refusal when the table has no such move. */
export function moveJob(job: Job, to: JobStatus, at: Date): Job {
  requireMove(jobStatuses, job.status, to);
  return revised<Job>(
    {
      ...job,
      status: to,
      actualStart: to === 'In Progress' ? (job.actualStart ?? at) : job.actualStart,
      actualEnd: to === 'Completed' ? at : job.actualEnd,
    },
    at,
  );
}

type Schedule = Pick<Job, 'scheduledStart' | 'scheduledEnd'>;

/** What is wrong with a job's scheduled times. */
export function scheduleProblems({ scheduledStart, scheduledEnd }: Schedule): FieldError[] {
  if (!scheduledStart || !scheduledEnd || scheduledEnd >= scheduledStart) return [];
  const message = 'scheduled_end must not be before scheduled_start.';
  return [{ field: 'scheduled_end', message }];
}
