import type Router from '@koa/router';
import type { DashboardUseCases } from '../use-cases';
import { activityResponse, activityPersonResponse } from './responses';
import { dashboardListRoute, peopleRouter } from './person-routes';
import { activityPeopleQuery, activityQuery } from './schemas';

export const activityRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/activity',
      dashboardListRoute(
        'activity',
        { query: activityQuery, presenter: activityResponse },
        ({ query, person }, page) => {
          const { user_id: userId, kind, operator: isOfOperator = false } = query;
          const filter = { userId, kind, isOfOperator };
          return dashboard.listActivities(person, filter, page);
        },
      ),
    )
    .get(
      '/activity/people',
      dashboardListRoute(
        'whole_activity',
        { query: activityPeopleQuery, presenter: activityPersonResponse },
        ({ query: { user_id: id, search }, person }, page) =>
          dashboard.listActivityPeople(person.companyId, { id, search }, page),
      ),
    );
