import { JOBS } from '@svc/contracts';
import {
  created,
  endpoint,
  found,
  listed,
  pageOf,
  serve,
  viewOf,
  written,
  type Routes,
} from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { assetsOf, changesOf, contentOf } from './inputs';
import {
  presentCreated,
  presentJob,
  presentListing,
  presentStatusChange,
  presentUpdated,
} from './presenters';
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
      const view = viewOf(caller);
      return listed(
        rows.map((row) => presentListing(row, view)),
        page,
        total,
      );
    }),

    getJob: endpoint({}, async ({ ids, caller }) =>
      found(presentJob(await jobs.getJob(caller.companyId, ids.id), viewOf(caller))),
    ),

    createJob: endpoint({ body: createJobBody }, async ({ body, caller }) => {
      const job = await jobs.createJob({
        caller,
        content: contentOf(body),
        assets: assetsOf(body),
      });
      return created('Job created.', presentCreated(job, caller.zone));
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
      return written('Job updated.', presentUpdated(job));
    }),

    changeJobStatus: endpoint({ body: changeJobStatusBody }, async ({ ids, body, caller }) => {
      const { before, after } = await jobs.changeJobStatus({
        caller,
        jobId: ids.id,
        to: body.job_status,
      });
      return written('Job status updated.', presentStatusChange(before, after));
    }),
  });
