import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { notificationResponse } from './responses';
import { dashboardListRoute, peopleRouter, personRoute } from './person-routes';
import { ownNotificationsQuery } from './schemas';

export const notificationRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/notifications',
      dashboardListRoute(
        'notifications',
        { query: ownNotificationsQuery, presenter: notificationResponse },
        ({ query, person: { companyId, userId } }, page) =>
          dashboard.listNotifications(companyId, { userId, isRead: query.is_read }, page),
      ),
    )
    .post(
      '/notifications/:id/read',
      personRoute('notifications', {}, async ({ id, person, view }) =>
        found(notificationResponse.present(await dashboard.readNotification(person, id), view)),
      ),
    )
    .post(
      '/notifications/read-all',
      personRoute('notifications', {}, async ({ person }) => {
        const read = await dashboard.readAllNotifications(person);
        return written('All notifications marked as read.', { read });
      }),
    );
