import { JOB_PRIORITIES, RELATIONSHIP_TYPES, textKey } from '@svc/contracts';
import { fields } from '@svc/http';
import { createBody, createEntryBody, createObjectBody, createUpdateBody } from '@svc/records';
import Joi from 'joi';
import { MAX_REQUIREMENTS } from '../domain/job';
import { jobStatuses } from '../domain/job-status';
import { WORKLISTS } from '../domain/worklist';
import type { JobSort } from '../persistence/job-order';
import { job, type RequiredPart, type RequiredSkill } from '../records/job';

const jobStatus = () => fields.oneOf(jobStatuses.states);
const jobStatusesQuery = () => fields.commaSeparated(jobStatuses.states);
const jobPriority = () => fields.oneOf(JOB_PRIORITIES);

export const listJobsQuery = fields.object({
  ...fields.removableListFields,
  ids: fields.queryIds(),
  status: jobStatusesQuery().description('Only jobs in these statuses.'),
  priority: jobPriority().description('Only jobs of this priority.'),
  assigned_technician_id: fields
    .queryId()
    .description('Only jobs that are assigned to this technician.'),
  unassigned: fields
    .flag()
    .description('true: only jobs without a technician; false is no filter.'),
  customer_location_id: fields.queryId().description('Only jobs at this location.'),
  customer_id: fields.queryId().description('Only jobs at locations of this customer.'),
  asset_id: fields.queryId().description('Only jobs that are linked to this asset.'),
  scheduled_from: fields
    .since()
    .description('Only jobs that are scheduled, at least in part, at this second or later.'),
  scheduled_to: fields
    .until()
    .description('Only jobs that are scheduled, at least in part, at this second or earlier.'),
  search: fields
    .searchTerm()
    .description('Only jobs with this in their title or description.')
    .note('Upper and lower case are the same.'),
  external_id: fields.queryExternalId(),
  created_after: fields.since().description('Only jobs created at this second or later.'),
  created_before: fields.until().description('Only jobs created at this second or earlier.'),
  sort: fields
    .oneOf(['scheduled_start'])
    .when('cursor', { is: Joi.exist(), then: Joi.forbidden() })
    .messages({ 'any.unknown': '{{#label}} cannot be combined with cursor' })
    .description(
      'By scheduled_start (without it, scheduled_end), then job_id, even with updated_since; jobs without times are last.',
    )
    .note('Not with cursor.'),
});

/** `-` sorts descending. */
export const SORTS = {
  'scheduled_start': { by: 'scheduledStart', isDescending: false },
  '-scheduled_start': { by: 'scheduledStart', isDescending: true },
  'job_priority': { by: 'jobPriority', isDescending: false },
  '-job_priority': { by: 'jobPriority', isDescending: true },
  'updated_at': { by: 'updatedAt', isDescending: false },
  '-updated_at': { by: 'updatedAt', isDescending: true },
} as const satisfies Readonly<Record<string, JobSort>>;

export const listJobsForPeopleQuery = fields.object({
  ...fields.pageFields,
  status: jobStatusesQuery(),
  priority: jobPriority(),
  assigned_technician_id: fields.queryId(),
  customer_id: fields.queryId(),
  deleted: fields.flag(),
  open: fields.flag(),
  unassigned: fields.flag(),
  scheduled_from: fields.since(),
  scheduled_to: fields.until(),
  worklist: fields.oneOf(WORKLISTS),
  search: fields.searchTerm(),
  sort: fields.oneOf(Object.keys(SORTS) as (keyof typeof SORTS)[]),
});

const MAX_DAYS = 7;

export const scheduleQuery = fields.object({
  from: fields.startOfDay().required(),
  days: fields.queryInteger(1, MAX_DAYS).required(),
});

const MAX_DAYS_OF_TECHNICIAN = 14;

export const technicianJobsQuery = fields.object({
  from: fields.startOfDay().required(),
  days: fields.queryInteger(1, MAX_DAYS_OF_TECHNICIAN).required(),
});

const assetIds = () =>
  fields
    .array(fields.id())
    .description(
      'Assets to link; unknown and deleted ones are skipped, repeated ones linked once.',
    );

const relationshipType = () => fields.oneOf(RELATIONSHIP_TYPES);

const newLinks = {
  assetIds: assetIds().allow(null),
  assetRelationshipType: relationshipType().allow(null).description('serviced when absent.'),
};

export const createJobBody = createBody(job, {
  also: newLinks,
  after: { externalId: 'assetRelationshipType' },
});

/** Any integer: a version that no job can have is simply outdated. */
const expectedVersion = () => fields.withType<number>()(Joi.number().unsafe().integer());

export const updateJobBody = createUpdateBody(job, {
  also: {
    assetIds: assetIds().description('Replaces all current links; an empty array removes them.'),
    assetRelationshipType: relationshipType().description(
      'Relationship of the linked assets, of those in asset_ids or else of those linked now. Without it a new link is serviced and an existing one stays as it is.',
    ),
    jobStatus: fields
      .anyText()
      .description('Ignored when it is the current one; refused otherwise.'),
    expectedVersion: expectedVersion().description(
      'Refuses the update with conflict unless the job is at this version.',
    ),
  },
  after: { externalId: 'assetIds' },
  changes: ['assetIds', 'assetRelationshipType'],
  hint: '; job_status is changed with PATCH',
})
  .fork('assigned_technician_id', (field) => field.description('null takes the job from them.'))
  .fork(['scheduled_start', 'scheduled_end'], (field) => field.description('null clears.'));

const plannedStatus = () => fields.oneOf(['Pending', 'Assigned'] as const);

export const rescheduleJobBody = createUpdateBody(job, {
  without: ['jobTitle', 'jobDescription', 'jobPriority', 'customerLocationId', 'externalId'],
  also: { jobStatus: plannedStatus(), expectedVersion: expectedVersion() },
  changes: ['jobStatus'],
});

export const changeJobStatusBody = createObjectBody({ jobStatus: jobStatus().required() });

const requiredSkill = createObjectBody({
  skillName: fields.text().required(),
  skillLevel: fields.integer(1, 5).required(),
});

const partFields = {
  itemId: fields.id().required(),
  locationId: fields.id().required(),
};

const requiredPart = createObjectBody({ ...partFields, quantity: fields.integer(1).required() });

/** 0 removes the part. */
export const setPartBody = createObjectBody({
  jobId: fields.id().required(),
  ...partFields,
  quantity: fields.integer().required(),
});

function toPartKey(entry: unknown): string | undefined {
  const { itemId, locationId } = Object(entry) as Partial<RequiredPart>;
  return itemId === undefined ? undefined : `${itemId} ${locationId}`;
}

function toSkillKey(entry: unknown): string | undefined {
  const { skillName } = Object(entry) as Partial<RequiredSkill>;
  return skillName && textKey(skillName);
}

const requirements = {
  requiredSkills: fields.array(requiredSkill, MAX_REQUIREMENTS).custom(fields.uniqueBy(toSkillKey)),
  requiredParts: fields.array(requiredPart, MAX_REQUIREMENTS).custom(fields.uniqueBy(toPartKey)),
};

export const changeRequirementsBody = createObjectBody({
  ...requirements,
  expectedVersion: expectedVersion(),
}).or('required_skills', 'required_parts');

export const applyJobBody = createEntryBody(job, {
  without: ['externalId'],
  also: { ...newLinks, ...requirements, jobStatus: jobStatus() },
}).fork('job_priority', (field) => field.allow(null));
