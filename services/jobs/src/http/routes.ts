import { JOBS, type Caller } from '@svc/contracts';
import {
  created,
  endpoint,
  foundVersion,
  historyEndpoint,
  listEndpoint,
  serve,
  viewOf,
  written,
  type Served,
} from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import {
  createdAnswer,
  jobAnswer,
  jobHistoryAnswer,
  listedJobAnswer,
  removedJobAnswer,
  statusChangeAnswer,
  updatedAnswer,
} from './answers';
import { assetsOf, changesOf, contentOf, wantedOf, type ReferringBody } from './inputs';
import { changeJobStatusBody, createJobBody, listJobsQuery, updateJobBody } from './schemas';

export const jobsRoutes = (jobs: JobsUseCases): Served => {
  const findReferences = ({
    body,
    caller,
  }: {
    readonly body: ReferringBody;
    readonly caller: Caller;
  }) => jobs.findReferences(wantedOf(body), caller);

  return serve(JOBS, {
    listJobs: listEndpoint(
      { query: listJobsQuery, shown: listedJobAnswer, removed: removedJobAnswer },
      ({ query, caller: { companyId } }) => {
        const filter = {
          status: query.status,
          priority: query.priority,
          technicianId: query.assigned_technician_id,
          locationId: query.customer_location_id,
          externalId: query.external_id,
          createdFrom: query.created_after,
          createdBefore: query.created_before,
          updatedFrom: query.updated_since,
        };
        return {
          page: (page) => jobs.listJobs({ companyId, filter, page }),
          changes: (part) => jobs.listJobChanges(companyId, filter, part),
        };
      },
    ),

    getJob: endpoint({}, async ({ ids, caller }) => {
      const job = await jobs.getJob(caller.companyId, ids.id);
      return foundVersion(job.version, jobAnswer.present(job, viewOf(caller)));
    }),

    createJob: endpoint(
      { body: createJobBody },
      async ({ body, caller }) => {
        const job = await jobs.createJob({
          caller,
          content: contentOf(body),
          assets: assetsOf(body),
        });
        return created('Job created.', createdAnswer.present(job, viewOf(caller)));
      },
      findReferences,
    ),

    updateJob: endpoint(
      { body: updateJobBody },
      async ({ ids, body, caller, precondition }) => {
        const job = await jobs.updateJob({
          caller,
          precondition,
          jobId: ids.id,
          changes: changesOf(body),
          assets: assetsOf(body),
          expectedVersion: body.expected_version,
          statedStatus: body.job_status,
        });
        return written('Job updated.', updatedAnswer.present(job, viewOf(caller)));
      },
      findReferences,
    ),

    upsertJob: {
      update: 'updateJob',
      create: 'createJob',
      selector: 'id',
      find: ({ caller, externalId }) => jobs.findByExternalId('jobs', caller.companyId, externalId),
    },

    changeJobStatus: endpoint(
      { body: changeJobStatusBody },
      async ({ ids, body, caller, precondition }) => {
        const moved = await jobs.changeJobStatus({
          caller,
          jobId: ids.id,
          to: body.job_status,
          precondition,
        });
        return written('Job status updated.', statusChangeAnswer.present(moved, viewOf(caller)));
      },
    ),

    listJobHistory: historyEndpoint(jobHistoryAnswer, jobs.listJobHistory),
  });
};
