import type Router from '@koa/router';
import { JOB_PARTS, RECORD_READS, type JobPartSet } from '@svc/contracts';
import { createPrivateRoute, found, serveRecords } from '@svc/http';
import { toJobSummary } from '../domain/job-events';
import { isNewPart } from '../domain/required-parts';
import type { JobsUseCases } from '../use-cases';
import { jobResponse } from './responses';
import { setPartBody } from './schemas';

export const internalRoutes = (jobs: JobsUseCases): Router =>
  serveRecords(RECORD_READS.jobs, {
    response: {
      present: (job, { zone }) => jobResponse.present(job, { zone, showsTechnicians: true }),
    },
    find: jobs.getJobs,
    list: (companyId, page) => jobs.listJobs(companyId, {}, page),
  }).put(
    JOB_PARTS,
    createPrivateRoute({ body: setPartBody }, async ({ body, caller }) => {
      const { jobId, ...part } = body;
      const { before, after } = await jobs.setRequiredPart(caller, jobId, part);
      const set: JobPartSet = { card: toJobSummary(after), is_new: isNewPart(before, part) };
      return found(set);
    }),
  );
