import type { JOBS } from '@svc/contracts';
import {
  documentBulk,
  documentCreate,
  documentGet,
  documentHistory,
  documentList,
  documentUpdate,
  documentUpsert,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { jobHistoryResponse, jobResponse } from './responses';
import { invoiceResponse } from './invoice-responses';
import * as operations from './operations';

const createJob = documentCreate(operations.createJob);
const updateJob = documentUpdate(operations.updateJob);

export const jobsDocumentation: Documentation<typeof JOBS> = {
  listJobs: documentList(operations.listJobs),
  getJob: documentGet(operations.getJob),
  createJob,
  updateJob,
  changeJobStatus: documentUpdate(operations.changeJobStatus),
  listJobHistory: documentHistory({
    record: 'job',
    reply: jobHistoryResponse,
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
  upsertJob: documentUpsert('a job', updateJob, createJob),
  bulkJobs: documentBulk({
    records: 'jobs',
    operations: [
      { method: 'POST', body: operations.createJob.requestExample },
      { method: 'PATCH', id: 1041, body: { job_status: 'Paid' } },
    ],
    responses: [
      { status: 201, body: createJob.example },
      {
        status: 400,
        body: {
          success: false,
          error: 'invalid_status_transition',
          message:
            'A job cannot move from Pending to Paid; allowed moves are: Assigned, Cancelled.',
        },
      },
    ],
  }),
};

export const jobsEventRecords: EventRecords = {
  job: { response: jobResponse, id: 'job_id' },
  invoice: { response: invoiceResponse, id: 'invoice_id' },
};
