import type Router from '@koa/router';
import { found, internalRouter, privateRoute } from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { presentJob } from './presenters';

/** What other services may ask of jobs: the single-job answer, with every technician detail. */
export const internalRoutes = (jobs: JobsUseCases): Router =>
  internalRouter().get(
    '/jobs/:id',
    privateRoute({}, async ({ id, caller }) => {
      const job = await jobs.getJob(caller.companyId, id);
      return found(presentJob(job, { zone: caller.zone, showsTechnicians: true }));
    }),
  );
