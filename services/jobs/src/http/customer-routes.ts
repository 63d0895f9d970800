import type Router from '@koa/router';
import { adminRouter, fields, found, listed, pageOf, privateRoute, viewOf } from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { listedJobAnswer } from './answers';
import { assetsOf, contentOf } from './inputs';
import { createJobBody } from './schemas';

/** What the dashboard shows of the jobs of a customer, and how a service request becomes a job. */
export const customerRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/customers/:id/jobs',
      privateRoute({ query: fields.pageQuery }, async ({ id, query, caller }) => {
        const { companyId } = caller;
        const page = pageOf(query);
        const filter = { customerId: id };
        const { jobs: rows, total } = await jobs.listJobs({ companyId, filter, page });
        return listed(listedJobAnswer.presentAll(rows, viewOf(caller)), page, total);
      }),
    )
    .get(
      '/dashboard/service-requests/:id/job',
      privateRoute({}, async ({ id, caller }) =>
        found({ job_id: await jobs.findRequestedJob(caller.companyId, id) }),
      ),
    )
    .post(
      '/dashboard/service-requests/:id/job',
      privateRoute({ body: createJobBody }, async ({ id, body, caller }) => {
        const wanted = { caller, content: contentOf(body), assets: assetsOf(body) };
        const { jobId, outcome } = await jobs.createRequestedJob(id, wanted);
        return found({ job_id: jobId, outcome });
      }),
    );
