import type Router from '@koa/router';
import { found, written, type Reply } from '@svc/http';
import type {
  EndedSessionsResponse,
  RecoveryCodesResponse,
  TwoStepSecretResponse,
} from '../../contract/responses';
import { createOtpauthUrl, formatRecoveryCode } from '../domain/two-step';
import type { DashboardUseCases } from '../use-cases';
import { ownSessionResponse } from './responses';
import { peopleRouter, personRoute, visitorRoute } from './person-routes';
import {
  changeMeBody,
  changePasswordBody,
  endTwoStepBody,
  forgottenPasswordBody,
  resetPasswordBody,
  twoStepCodeBody,
} from './schemas';

const accepted = (message: string): Reply => ({
  status: 202,
  body: { success: true, message, data: null },
});

export const accountRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .post(
      '/password/forgotten',
      visitorRoute({ body: forgottenPasswordBody }, async ({ body, browser }) => {
        await dashboard.forgetPassword(body.email, browser);
        return accepted('If this address has an account, we sent it a link.');
      }),
    )
    .post(
      '/password/reset',
      visitorRoute({ body: resetPasswordBody }, async ({ body, browser, requestId }) => {
        await dashboard.resetPassword({ ...body, browser, requestId });
        return written('Password changed. Please sign in.', null);
      }),
    )
    .patch(
      '/me',
      personRoute('own_account', { body: changeMeBody }, async ({ person, body }) => {
        await dashboard.changeMe(person, body.name);
        return written('Name changed.', null);
      }),
    )
    .put(
      '/me/password',
      personRoute(
        'own_account',
        { body: changePasswordBody },
        async ({ person, company, body }) => {
          const { current_password: current, new_password: next } = body;
          await dashboard.changePassword(person, { current, next, company });
          return written('Password changed.', null);
        },
      ),
    )
    .post(
      '/me/two-step',
      personRoute('own_account', {}, async ({ person }) => {
        const secret = await dashboard.beginTwoStep(person);
        const response = { secret, otpauth_url: createOtpauthUrl(secret, person.email) };
        return found(response satisfies TwoStepSecretResponse);
      }),
    )
    .put(
      '/me/two-step',
      personRoute('own_account', { body: twoStepCodeBody }, async ({ person, body }) => {
        const codes = await dashboard.turnOnTwoStep(person, body.code);
        const response = { recovery_codes: codes.map(formatRecoveryCode) };
        return written('Two-step verification is on.', response satisfies RecoveryCodesResponse);
      }),
    )
    .delete(
      '/me/two-step',
      personRoute('own_account', { body: endTwoStepBody }, async ({ person, body }) => {
        await dashboard.turnOffTwoStep(person, body.password);
        return written('Two-step verification is off.', null);
      }),
    )
    .get(
      '/me/sessions',
      personRoute('own_account', {}, async ({ person, view }) => {
        const sessions = await dashboard.listOwnSessions(person);
        const listed = sessions.map((session) => ({
          ...session,
          isCurrent: session.id === person.sessionId,
        }));
        return found(ownSessionResponse.presentAll(listed, view));
      }),
    )
    .post(
      '/me/sessions/end-others',
      personRoute('own_account', {}, async ({ person }) => {
        const ended = await dashboard.endOtherSessions(person);
        return written('Other sessions signed out.', { ended } satisfies EndedSessionsResponse);
      }),
    );
