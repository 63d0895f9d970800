import { jobStatuses } from '../domain/job-status';
import * as responses from './responses';
import { changeJobStatusBody, createJobBody, listJobsQuery, updateJobBody } from './schemas';

export const listJobs = {
  summary: 'List jobs',
  description:
    'Newest first. All filters may be combined; created_after and created_before are inclusive. With updated_since the order is updated_at, then job_id, ascending; page numbers can shift while records change. Where more jobs share a second than a page holds, read on by page within it, or by cursor, which misses nothing. Linked assets are shown by the single job only.',
  query: listJobsQuery,
  response: responses.listedJobResponse,
  removed: responses.removedJobResponse,
};

export const getJob = {
  summary: 'Get a job',
  description:
    'One job with its linked assets, whose names, tags and statuses are the current ones.',
  response: responses.jobResponse,
};

export const createJob = {
  summary: 'Create a job',
  description:
    'The job starts in Pending. A location or technician that is not a live record of the company, and a technician who is Inactive, are refused.',
  body: createJobBody,
  requestExample: {
    job_title: 'Replace compressor',
    job_description: 'Compressor of rooftop unit 2 trips its breaker; replace it and test.',
    customer_location_id: 31,
    job_priority: 'High',
    assigned_technician_id: 4,
    scheduled_start: '2026-03-10 09:00:00',
    scheduled_end: '2026-03-10 12:00:00',
    asset_ids: [88],
    asset_relationship_type: 'replaced',
  },
  message: 'Job created.',
  response: responses.createdResponse,
  example: { ...responses.createdResponse.example, job_status: 'Pending' },
  errors: ['duplicate_external_id'],
} as const;

export const updateJob = {
  summary: 'Update a job',
  description:
    'Changes the fields that are sent; null clears where it is allowed. Read-only fields of the job are ignored, so that a job that was read can be edited and sent back; a job_status that differs from the current one is refused, as moves are made with PATCH. With expected_version the update is refused with conflict, and its current_version, unless the job is at that version; without it the last write wins. An update that changes nothing leaves version and updated_at alone.',
  body: updateJobBody,
  requestExample: { job_priority: 'Urgent', expected_version: 3 },
  message: 'Job updated.',
  response: responses.updatedResponse,
  errors: ['conflict', 'duplicate_external_id'],
} as const;

export const changeJobStatus = {
  summary: 'Move a job to another status',
  description: [
    'Allowed moves:',
    ...jobStatuses.states.map(
      (from) => `${from} to ${jobStatuses.next(from).join(', ') || 'none (final)'};`,
    ),
    'any other one, also to the current status, is refused with invalid_status_transition.',
    'Moving to Completed sends job.completed besides job.status_changed.',
  ].join(' '),
  body: changeJobStatusBody,
  requestExample: { job_status: 'Assigned' },
  message: 'Job status updated.',
  response: responses.statusChangeResponse,
  example: { job_id: 1042, job_status: 'Assigned', previous_status: 'Pending' },
  errors: ['invalid_status_transition'],
} as const;
