import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { SignInResponse } from '../../contract/responses';
import type { DashboardUseCases } from '../use-cases';
import { sessionResponse } from './responses';
import { peopleRouter, personRoute, visitorRoute } from './person-routes';
import { signInBody } from './schemas';

export const sessionRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/session',
      personRoute('own_account', {}, async ({ person, company, view }) => {
        const session = { person, company, ...(await dashboard.describeSession(person)) };
        return found(sessionResponse.present(session, view));
      }),
    )
    .post(
      '/session',
      visitorRoute({ body: signInBody }, async ({ body, browser, cookies, requestId }) => {
        const { email, password, code } = body;
        const { sessionToken, deviceToken } = cookies;
        const given = { email, password, code, browser, requestId, sessionToken, deviceToken };
        const signedIn = await dashboard.signIn(given);
        if (!signedIn) return found({ status: 'code_needed' } satisfies SignInResponse);
        cookies.setSession(signedIn.sessionToken);
        cookies.setDevice(signedIn.deviceToken);
        return found({ status: 'signed_in' } satisfies SignInResponse);
      }),
    )
    .delete(
      '/session',
      personRoute('own_account', {}, async ({ cookies }) => {
        if (cookies.sessionToken !== undefined) await dashboard.signOut(cookies.sessionToken);
        cookies.clearSession();
        return written('Signed out.', null);
      }),
    );
