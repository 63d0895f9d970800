import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { calendarLinkResponse, newCalendarLinkResponse } from './responses';

export const calendarRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/technicians/:id/calendar-link',
      personRoute('read_technicians', {}, async ({ id, view, ...requester }) =>
        found(calendarLinkResponse.present(await dashboard.getCalendarLink(requester, id), view)),
      ),
    )
    .post(
      '/technicians/:id/calendar-link',
      personRoute('change_technicians', {}, async ({ id, view, ...requester }) =>
        written(
          'Calendar link created.',
          newCalendarLinkResponse.present(await dashboard.createCalendarLink(requester, id), view),
        ),
      ),
    )
    .delete(
      '/technicians/:id/calendar-link',
      personRoute('change_technicians', {}, async ({ id, ...requester }) => {
        await dashboard.revokeCalendarLink(requester, id);
        return written('Calendar link revoked.', {});
      }),
    );
