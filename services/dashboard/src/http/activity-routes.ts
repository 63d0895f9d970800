import type Router from '@koa/router';
import { found } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { activityAnswer, activityPersonAnswer } from './answers';
import { ownListRoute, peopleRouter, personRoute } from './person-routes';
import { activityQuery } from './schemas';

/** What was done in the company's account. */
export const activityRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/activity',
      ownListRoute(
        'activity',
        { query: activityQuery, shown: activityAnswer },
        ({ query, person }, page) => {
          const { user_id: userId, kind, operator: isOfOperator = false } = query;
          const filter = { userId, kind, isOfOperator };
          return dashboard.listActivities(person.companyId, filter, page);
        },
      ),
    )
    .get(
      '/activity/people',
      personRoute('activity', {}, async ({ person, view }) => {
        const people = await dashboard.listActivityPeople(person.companyId);
        return found(activityPersonAnswer.presentAll(people, view));
      }),
    );
