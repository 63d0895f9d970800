import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { invitationResponse, memberResponse } from './responses';
import { ownListRoute, peopleRouter, personRoute, visitorRoute } from './person-routes';
import { acceptInvitationBody, changeRoleBody, inviteBody, pageQuery } from './schemas';

export const teamRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/team',
      ownListRoute('team', { query: pageQuery, shown: memberResponse }, ({ person }, page) =>
        dashboard.listMembers(person.companyId, page),
      ),
    )
    .get(
      '/team/invitations',
      ownListRoute('team', { query: pageQuery, shown: invitationResponse }, ({ person }, page) =>
        dashboard.listInvitations(person.companyId, page),
      ),
    )
    .post(
      '/team/invitations',
      personRoute('team', { body: inviteBody }, async ({ body, ...asker }) => {
        await dashboard.inviteUser(asker, body);
        return written('The invitation is on its way.', null);
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
        return written('The role was changed.', null);
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
