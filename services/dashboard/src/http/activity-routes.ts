import type Router from '@koa/router';
import type { DashboardUseCases } from '../use-cases';
import { activityResponse, activityPersonResponse } from './responses';
import { ownListRoute, peopleRouter } from './person-routes';
import { activityPeopleQuery, activityQuery } from './schemas';

export const activityRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/activity',
      ownListRoute(
        'activity',
        { query: activityQuery, shown: activityResponse },
        ({ query, person }, page) => {
          const { user_id: userId, kind, operator: isOfOperator = false } = query;
          const filter = { userId, kind, isOfOperator };
          return dashboard.listActivities(person.companyId, filter, page);
        },
      ),
    )
    .get(
      '/activity/people',
      ownListRoute(
        'activity',
        { query: activityPeopleQuery, shown: activityPersonResponse },
        ({ query: { user_id: id, search }, person }, page) =>
          dashboard.listActivityPeople(person.companyId, { id, search }, page),
      ),
    );
