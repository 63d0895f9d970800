import type Router from '@koa/router';
import { adminRouter, found, listed, pageOf, privateRoute } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { presentNotification, presentUser } from './presenters';
import { notificationsQuery, saveUserBody } from './schemas';

/** What the operator may do with a company's users, and what they were told. */
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
      privateRoute({}, async ({ caller: { companyId, zone } }) =>
        found((await dashboard.listUsers(companyId)).map((user) => presentUser(user, zone))),
      ),
    )
    .get(
      '/notifications',
      privateRoute({ query: notificationsQuery }, async ({ query, caller }) => {
        const { companyId, zone } = caller;
        const filter = { userId: query.user_id, isRead: query.is_read };
        const page = pageOf(query);
        const { rows, total } = await dashboard.listNotifications(companyId, filter, page);
        const shown = rows.map((row) => presentNotification(row, zone));
        return listed(shown, page, total);
      }),
    )
    .post(
      '/notifications/:id/read',
      privateRoute({}, async ({ id, caller: { companyId, zone } }) =>
        found(presentNotification(await dashboard.readNotification(companyId, id), zone)),
      ),
    );
