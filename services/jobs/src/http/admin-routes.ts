import type Router from '@koa/router';
import {
  createAdminRouter,
  found,
  createHistoryRoute,
  createListRoute,
  createPrivateRoute,
  putEntries,
  createRecordRoute,
  toView,
} from '@svc/http';
import { PROJECTION_NAMES } from '../projections/projections';
import type { JobsUseCases } from '../use-cases';
import type { AppliedJob } from '../use-cases/apply-job';
import {
  adminJobResponse,
  jobHistoryResponse,
  jobsOfTodayResponse,
  listedJobResponse,
  requestedJobResponse,
  scheduleResponse,
} from './responses';
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
  putEntries(createAdminRouter(), {
    path: '/jobs',
    entry: applyJobBody,
    key: 'jobTitle',
    save: async (caller, entries) => (await jobs.applyJobs(caller, entries)).map(presentApplied),
  })
    .get(
      '/jobs',
      createListRoute(listJobsForPeopleQuery, listedJobResponse, ({ query, caller }, page) => {
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
    .get(
      '/jobs/:id/history',
      createHistoryRoute(jobHistoryResponse, jobs.jobHistoryIncludingDeleted),
    )
    .get(
      '/jobs/:id',
      createRecordRoute(adminJobResponse, ({ id, caller }) =>
        jobs.getJobIncludingDeleted(caller.companyId, id),
      ),
    )
    .put(
      '/jobs/:id/requirements',
      createPrivateRoute({ body: changeRequirementsBody }, async ({ id, body, caller }) => {
        const { expectedVersion: version, ...requirements } = body;
        await jobs.updateJob(caller, id, requirements, { version });
        const job = await jobs.getJobIncludingDeleted(caller.companyId, id);
        return found(adminJobResponse.present(job, toView(caller)));
      }),
    )
    .post(
      '/jobs/:id/delete',
      createPrivateRoute({}, async ({ id, caller }) => {
        await jobs.deleteJob(caller, id);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/jobs/:id/restore',
      createPrivateRoute({}, async ({ id, caller }) => {
        await jobs.restoreJob(caller, id);
        return found({ id, deleted: false });
      }),
    )
    .get(
      '/schedule',
      createPrivateRoute({ query: scheduleQuery }, async ({ query, caller }) => {
        const range = rangeOfDays(query.from, query.days, caller.zone);
        const schedule = await jobs.showSchedule(caller.companyId, range);
        return found(scheduleResponse.present(schedule, toView(caller)));
      }),
    )
    .get(
      '/schedule/today',
      createRecordRoute(jobsOfTodayResponse, ({ caller }) => jobs.countJobsOfToday(caller)),
    )
    .get(
      '/service-requests/:id/job',
      createRecordRoute(requestedJobResponse, ({ id, caller }) =>
        jobs.findRequestedJob(caller.companyId, id),
      ),
    )
    .post(
      '/service-requests/:id/job',
      createPrivateRoute({ body: createJobBody }, async ({ id, body, caller }) => {
        const { jobId, outcome } = await jobs.createRequestedJob(caller, id, body);
        return found({ ...requestedJobResponse.present(jobId, toView(caller)), outcome });
      }),
    )
    .post(
      '/projections/rebuild',
      createPrivateRoute({ query: rebuildQuery }, async ({ query: { projection }, caller }) =>
        found(await jobs.rebuildProjections(projection ? [projection] : PROJECTION_NAMES, caller)),
      ),
    );
