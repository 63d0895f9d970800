import type Router from '@koa/router';
import { adminRouter, found, listed, pageOf, privateRoute, viewOf } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { notificationResponse, userResponse } from './responses';
import { notificationsQuery, saveUserBody } from './schemas';

export const adminRoutes = (dashboard: DashboardUseCases): Router =>
  adminRouter()
    .put(
      '/users',
      privateRoute({ body: saveUserBody }, async ({ body, caller }) => {
        const { email, name, role, password } = body;
        const { companyId } = caller;
        const user = { companyId, email, name, role, password };
        const { userId, outcome } = await dashboard.saveUser(user);
        return found({ user_id: userId, outcome });
      }),
    )
    .get(
      '/users',
      privateRoute({}, async ({ caller }) =>
        found(userResponse.presentAll(await dashboard.listUsers(caller.companyId), viewOf(caller))),
      ),
    )
    .get(
      '/notifications',
      privateRoute({ query: notificationsQuery }, async ({ query, caller }) => {
        const filter = { userId: query.user_id, isRead: query.is_read };
        const page = pageOf(query);
        const { rows, total } = await dashboard.listNotifications(caller.companyId, filter, page);
        return listed(notificationResponse.presentAll(rows, viewOf(caller)), page, total);
      }),
    )
    .post(
      '/notifications/:id/read',
      privateRoute({}, async ({ id, caller }) => {
        const notification = await dashboard.readNotification(caller, id);
        return found(notificationResponse.present(notification, viewOf(caller)));
      }),
    );
