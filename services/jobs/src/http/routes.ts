import { JOBS } from '@svc/contracts';
import {
  created,
  endpoint,
  fields,
  found,
  listed,
  pageOf,
  serve,
  viewOf,
  written,
  type Routes,
} from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import {
  createdAnswer,
  jobAnswer,
  jobHistoryAnswer,
  listedJobAnswer,
  statusChangeAnswer,
  updatedAnswer,
} from './answers';
import { assetsOf, changesOf, contentOf } from './inputs';
import { changeJobStatusBody, createJobBody, listJobsQuery, updateJobBody } from './schemas';

export const jobsRoutes = (jobs: JobsUseCases): Routes =>
  serve(JOBS, {
    listJobs: endpoint({ query: listJobsQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { jobs: rows, total } = await jobs.listJobs({
        companyId: caller.companyId,
        filter: {
          status: query.status,
          priority: query.priority,
          technicianId: query.assigned_technician_id,
          locationId: query.customer_location_id,
          createdFrom: query.created_after,
          createdBefore: query.created_before,
          updatedFrom: query.updated_since,
        },
        page,
      });
      return listed(listedJobAnswer.presentAll(rows, viewOf(caller)), page, total);
    }),

    getJob: endpoint({}, async ({ ids, caller }) =>
      found(jobAnswer.present(await jobs.getJob(caller.companyId, ids.id), viewOf(caller))),
    ),

    createJob: endpoint({ body: createJobBody }, async ({ body, caller }) => {
      const job = await jobs.createJob({
        caller,
        content: contentOf(body),
        assets: assetsOf(body),
      });
      return created('Job created.', createdAnswer.present(job, viewOf(caller)));
    }),

    updateJob: endpoint({ body: updateJobBody }, async ({ ids, body, caller }) => {
      const job = await jobs.updateJob({
        caller,
        jobId: ids.id,
        changes: changesOf(body),
        assets: assetsOf(body),
        expectedVersion: body.expected_version,
        statedStatus: body.job_status,
      });
      return written('Job updated.', updatedAnswer.present(job, viewOf(caller)));
    }),

    changeJobStatus: endpoint({ body: changeJobStatusBody }, async ({ ids, body, caller }) => {
      const moved = await jobs.changeJobStatus({
        caller,
        jobId: ids.id,
        to: body.job_status,
      });
      return written('Job status updated.', statusChangeAnswer.present(moved, viewOf(caller)));
    }),

    listJobHistory: endpoint({ query: fields.pageQuery }, async ({ ids, query, caller }) => {
      const page = pageOf(query);
      const which = { companyId: caller.companyId, id: ids.id };
      const { rows, total } = await jobs.listJobHistory(which, page);
      return listed(jobHistoryAnswer.presentAll(rows, viewOf(caller)), page, total);
    }),
  });
