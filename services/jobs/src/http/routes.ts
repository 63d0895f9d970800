import { JOBS, type Caller } from '@svc/contracts';
import {
  createCompanyListHandler,
  createCreationHandler,
  createGetHandler,
  createHistoryHandler,
  createUpdateHandler,
  serve,
  toRecordFilter,
  type ServedRoutes,
} from '@svc/http';
import type { JobReferenceIds } from '../domain/references';
import type { JobsUseCases } from '../use-cases';
import { jobHistoryResponse } from './responses';
import * as operations from './operations';
import { toRange } from './range-of-days';
import { SORTS } from './schemas';

export const jobsRoutes = (jobs: JobsUseCases): ServedRoutes => {
  const findReferences = ({
    body,
    caller,
  }: {
    readonly body: JobReferenceIds;
    readonly caller: Caller;
  }) => jobs.findReferences(body, caller);

  return serve(JOBS, {
    listJobs: createCompanyListHandler(
      operations.listJobs,
      { list: jobs.listJobs, listChanges: jobs.listJobChanges },
      (query) => ({
        jobStatuses: query.status,
        jobPriority: query.priority,
        assignedTechnicianId: query.assigned_technician_id,
        unassigned: query.unassigned,
        customerLocationId: query.customer_location_id,
        customerId: query.customer_id,
        assetId: query.asset_id,
        scheduledIn: toRange(query.scheduled_from, query.scheduled_to),
        search: query.search,
        sort: query.sort && SORTS[query.sort],
        ...toRecordFilter(query),
      }),
    ),

    getJob: createGetHandler(operations.getJob, ({ ids, caller }) =>
      jobs.getJob(caller.companyId, ids.id),
    ),

    createJob: createCreationHandler(
      operations.createJob,
      ({ body, caller }) => jobs.createJob(caller, body),
      findReferences,
    ),

    updateJob: createUpdateHandler(
      operations.updateJob,
      ({ ids, body: { expectedVersion: version, jobStatus, ...patch }, caller, precondition }) =>
        jobs.updateJob(caller, ids.id, patch, { precondition, version, jobStatus }),
      findReferences,
    ),

    upsertJob: {
      update: 'updateJob',
      create: 'createJob',
      selector: 'id',
      find: ({ caller, externalId }) => jobs.findByExternalId('jobs', caller.companyId, externalId),
    },

    changeJobStatus: createUpdateHandler(
      operations.changeJobStatus,
      ({ ids, body, caller, precondition }) =>
        jobs.changeJobStatus(caller, ids.id, body.jobStatus, precondition),
    ),

    listJobHistory: createHistoryHandler(jobHistoryResponse, jobs.jobHistory),
  });
};
