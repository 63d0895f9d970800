import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { invitationResponse, memberResponse } from './responses';
import { dashboardListRoute, peopleRouter, personRoute, visitorRoute } from './person-routes';
import { acceptInvitationBody, changeRoleBody, inviteBody, dashboardPageQuery } from './schemas';

export const teamRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/team',
      dashboardListRoute(
        'team',
        { query: dashboardPageQuery, presenter: memberResponse },
        ({ person }, page) => dashboard.listMembers(person.companyId, page),
      ),
    )
    .get(
      '/team/invitations',
      dashboardListRoute(
        'team',
        { query: dashboardPageQuery, presenter: invitationResponse },
        ({ person }, page) => dashboard.listInvitations(person.companyId, page),
      ),
    )
    .post(
      '/team/invitations',
      personRoute('team', { body: inviteBody }, async ({ body, ...requester }) => {
        await dashboard.inviteUser(requester, body);
        return written('Invitation sent.', null);
      }),
    )
    .delete(
      '/team/invitations/:id',
      personRoute('team', {}, async ({ id, person }) => {
        await dashboard.withdrawInvitation(person, id);
        return found({ id, deleted: true });
      }),
    )
    .patch(
      '/team/:id',
      personRoute('team', { body: changeRoleBody }, async ({ id, body, person }) => {
        await dashboard.changeRole(person, id, body.role);
        return written('Role changed.', null);
      }),
    )
    .delete(
      '/team/:id',
      personRoute('team', {}, async ({ id, person }) => {
        await dashboard.removeUser(person, id);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/invitation/accept',
      visitorRoute({ body: acceptInvitationBody }, async ({ body, browser }) => {
        await dashboard.acceptInvitation({ ...body, browser });
        return written('Your account is ready. Please sign in.', null);
      }),
    );
