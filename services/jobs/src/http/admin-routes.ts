import type Router from '@koa/router';
import {
  createAdminRouter,
  createHistoryRoute,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  found,
  addManifestRoutes,
} from '@svc/http';
import { createRebuildRoute } from '@svc/projections';
import { PROJECTION_NAMES } from '../projections/projections';
import type { JobsUseCases } from '../use-cases';
import type { AppliedJob } from '../use-cases/apply-job';
import * as responses from './responses';
import { toRangeOfDays, toRange } from './range-of-days';
import * as schemas from './schemas';

const presentApplied = ({ job, outcome }: AppliedJob) => ({ job_id: job.id, outcome });

export const adminRoutes = (jobs: JobsUseCases): Router =>
  addManifestRoutes(createAdminRouter(), {
    path: '/jobs',
    entry: schemas.applyJobBody,
    key: 'jobTitle',
    save: async (caller, entries) => (await jobs.applyJobs(caller, entries)).map(presentApplied),
  })
    .get(
      '/jobs',
      createListRoute(
        schemas.listJobsForPeopleQuery,
        responses.listedJobResponse,
        ({ query, caller }, page) => {
          const filter = {
            jobStatuses: query.status,
            jobPriority: query.priority,
            assignedTechnicianId: query.assigned_technician_id,
            customerId: query.customer_id,
            deleted: query.deleted,
            open: query.open,
            unassigned: query.unassigned,
            scheduledIn: toRange(query.scheduled_from, query.scheduled_to),
            worklist: query.worklist,
            peopleSearch: query.search,
            sort: query.sort && schemas.SORTS[query.sort],
          };
          return jobs.listJobsForPeople(caller, filter, page);
        },
      ),
    )
    .get(
      '/worklists',
      createRecordRoute(responses.worklistsResponse, ({ caller }) => jobs.countWorklists(caller)),
    )
    .get(
      '/jobs/:id/history',
      createHistoryRoute(responses.jobHistoryResponse, jobs.jobHistoryIncludingDeleted),
    )
    .get(
      '/jobs/:id',
      createRecordRoute(responses.adminJobResponse, ({ id, caller }) =>
        jobs.getJobIncludingDeleted(caller.companyId, id),
      ),
    )
    .put(
      '/jobs/:id/requirements',
      createPrivateRoute(
        { body: schemas.changeRequirementsBody },
        async ({ id, body, caller, view }) => {
          const { expectedVersion: version, ...requirements } = body;
          await jobs.updateJob(caller, id, requirements, { version });
          const job = await jobs.getJobIncludingDeleted(caller.companyId, id);
          return found(responses.adminJobResponse.present(job, view));
        },
      ),
    )
    .put(
      '/jobs/:id/schedule',
      createPrivateRoute(
        { body: schemas.rescheduleJobBody },
        async ({ id, body, caller, view }) => {
          const { expectedVersion, ...changes } = body;
          await jobs.rescheduleJob(caller, id, changes, expectedVersion);
          const job = await jobs.getJobIncludingDeleted(caller.companyId, id);
          return found(responses.adminJobResponse.present(job, view));
        },
      ),
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
      createPrivateRoute({ query: schemas.scheduleQuery }, async ({ query, caller, view }) => {
        const range = toRangeOfDays(query.from, query.days, caller.zone);
        const schedule = await jobs.getSchedule(caller.companyId, range);
        return found(responses.scheduleResponse.present(schedule, view));
      }),
    )
    .get(
      '/technicians/:id/jobs',
      createPrivateRoute(
        { query: schemas.technicianJobsQuery },
        async ({ id, query, caller, view }) => {
          const range = toRangeOfDays(query.from, query.days, caller.zone);
          const listed = await jobs.listTechnicianJobs(caller.companyId, id, range);
          return found(responses.technicianJobsResponse.present(listed, view));
        },
      ),
    )
    .get(
      '/technicians/:id/calendar',
      createRecordRoute(responses.calendarResponse, ({ id, caller }) =>
        jobs.listCalendarJobs(caller.companyId, id),
      ),
    )
    .get(
      '/schedule/today',
      createRecordRoute(responses.jobsOfTodayResponse, ({ caller }) =>
        jobs.countJobsOfToday(caller),
      ),
    )
    .get(
      '/service-requests/:id/job',
      createRecordRoute(responses.requestedJobResponse, ({ id, caller }) =>
        jobs.findRequestedJob(caller.companyId, id),
      ),
    )
    .post(
      '/service-requests/:id/job',
      createPrivateRoute({ body: schemas.createJobBody }, async ({ id, body, caller, view }) => {
        const { jobId, outcome } = await jobs.createRequestedJob(caller, id, body);
        return found({ ...responses.requestedJobResponse.present(jobId, view), outcome });
      }),
    )
    .post('/projections/rebuild', createRebuildRoute(PROJECTION_NAMES, jobs.rebuildProjections));
