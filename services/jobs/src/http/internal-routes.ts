import type Router from '@koa/router';
import { RECORD_READS, type Caller, type RecordAnswer } from '@svc/contracts';
import { serveRecords } from '@svc/http';
import type { JobDetails } from '../persistence/job-reads';
import type { JobsUseCases } from '../use-cases';
import { jobAnswer } from './answers';

/** What other services may ask of jobs: the single-job answer, with every technician detail. */
export const internalRoutes = (jobs: JobsUseCases): Router =>
  serveRecords(RECORD_READS.jobs, {
    byIds: async (ids, caller) =>
      (await jobs.getJobs(caller.companyId, ids)).map((job) => answerOf(job, caller)),
    latest: async (caller) => answerOf(await jobs.getLatestJob(caller.companyId), caller),
  });

const answerOf = (job: JobDetails, { zone }: Caller): RecordAnswer => ({
  id: job.id,
  version: job.version,
  object: jobAnswer.present(job, { zone, showsTechnicians: true }),
});
