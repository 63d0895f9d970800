import type { JOBS } from '@svc/contracts';
import {
  bulkDocumentation,
  EXAMPLE_REQUEST_ID,
  foundReply,
  historyDocumentation,
  listedReply,
  upsertOf,
  writtenReply,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { jobStatuses } from '../domain/job-status';
import {
  createdAnswer,
  jobAnswer,
  jobHistoryAnswer,
  listedJobAnswer,
  removedJobAnswer,
  statusChangeAnswer,
  updatedAnswer,
} from './answers';
import { invoiceAnswer } from './invoice-answers';
import { changeJobStatusBody, createJobBody, listJobsQuery, updateJobBody } from './schemas';

const exampleListed = {
  job_id: 1042,
  version: 3,
  external_id: 'WO-7781',
  job_title: 'Replace compressor',
  job_description: 'Compressor of rooftop unit 2 trips its breaker; replace it and test.',
  job_status: 'Assigned',
  job_priority: 'High',
  assigned_technician_id: 4,
  assigned_technician_name: 'Ada Byron',
  customer_location_id: 31,
  customer_location_name: 'Main Street office',
  customer_id: 12,
  customer_name: 'Hudson Bakeries',
  scheduled_start: '2026-03-10T09:00:00-04:00',
  scheduled_end: '2026-03-10T12:00:00-04:00',
  actual_start: null,
  actual_end: null,
  created_at: '2026-03-02T09:15:00-05:00',
  updated_at: '2026-03-09T16:40:12-04:00',
};

const request_id = EXAMPLE_REQUEST_ID;

const operations = {
  listJobs: {
    summary: 'List jobs',
    description: [
      'Newest first. All filters may be combined; created_after and created_before are inclusive.',
      'With updated_since the order is updated_at, then job_id, ascending; page numbers can shift',
      'while records change. Where more jobs share a second than a page holds, read on by page',
      'within it, or by cursor, which misses nothing.',
      'Linked assets are shown by the single job only.',
    ].join(' '),
    query: listJobsQuery,
    reply: listedReply(listedJobAnswer, { removed: removedJobAnswer }),
    status: 200,
    example: {
      success: true,
      data: [exampleListed],
      pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
      request_id,
    },
    errors: ['validation_failed'],
  },

  getJob: {
    summary: 'Get a job',
    description:
      'One job with its linked assets, whose names, tags and statuses are the current ones.',
    reply: foundReply(jobAnswer),
    status: 200,
    isVersioned: true,
    example: {
      success: true,
      data: {
        ...exampleListed,
        assets: [
          {
            asset_id: 88,
            asset_tag: 'AST-000088',
            asset_name: 'Rooftop unit 2',
            asset_status: 'Active',
            relationship_type: 'serviced',
            relationship_notes: null,
            linked_at: '2026-03-02T09:15:00-05:00',
          },
        ],
      },
      request_id,
    },
    errors: ['not_found'],
  },

  createJob: {
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
    reply: writtenReply(createdAnswer),
    status: 201,
    example: {
      success: true,
      message: 'Job created.',
      data: {
        job_id: 1042,
        job_title: 'Replace compressor',
        job_status: 'Pending',
        created_at: '2026-03-02T09:15:00-05:00',
      },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'duplicate_external_id'],
  },

  updateJob: {
    summary: 'Update a job',
    description: [
      'Changes the fields that are sent; null clears where it is allowed. Read-only fields of the',
      'job are ignored, so that a job that was read can be edited and sent back; a job_status that',
      'differs from the current one is refused, as moves are made with PATCH. With expected_version',
      'the update is refused with conflict, and its current_version, unless the job is at that',
      'version; without it the last write wins. An update that changes nothing leaves version and',
      'updated_at alone.',
    ].join(' '),
    body: updateJobBody,
    requestExample: { job_priority: 'Urgent', expected_version: 3 },
    reply: writtenReply(updatedAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Job updated.',
      data: { job_id: 1042, job_title: 'Replace compressor', job_status: 'Assigned' },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'not_found', 'conflict', 'duplicate_external_id'],
  },

  changeJobStatus: {
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
    reply: writtenReply(statusChangeAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Job status updated.',
      data: { job_id: 1042, job_status: 'Assigned', previous_status: 'Pending' },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'not_found', 'invalid_status_transition'],
  },

  listJobHistory: historyDocumentation({
    record: 'job',
    reply: jobHistoryAnswer,
    changes: [
      {
        field: 'assigned_technician_id',
        before: null,
        after: 4,
        name_before: null,
        name_after: 'Ada Byron',
      },
      { field: 'scheduled_start', before: null, after: '2026-03-10T09:00:00-04:00' },
    ],
  }),
} satisfies Omit<Documentation<typeof JOBS>, 'upsertJob' | 'bulkJobs'>;

export const jobsDocumentation: Documentation<typeof JOBS> = {
  ...operations,
  upsertJob: upsertOf('a job', operations.updateJob, operations.createJob),
  bulkJobs: bulkDocumentation({
    records: 'jobs',
    operations: [
      { method: 'POST', body: operations.createJob.requestExample },
      { method: 'PATCH', id: 1041, body: { job_status: 'Paid' } },
    ],
    answers: [
      { status: 201, body: operations.createJob.example },
      {
        status: 400,
        body: {
          success: false,
          error: 'invalid_status_transition',
          message: 'A job cannot move from Pending to Paid; it can move to Assigned, Cancelled.',
        },
      },
    ],
  }),
};

/** What events of jobs and invoices show. */
export const jobsEventRecords: EventRecords = {
  job: { answer: jobAnswer, id: 'job_id' },
  invoice: { answer: invoiceAnswer, id: 'invoice_id' },
};
