import type Router from '@koa/router';
import { found, listed, pageOf, written } from '@svc/http';
import type { ReadAllAnswer } from '../../contract/notifications';
import type { DashboardUseCases } from '../use-cases';
import { notificationAnswer } from './answers';
import { peopleRouter, personRoute } from './person-routes';
import { ownNotificationsQuery } from './schemas';

/** What the person was told. */
export const notificationRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/notifications',
      personRoute('notifications', { query: ownNotificationsQuery }, async (call) => {
        const { query, person, view } = call;
        const { companyId, userId } = person;
        const filter = { userId, isRead: query.is_read };
        const page = pageOf(query);
        const { rows, total } = await dashboard.listNotifications(companyId, filter, page);
        return listed(notificationAnswer.presentAll(rows, view), page, total);
      }),
    )
    .post(
      '/notifications/:id/read',
      personRoute('notifications', {}, async ({ id, person, view }) =>
        found(notificationAnswer.present(await dashboard.readNotification(person, id), view)),
      ),
    )
    .post(
      '/notifications/read-all',
      personRoute('notifications', {}, async ({ person }) => {
        const read = await dashboard.readAllNotifications(person);
        return written('All notifications are read.', { read } satisfies ReadAllAnswer);
      }),
    );
