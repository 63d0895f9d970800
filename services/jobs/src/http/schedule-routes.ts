import type Router from '@koa/router';
import { adminRouter, found, privateRoute, viewOf } from '@svc/http';
import type { JobsUseCases } from '../use-cases';
import { jobsOfTodayAnswer, scheduleAnswer } from './answers';
import { rangeOfDays } from './range-of-days';
import { scheduleQuery } from './schemas';

/** What the dashboard shows of the jobs of a day or a week. */
export const scheduleRoutes = (jobs: JobsUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/schedule',
      privateRoute({ query: scheduleQuery }, async ({ query, caller }) => {
        const range = rangeOfDays(query.from, query.days, caller.zone);
        const schedule = await jobs.showSchedule(caller.companyId, range);
        return found(scheduleAnswer.present(schedule, viewOf(caller)));
      }),
    )
    .get(
      '/dashboard/today',
      privateRoute({}, async ({ caller }) =>
        found(jobsOfTodayAnswer.present(await jobs.countJobsOfToday(caller), viewOf(caller))),
      ),
    );
