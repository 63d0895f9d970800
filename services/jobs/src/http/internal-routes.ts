import type Router from '@koa/router';
import type { Caller } from '@svc/contracts';
import { found, internalRouter, privateRoute, type Reply } from '@svc/http';
import type { JobDetails } from '../persistence/job-reads';
import type { JobsUseCases } from '../use-cases';
import { presentJob } from './presenters';

/** What other services may ask of jobs: the single-job answer, with every technician detail. */
export const internalRoutes = (jobs: JobsUseCases): Router =>
  internalRouter()
    .get(
      '/jobs/latest',
      privateRoute({}, async ({ caller }) =>
        present(await jobs.getLatestJob(caller.companyId), caller),
      ),
    )
    .get(
      '/jobs/:id',
      privateRoute({}, async ({ id, caller }) =>
        present(await jobs.getJob(caller.companyId, id), caller),
      ),
    );

const present = (job: JobDetails, { zone }: Caller): Reply =>
  found(presentJob(job, { zone, showsTechnicians: true }));
