import type Router from '@koa/router';
import { found, listed, pageOf } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { activityAnswer, activityPersonAnswer } from './answers';
import { peopleRouter, personRoute } from './person-routes';
import { activityQuery } from './schemas';

/** What was done in the company's account. */
export const activityRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/activity',
      personRoute('activity', { query: activityQuery }, async ({ query, person, view }) => {
        const filter = { userId: query.user_id, kind: query.kind };
        const page = pageOf(query);
        const { rows, total } = await dashboard.listActivities(person.companyId, filter, page);
        return listed(activityAnswer.presentAll(rows, view), page, total);
      }),
    )
    .get(
      '/activity/people',
      personRoute('activity', {}, async ({ person, view }) => {
        const people = await dashboard.listActivityPeople(person.companyId);
        return found(activityPersonAnswer.presentAll(people, view));
      }),
    );
