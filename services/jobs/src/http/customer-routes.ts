import type Router from '@koa/router';
import { adminRouter, fields, found, listRoute, privateRoute, viewOf } from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { listedJobAnswer, requestedJobAnswer } from './answers';
import { createJobBody } from './schemas';

/** What the dashboard shows of the jobs of a customer, and how a service request becomes a job. */
export const customerRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/customers/:id/jobs',
      listRoute(fields.pageQuery, listedJobAnswer, ({ id, caller: { companyId } }, page) =>
        jobs.listJobs(companyId, { customerId: id }, page),
      ),
    )
    .get(
      '/dashboard/service-requests/:id/job',
      privateRoute({}, async ({ id, caller }) => {
        const jobId = await jobs.findRequestedJob(caller.companyId, id);
        return found(requestedJobAnswer.present(jobId, viewOf(caller)));
      }),
    )
    .post(
      '/dashboard/service-requests/:id/job',
      privateRoute({ body: createJobBody }, async ({ id, body, caller }) => {
        const { jobId, outcome } = await jobs.createRequestedJob(caller, id, body);
        return found({ ...requestedJobAnswer.present(jobId, viewOf(caller)), outcome });
      }),
    );
