import type Router from '@koa/router';
import { adminRouter, found, privateRoute, viewOf, type ValueOf } from '@svc/http';
import { startOfNextLocalDay } from '@svc/kernel';
import type { Range } from '../persistence/job-schedule';
import type { JobsUseCases } from '../use-cases';
import { scheduledJobAnswer } from './answers';
import { scheduleQuery } from './schemas';

/** From the start of the first day to that of the day after the last, which may have 23 hours. */
function rangeOf({ from, days }: ValueOf<typeof scheduleQuery>, zone: string): Range {
  let until = from;
  for (let day = 1; day <= days; day += 1) until = startOfNextLocalDay(until, zone);
  return { from, until };
}

/** What the dashboard shows of the jobs of a day or a week. */
export const scheduleRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/schedule',
      privateRoute({ query: scheduleQuery }, async ({ query, caller }) => {
        const view = viewOf(caller);
        const schedule = await jobs.showSchedule(caller.companyId, rangeOf(query, caller.zone));
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
