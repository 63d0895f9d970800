import type Router from '@koa/router';
import { createAdminRouter, found, listed, toPage, createPrivateRoute, toView } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { notificationResponse, userResponse } from './responses';
import { notificationsQuery, saveUserBody } from './schemas';

export const adminRoutes = (dashboard: DashboardUseCases): Router =>
  createAdminRouter()
    .put(
      '/users',
      createPrivateRoute({ body: saveUserBody }, async ({ body, caller }) => {
        const { companyId } = caller;
        const { userId, outcome } = await dashboard.saveUser({ ...body, companyId });
        return found({ user_id: userId, outcome });
      }),
    )
    .get(
      '/users',
      createPrivateRoute({}, async ({ caller }) =>
        found(userResponse.presentAll(await dashboard.listUsers(caller.companyId), toView(caller))),
      ),
    )
    .get(
      '/notifications',
      createPrivateRoute({ query: notificationsQuery }, async ({ query, caller }) => {
        const filter = { userId: query.user_id, isRead: query.is_read };
        const page = toPage(query);
        const { rows, total } = await dashboard.listNotifications(caller.companyId, filter, page);
        return listed(notificationResponse.presentAll(rows, toView(caller)), page, total);
      }),
    )
    .post(
      '/notifications/:id/read',
      createPrivateRoute({}, async ({ id, caller }) => {
        const notification = await dashboard.readNotification(caller, id);
        return found(notificationResponse.present(notification, toView(caller)));
      }),
    );
