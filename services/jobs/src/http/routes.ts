import { JOBS, type Caller } from '@svc/contracts';
import {
  createEndpoint,
  getEndpoint,
  historyEndpoint,
  listEndpoint,
  serve,
  updateEndpoint,
  type Served,
} from '@svc/http';
import type { Wanted } from '../domain/references';
import type { JobsUseCases } from '../use-cases';
import { jobHistoryAnswer } from './answers';
import * as operations from './operations';

export const jobsRoutes = (jobs: JobsUseCases): Served => {
  const findReferences = ({ body, caller }: { readonly body: Wanted; readonly caller: Caller }) =>
    jobs.findReferences(body, caller);

  return serve(JOBS, {
    listJobs: listEndpoint(operations.listJobs, ({ query, caller: { companyId } }) => {
      const filter = {
        jobStatus: query.status,
        jobPriority: query.priority,
        assignedTechnicianId: query.assigned_technician_id,
        customerLocationId: query.customer_location_id,
        externalId: query.external_id,
        createdFrom: query.created_after,
        createdBefore: query.created_before,
        updatedFrom: query.updated_since,
      };
      return {
        page: (page) => jobs.listJobs(companyId, filter, page),
        changes: (part) => jobs.listJobChanges(companyId, filter, part),
      };
    }),

    getJob: getEndpoint(operations.getJob, ({ ids, caller }) =>
      jobs.getJob(caller.companyId, ids.id),
    ),

    createJob: createEndpoint(
      operations.createJob,
      ({ body, caller }) => jobs.createJob(caller, body),
      findReferences,
    ),

    updateJob: updateEndpoint(
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

    changeJobStatus: updateEndpoint(
      operations.changeJobStatus,
      ({ ids, body, caller, precondition }) =>
        jobs.changeJobStatus(caller, ids.id, body.jobStatus, precondition),
    ),

    listJobHistory: historyEndpoint(jobHistoryAnswer, jobs.jobHistory),
  });
};
