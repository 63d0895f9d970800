import type Router from '@koa/router';
import { created, found, internalRouter, privateRoute, written } from '@svc/http';
import type { AdminUseCases } from '../use-cases';
import { presentDay, presentDescribed, presentKey, presentKeyWithText } from './presenters';
import { keyFrom } from './routes';
import { keyChangeBody, newKeyBody, usageQuery } from './schemas';

/** Whether a path is one of these routes. */
export const isOfOwnCompany = (path: string): boolean => /^\/internal\/company(?:\/|$)/.test(path);

/** What the dashboard does for people with their company and its API keys. */
export const ownCompanyRoutes = (admin: AdminUseCases): Router =>
  internalRouter()
    .get(
      '/company',
      privateRoute({}, async ({ caller }) =>
        found(presentDescribed(await admin.describeCompany(caller.companyId))),
      ),
    )
    .get(
      '/company/usage',
      privateRoute({ query: usageQuery }, async ({ query, caller }) =>
        found((await admin.countRequests(caller.companyId, query.days)).map(presentDay)),
      ),
    )
    .get(
      '/company/keys',
      privateRoute({}, async ({ caller }) => {
        const { slug } = await admin.getCompanyById(caller.companyId);
        return found((await admin.listKeys(slug)).map(presentKey));
      }),
    )
    .post(
      '/company/keys',
      privateRoute({ body: newKeyBody }, async ({ body, caller }) => {
        const { slug } = await admin.getCompanyById(caller.companyId);
        const key = await admin.createKey(slug, keyFrom(body));
        return created('API key created.', presentKeyWithText(key));
      }),
    )
    .patch(
      '/company/keys/:id',
      privateRoute({ body: keyChangeBody }, async ({ id, body, caller: { companyId } }) => {
        const key = await admin.changeKey({ id, companyId }, keyFrom(body));
        return written('API key changed.', presentKey(key));
      }),
    )
    .post(
      '/company/keys/:id/revoke',
      privateRoute({}, async ({ id, caller: { companyId } }) =>
        written('API key revoked.', presentKey(await admin.revokeKey({ id, companyId }))),
      ),
    );
