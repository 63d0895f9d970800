import { JOB_PRIORITIES, RELATIONSHIP_TYPES, textKey } from '@svc/contracts';
import { fields, type ValueOf } from '@svc/http';
import Joi from 'joi';
import { MOST_REQUIREMENTS, type RequiredPart, type RequiredSkill } from '../domain/job';
import { jobStatuses } from '../domain/job-status';
import { PROJECTION_NAMES } from '../projections/projections';

const jobStatus = () => fields.oneOf(jobStatuses.states);
const jobPriority = () => fields.oneOf(JOB_PRIORITIES);

export const listJobsQuery = fields.object({
  ...fields.removableListFields,
  status: jobStatus().description('Only jobs in this status.'),
  priority: jobPriority().description('Only jobs of this priority.'),
  assigned_technician_id: fields
    .queryId()
    .description('Only jobs that are assigned to this technician.'),
  customer_location_id: fields.queryId().description('Only jobs at this location.'),
  external_id: fields.queryExternalId(),
  created_after: fields.since().description('Only jobs created at this second or later.'),
  created_before: fields.until().description('Only jobs created at this second or earlier.'),
});

export const listJobsForPeopleQuery = fields.object({
  ...fields.pageFields,
  status: jobStatus(),
  priority: jobPriority(),
  assigned_technician_id: fields.queryId(),
  deleted: fields.flag(),
  unassigned: fields.flag(),
  scheduled_on: fields.since(),
});

const MOST_DAYS = 7;

/** Days of the company's calendar. */
export const scheduleQuery = fields.object({
  from: fields.since().required(),
  days: fields.queryInteger(1, MOST_DAYS).required(),
});

const DESCRIPTION_CHARACTERS = 30;

const jobDescription = () =>
  fields
    .text(fields.LONG_TEXT, DESCRIPTION_CHARACTERS)
    .note(`At least ${DESCRIPTION_CHARACTERS} characters, blanks around them not counted.`);

const assetIds = () =>
  fields
    .array(fields.id())
    .description(
      'Assets to link; unknown and deleted ones are skipped, repeated ones linked once.',
    );

const relationshipType = () => fields.oneOf(RELATIONSHIP_TYPES);

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

export const createJobBody = fields.object({ ...createFields, external_id: fields.externalId() });

export type CreateJobBody = ValueOf<typeof createJobBody>;

/** Any integer: a version that no job can have is simply outdated. */
const expectedVersion = () => fields.reading<number>()(Joi.number().unsafe().integer());

const updatable = {
  job_title: fields.text(),
  job_description: jobDescription(),
  customer_location_id: fields.id(),
  job_priority: jobPriority(),
  assigned_technician_id: fields.id().allow(null).description('null takes the job from them.'),
  scheduled_start: fields.timestamp().allow(null).description('null clears.'),
  scheduled_end: fields.timestamp().allow(null).description('null clears.'),
  asset_ids: assetIds().description('Replaces all current links; an empty array removes them.'),
  external_id: fields.externalId(),
  asset_relationship_type: relationshipType().description(
    'Relationship of the linked assets, of those in asset_ids or else of those linked now. Without it a new link is serviced and an existing one stays as it is.',
  ),
};

const updatableNames = Object.keys(updatable);

export const updateJobBody = fields
  .object({
    ...updatable,
    job_status: fields
      .anyText()
      .description('Ignored when it is the current one; refused otherwise.'),
    expected_version: expectedVersion().description(
      'Refuses the update with conflict unless the job is at this version.',
    ),
  })
  .or(...updatableNames)
  .messages({
    'object.missing': `The body must hold at least one of ${updatableNames.join(', ')}; job_status is changed with PATCH`,
  });

export type UpdateJobBody = ValueOf<typeof updateJobBody>;

export const changeJobStatusBody = fields.object({
  job_status: jobStatus().required(),
});

const requiredSkillBody = fields.object({
  skill_name: fields.text().required(),
  skill_level: fields.integer(1, 5).required(),
});

const partFields = {
  item_id: fields.id().required(),
  location_id: fields.id().required(),
};

const requiredPartBody = fields.object({ ...partFields, quantity: fields.integer(1).required() });

/** 0 takes the part away. */
export const setPartBody = fields.object({
  job_id: fields.id().required(),
  ...partFields,
  quantity: fields.integer().required(),
});

/** The key by which required parts are compared; also called with entries that are refused as no parts. */
function partKey(entry: unknown): string {
  const { item_id, location_id } = (entry ?? {}) as Partial<ValueOf<typeof requiredPartBody>>;
  return `${item_id} ${location_id}`;
}

/** The same for required skills, which are known by name. */
const skillKey = (entry: unknown): string =>
  textKey(String((entry as Partial<ValueOf<typeof requiredSkillBody>> | null)?.skill_name));

const requirements = {
  required_skills: fields
    .array(requiredSkillBody, MOST_REQUIREMENTS)
    .custom(fields.uniqueBy(skillKey)),
  required_parts: fields
    .array(requiredPartBody, MOST_REQUIREMENTS)
    .custom(fields.uniqueBy(partKey)),
};

export const changeRequirementsBody = fields
  .object({ ...requirements, expected_version: expectedVersion() })
  .or(...Object.keys(requirements));

export const applyJobBody = fields.object({
  ...createFields,
  ...requirements,
  job_status: jobStatus(),
});

export type ApplyJobBody = ValueOf<typeof applyJobBody>;

/** The required skills and parts of a body, where it has any. */
export const requirementsOf = ({
  required_skills,
  required_parts,
}: Pick<ValueOf<typeof changeRequirementsBody>, keyof typeof requirements>) => ({
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

export const rebuildQuery = fields.object({
  projection: fields.oneOf(PROJECTION_NAMES),
});
