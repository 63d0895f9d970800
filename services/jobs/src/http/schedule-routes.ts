import type Router from '@koa/router';
import { adminRouter, found, privateRoute, viewOf } from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { scheduledJobAnswer } from './answers';
import { rangeOfDays } from './range-of-days';
import { scheduleQuery } from './schemas';

/** What the dashboard shows of the jobs of a day or a week. */
export const scheduleRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/schedule',
      privateRoute({ query: scheduleQuery }, async ({ query, caller }) => {
        const view = viewOf(caller);
        const range = rangeOfDays(query.from, query.days, caller.zone);
        const schedule = await jobs.showSchedule(caller.companyId, range);
        return found({
          jobs: scheduledJobAnswer.presentAll(schedule.jobs, view),
          is_cut: schedule.isCut,
          unassigned: scheduledJobAnswer.presentAll(schedule.unassigned, view),
          unassigned_total: schedule.unassignedTotal,
        });
      }),
    )
    .get(
      '/dashboard/today',
      privateRoute({}, async ({ caller }) => {
        const { date, counts } = await jobs.countJobsOfToday(caller);
        return found({
          date,
          statuses: counts.map((each) => ({ job_status: each.status, jobs: each.jobs })),
        });
      }),
    );
