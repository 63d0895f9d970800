import type Router from '@koa/router';
import {
  adminRouter,
  batchOf,
  found,
  historyRoute,
  listRoute,
  privateRoute,
  viewOf,
} from '@svc/http';
import { PROJECTION_NAMES } from '../projections/projections';
import type { JobsUseCases } from '../use-cases';
import type { AppliedJob } from '../use-cases/apply-job';
import {
  adminJobAnswer,
  jobHistoryAnswer,
  jobsOfTodayAnswer,
  listedJobAnswer,
  requestedJobAnswer,
  scheduleAnswer,
} from './answers';
import { rangeOfDays } from './range-of-days';
import {
  applyJobBody,
  changeRequirementsBody,
  createJobBody,
  listJobsForPeopleQuery,
  rebuildQuery,
  scheduleQuery,
} from './schemas';

const presentApplied = ({ job, outcome }: AppliedJob) => ({ job_id: job.id, outcome });

export const adminRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .put(
      '/jobs',
      privateRoute({ body: applyJobBody }, async ({ body, caller }) =>
        found(presentApplied(await jobs.applyJob(caller, body))),
      ),
    )
    .put(
      '/jobs/batch',
      privateRoute({ body: batchOf(applyJobBody, 'jobTitle') }, async ({ body, caller }) => {
        const applied = await jobs.applyJobs(caller, body.entries);
        return found(applied.map(presentApplied));
      }),
    )
    .get(
      '/jobs',
      listRoute(listJobsForPeopleQuery, listedJobAnswer, ({ query, caller }, page) => {
        const { companyId, zone } = caller;
        const filter = {
          jobStatus: query.status,
          jobPriority: query.priority,
          assignedTechnicianId: query.assigned_technician_id,
          customerId: query.customer_id,
          deleted: query.deleted,
          unassigned: query.unassigned,
          scheduledIn: query.scheduled_on && rangeOfDays(query.scheduled_on, 1, zone),
        };
        return jobs.listJobs(companyId, filter, page);
      }),
    )
    .get('/jobs/:id/history', historyRoute(jobHistoryAnswer, jobs.jobHistoryIncludingDeleted))
    .get(
      '/jobs/:id',
      privateRoute({}, async ({ id, caller }) => {
        const job = await jobs.getJobIncludingDeleted(caller.companyId, id);
        return found(adminJobAnswer.present(job, viewOf(caller)));
      }),
    )
    .put(
      '/jobs/:id/requirements',
      privateRoute({ body: changeRequirementsBody }, async ({ id, body, caller }) => {
        const { expectedVersion: version, ...requirements } = body;
        await jobs.updateJob(caller, id, requirements, { version });
        const job = await jobs.getJobIncludingDeleted(caller.companyId, id);
        return found(adminJobAnswer.present(job, viewOf(caller)));
      }),
    )
    .post(
      '/jobs/:id/delete',
      privateRoute({}, async ({ id, caller }) => {
        await jobs.deleteJob(caller, id);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/jobs/:id/restore',
      privateRoute({}, async ({ id, caller }) => {
        await jobs.restoreJob(caller, id);
        return found({ id, deleted: false });
      }),
    )
    .get(
      '/schedule',
      privateRoute({ query: scheduleQuery }, async ({ query, caller }) => {
        const range = rangeOfDays(query.from, query.days, caller.zone);
        const schedule = await jobs.showSchedule(caller.companyId, range);
        return found(scheduleAnswer.present(schedule, viewOf(caller)));
      }),
    )
    .get(
      '/schedule/today',
      privateRoute({}, async ({ caller }) =>
        found(jobsOfTodayAnswer.present(await jobs.countJobsOfToday(caller), viewOf(caller))),
      ),
    )
    .get(
      '/service-requests/:id/job',
      privateRoute({}, async ({ id, caller }) => {
        const jobId = await jobs.findRequestedJob(caller.companyId, id);
        return found(requestedJobAnswer.present(jobId, viewOf(caller)));
      }),
    )
    .post(
      '/service-requests/:id/job',
      privateRoute({ body: createJobBody }, async ({ id, body, caller }) => {
        const { jobId, outcome } = await jobs.createRequestedJob(caller, id, body);
        return found({ ...requestedJobAnswer.present(jobId, viewOf(caller)), outcome });
      }),
    )
    .post(
      '/projections/rebuild',
      privateRoute({ query: rebuildQuery }, async ({ query: { projection }, caller }) =>
        found(await jobs.rebuildProjections(projection ? [projection] : PROJECTION_NAMES, caller)),
      ),
    );
