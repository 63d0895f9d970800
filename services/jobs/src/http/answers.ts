import { JOB_PRIORITIES, RELATIONSHIP_TYPES } from '@svc/contracts';
import { answer, historyAnswer, namedAnswer, removedAnswer } from '@svc/http';
import type { Job, RequiredPart, RequiredSkill } from '../domain/job';
import { jobStatuses } from '../domain/job-status';
import { SHOWN_FIELDS } from '../domain/shown-fields';
import type {
  AdminJobDetails,
  JobDetails,
  JobListing,
  LinkedAsset,
} from '../persistence/job-reads';
import type { JobsInStatus, ScheduledJob } from '../persistence/job-schedule';
import type { JobChange } from '../persistence/job-changes';
import type { JobsOfToday } from '../use-cases/count-jobs-of-today';
import type { Schedule } from '../use-cases/show-schedule';

/** A job in a list. */
export const listedJobAnswer = namedAnswer('ListedJob', (job: JobListing, view, show) => ({
  job_id: show.id(job.id),
  version: show.version(
    job.version,
    'Grows by 1 with each change; send it back as expected_version.',
  ),
  external_id: show.optionalText(job.externalId),
  job_title: show.text(job.title),
  job_description: show.text(job.description),
  job_status: show.oneOf(jobStatuses.states, job.status),
  job_priority: show.oneOf(JOB_PRIORITIES, job.priority),
  assigned_technician_id: show.optionalId(job.technicianId),
  assigned_technician_name: show.optionalText(
    view.showsTechnicians ? job.technicianName : null,
    'null without the scope technicians:read.',
  ),
  customer_location_id: show.id(job.locationId),
  customer_location_name: show.copiedText(job.locationName),
  customer_id: show.copiedId(job.customerId),
  customer_name: show.copiedText(job.customerName),
  scheduled_start: show.optionalTimestamp(job.scheduledStart, view.zone),
  scheduled_end: show.optionalTimestamp(job.scheduledEnd, view.zone),
  actual_start: show.optionalTimestamp(
    job.actualStart,
    view.zone,
    'When the job first moved to In Progress.',
  ),
  actual_end: show.optionalTimestamp(job.actualEnd, view.zone, 'When the job moved to Completed.'),
  created_at: show.timestamp(job.createdAt, view.zone),
  updated_at: show.timestamp(job.updatedAt, view.zone),
}));

export const removedJobAnswer = removedAnswer('RemovedJob', 'job_id');

const linkedAssetAnswer = namedAnswer('LinkedAsset', (asset: LinkedAsset, { zone }, show) => ({
  asset_id: show.id(asset.assetId),
  asset_tag: show.copiedText(asset.assetTag),
  asset_name: show.copiedText(asset.assetName),
  asset_status: show.copiedText(asset.assetStatus),
  relationship_type: show.oneOf(RELATIONSHIP_TYPES, asset.relationshipType),
  relationship_notes: show.optionalText(asset.relationshipNotes),
  linked_at: show.timestamp(asset.linkedAt, zone),
}));

/** A job alone, with its linked assets. */
export const jobAnswer = namedAnswer('Job', (job: JobDetails, view, show) => ({
  ...listedJobAnswer.declare(job, view, show),
  assets: show.list(linkedAssetAnswer, job.assets, view, 'Ordered by asset_id.'),
}));

const requiredSkillAnswer = answer((skill: RequiredSkill, _view, show) => ({
  skill_name: show.text(skill.name),
  skill_level: show.integer(skill.level),
}));

const requiredPartAnswer = answer((part: RequiredPart, _view, show) => ({
  item_id: show.id(part.itemId),
  location_id: show.id(part.locationId),
  quantity: show.count(part.quantity),
}));

/** A job as the operator sees it. */
export const adminJobAnswer = answer((job: AdminJobDetails, view, show) => ({
  ...jobAnswer.declare(job, view, show),
  deleted: show.flag(job.deleted),
  allowed_moves: show.texts(job.deleted ? [] : jobStatuses.next(job.status)),
  required_skills: show.list(requiredSkillAnswer, job.requiredSkills, view),
  required_parts: show.list(requiredPartAnswer, job.requiredParts, view),
}));

/** A change of a job. */
export const jobHistoryAnswer = historyAnswer(SHOWN_FIELDS);

/** A job in a schedule. */
const scheduledJobAnswer = answer((job: ScheduledJob, view, show) => ({
  job_id: show.id(job.id),
  version: show.version(job.version),
  job_title: show.text(job.title),
  job_status: show.oneOf(jobStatuses.states, job.status),
  job_priority: show.oneOf(JOB_PRIORITIES, job.priority),
  assigned_technician_id: show.optionalId(job.technicianId),
  assigned_technician_name: show.optionalText(job.technicianName),
  customer_location_name: show.copiedText(job.locationName),
  customer_name: show.copiedText(job.customerName),
  scheduled_start: show.optionalTimestamp(job.scheduledStart, view.zone),
  scheduled_end: show.optionalTimestamp(job.scheduledEnd, view.zone),
  required_skills: show.list(requiredSkillAnswer, job.requiredSkills, view),
}));

/** The jobs of some days. */
export const scheduleAnswer = answer((schedule: Schedule, view, show) => ({
  jobs: show.list(scheduledJobAnswer, schedule.jobs, view),
  is_cut: show.flag(schedule.isCut),
  unassigned: show.list(scheduledJobAnswer, schedule.unassigned, view),
  unassigned_total: show.count(schedule.unassignedTotal),
}));

const jobsInStatusAnswer = answer((counted: JobsInStatus, _view, show) => ({
  job_status: show.oneOf(jobStatuses.states, counted.status),
  jobs: show.count(counted.jobs),
}));

export const jobsOfTodayAnswer = answer(({ date, counts }: JobsOfToday, view, show) => ({
  date: show.date(date),
  statuses: show.list(jobsInStatusAnswer, counts, view),
}));

/** The job that was created for a service request. */
export const requestedJobAnswer = answer((id: number, _view, show) => ({ job_id: show.id(id) }));

export const updatedAnswer = answer((job: Job, _view, show) => ({
  job_id: show.id(job.id),
  job_title: show.text(job.title),
  job_status: show.oneOf(jobStatuses.states, job.status),
}));

export const createdAnswer = answer((job: Job, view, show) => ({
  ...updatedAnswer.declare(job, view, show),
  created_at: show.timestamp(job.createdAt, view.zone),
}));

export const statusChangeAnswer = answer(({ before, after }: JobChange, _view, show) => ({
  job_id: show.id(after.id),
  job_status: show.oneOf(jobStatuses.states, after.status),
  previous_status: show.oneOf(jobStatuses.states, before.status),
}));
