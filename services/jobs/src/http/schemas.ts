import { fields, type PageQuery } from '@svc/http';
import Joi from 'joi';
import {
  JOB_PRIORITIES,
  type JobPriority,
  type RequiredPart,
  type RequiredSkill,
} from '../domain/job';
import { RELATIONSHIP_TYPES, type RelationshipType } from '../domain/job-links';
import { jobStatuses, type JobStatus } from '../domain/job-status';
import { PROJECTION_NAMES, type ProjectionName } from '../projections/projections';

const jobStatus = (): Joi.StringSchema => Joi.string().valid(...jobStatuses.states);
const jobPriority = (): Joi.StringSchema => Joi.string().valid(...JOB_PRIORITIES);

interface ListJobsQuery extends PageQuery {
  readonly status?: JobStatus;
  readonly priority?: JobPriority;
  readonly assigned_technician_id?: number;
  readonly customer_location_id?: number;
  readonly created_after?: Date;
  readonly created_before?: Date;
  readonly updated_since?: Date;
}

export const listJobsQuery = Joi.object<ListJobsQuery, true>({
  ...fields.pageFields,
  status: jobStatus().description('Only jobs in this status.'),
  priority: jobPriority().description('Only jobs of this priority.'),
  assigned_technician_id: fields
    .queryId()
    .description('Only jobs that are assigned to this technician.'),
  customer_location_id: fields.queryId().description('Only jobs at this location.'),
  created_after: fields.since().description('Only jobs created at this second or later.'),
  created_before: fields.until().description('Only jobs created at this second or earlier.'),
  updated_since: fields
    .since()
    .description('Only jobs changed at this second or later, the longest unchanged first.'),
});

const DESCRIPTION_CHARACTERS = 30;

const jobDescription = (): Joi.StringSchema =>
  fields
    .text(fields.LONG_TEXT)
    .min(DESCRIPTION_CHARACTERS)
    .note(`At least ${DESCRIPTION_CHARACTERS} characters, blanks around them not counted.`);

const assetIds = (): Joi.ArraySchema =>
  fields
    .array(fields.id())
    .description(
      'Assets to link; unknown and deleted ones are skipped, repeated ones linked once.',
    );

const relationshipType = (): Joi.StringSchema => Joi.string().valid(...RELATIONSHIP_TYPES);

export interface CreateJobBody {
  readonly job_title: string;
  readonly job_description: string;
  readonly customer_location_id: number;
  readonly job_priority?: JobPriority | null;
  readonly assigned_technician_id?: number | null;
  readonly scheduled_start?: Date | null;
  readonly scheduled_end?: Date | null;
  readonly asset_ids?: number[] | null;
  readonly asset_relationship_type?: RelationshipType | null;
}

const createFields = {
  job_title: fields.text().required(),
  job_description: jobDescription().required(),
  customer_location_id: fields.id().required(),
  job_priority: jobPriority().allow(null).description('Medium when absent.'),
  assigned_technician_id: fields.id().allow(null).description('An active technician.'),
  scheduled_start: fields.timestamp().allow(null),
  scheduled_end: fields.timestamp().allow(null).description('Not before scheduled_start.'),
  asset_ids: assetIds().allow(null),
  asset_relationship_type: relationshipType().allow(null).description('serviced when absent.'),
};

export const createJobBody = Joi.object<CreateJobBody, true>(createFields);

export interface UpdateJobBody {
  readonly job_title?: string;
  readonly job_description?: string;
  readonly customer_location_id?: number;
  readonly job_priority?: JobPriority;
  readonly assigned_technician_id?: number | null;
  readonly scheduled_start?: Date | null;
  readonly scheduled_end?: Date | null;
  readonly asset_ids?: number[];
  readonly asset_relationship_type?: RelationshipType;
  readonly job_status?: string;
  readonly expected_version?: number;
}

const updatable = {
  job_title: fields.text(),
  job_description: jobDescription(),
  customer_location_id: fields.id(),
  job_priority: jobPriority(),
  assigned_technician_id: fields.id().allow(null).description('null takes the job from them.'),
  scheduled_start: fields.timestamp().allow(null).description('null clears.'),
  scheduled_end: fields.timestamp().allow(null).description('null clears.'),
  asset_ids: assetIds().description('Replaces all current links; an empty array removes them.'),
  asset_relationship_type: relationshipType().description(
    'Relationship of the linked assets, of those in asset_ids or else of those linked now. Without it a new link is serviced and an existing one stays as it is.',
  ),
};

const updatableNames = Object.keys(updatable);

export const updateJobBody = Joi.object<UpdateJobBody, true>({
  ...updatable,
  job_status: Joi.string().description('Ignored when it is the current one; refused otherwise.'),
  // Any integer: one that no job can have is as stale as another.
  expected_version: Joi.number()
    .unsafe()
    .integer()
    .description('Refuses the update with conflict unless the job is at this version.'),
})
  .or(...updatableNames)
  .messages({
    'object.missing': `The body must hold at least one of ${updatableNames.join(', ')}; job_status is changed with PATCH`,
  });

interface ChangeJobStatusBody {
  readonly job_status: JobStatus;
}

export const changeJobStatusBody = Joi.object<ChangeJobStatusBody, true>({
  job_status: jobStatus().required(),
});

interface RequirementsBody {
  readonly required_skills?: RequiredSkillBody[];
  readonly required_parts?: RequiredPartBody[];
}

interface RequiredSkillBody {
  readonly skill_name: string;
  readonly skill_level: number;
}

interface RequiredPartBody {
  readonly item_id: number;
  readonly location_id: number;
  readonly quantity: number;
}

const MAX_REQUIREMENTS = 200;

/** What parts are told apart by; asked of entries too that are no parts, and are refused as such. */
function partKey(entry: unknown): string {
  const { item_id, location_id } = (entry ?? {}) as Partial<RequiredPartBody>;
  return `${item_id} ${location_id}`;
}

const requirements = {
  required_skills: fields
    .array(
      Joi.object<RequiredSkillBody, true>({
        skill_name: fields.text().required(),
        skill_level: fields.integer(1, 5).required(),
      }),
      MAX_REQUIREMENTS,
    )
    .unique('skill_name', { ignoreUndefined: true }),
  required_parts: fields
    .array(
      Joi.object<RequiredPartBody, true>({
        item_id: fields.id().required(),
        location_id: fields.id().required(),
        quantity: fields.integer(1).required(),
      }),
      MAX_REQUIREMENTS,
    )
    .unique((one: unknown, other: unknown) => partKey(one) === partKey(other)),
};

export const changeRequirementsBody = Joi.object<RequirementsBody, true>(requirements).or(
  ...Object.keys(requirements),
);

export interface ApplyJobBody extends CreateJobBody, RequirementsBody {
  readonly job_status?: JobStatus;
}

export const applyJobBody = Joi.object<ApplyJobBody, true>({
  ...createFields,
  ...requirements,
  job_status: jobStatus(),
});

/** The required skills and parts of a body, where it has any. */
export const requirementsOf = ({ required_skills, required_parts }: RequirementsBody) => ({
  requiredSkills: required_skills?.map(({ skill_name, skill_level }): RequiredSkill => ({
    name: skill_name,
    level: skill_level,
  })),
  requiredParts: required_parts?.map(({ item_id, location_id, quantity }): RequiredPart => ({
    itemId: item_id,
    locationId: location_id,
    quantity,
  })),
});

interface RebuildQuery {
  readonly projection?: ProjectionName;
}

export const rebuildQuery = Joi.object<RebuildQuery, true>({
  projection: Joi.string().valid(...PROJECTION_NAMES),
});
