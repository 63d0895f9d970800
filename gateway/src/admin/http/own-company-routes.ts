import type Router from '@koa/router';
import type { Caller } from '@svc/contracts';
import { created, found, internalRouter, listed, privateRoute, written } from '@svc/http';
import type { AdminUseCases } from '../use-cases';
import {
  presentDay,
  presentDescribed,
  presentKey,
  presentKeyWithText,
  presentNamedKey,
} from './presenters';
import { keyFrom, requestReplies } from './routes';
import {
  companyChangeBody,
  keyChangeBody,
  keysQuery,
  loggedRequestQuery,
  loggedRequestsQuery,
  MOST_KEYS,
  newKeyBody,
  usageQuery,
} from './schemas';

/** What the paths of these routes begin with. */
export const OWN_COMPANY = '/internal/company';

/** Settings and keys are the company's, also where somebody looks at its test data. */
const liveIdOf = ({ companyId, sandboxOf }: Caller): number => sandboxOf ?? companyId;

/** What the dashboard does for people with their company and its API keys. */
export const ownCompanyRoutes = (admin: AdminUseCases): Router =>
  internalRouter()
    .get(
      '/company',
      privateRoute({}, async ({ caller }) =>
        found(presentDescribed(await admin.describeCompany(caller))),
      ),
    )
    .patch(
      '/company',
      privateRoute({ body: companyChangeBody }, async ({ body, caller }) => {
        await admin.changeCompany(liveIdOf(caller), body);
        const described = await admin.describeCompany(caller);
        return written('Company saved.', presentDescribed(described));
      }),
    )
    .get(
      '/company/usage',
      privateRoute({ query: usageQuery }, async ({ query, caller }) =>
        found((await admin.countRequests(caller, query.days)).map(presentDay)),
      ),
    )
    .get(
      '/company/requests',
      privateRoute({ query: loggedRequestsQuery }, ({ query, caller }) =>
        requestReplies(admin).list(caller.companyId, query),
      ),
    )
    .get(
      '/company/request',
      privateRoute({ query: loggedRequestQuery }, ({ query, caller }) =>
        requestReplies(admin).one(caller.companyId, query),
      ),
    )
    .get(
      '/company/keys',
      privateRoute({ query: keysQuery }, async ({ query, caller }) => {
        const { page = 1, per_page: perPage = MOST_KEYS, ids, mode } = query;
        const { id } = await admin.getCompanyById(liveIdOf(caller));
        if (ids) return found((await admin.findKeys(id, ids)).map(presentKey));
        if (mode) return found((await admin.nameKeys(id, mode)).map(presentNamedKey));
        const { rows, total } = await admin.listLiveKeys(id, { page, perPage });
        return listed(rows.map(presentKey), { page, perPage }, total);
      }),
    )
    .post(
      '/company/keys',
      privateRoute({ body: newKeyBody }, async ({ body, caller }) => {
        const { slug } = await admin.getCompanyById(liveIdOf(caller));
        const key = await admin.createKey(slug, keyFrom(body));
        return created('API key created.', presentKeyWithText(key));
      }),
    )
    .patch(
      '/company/keys/:id',
      privateRoute({ body: keyChangeBody }, async ({ id, body, caller }) => {
        const key = await admin.changeKey({ id, companyId: liveIdOf(caller) }, keyFrom(body));
        return written('API key changed.', presentKey(key));
      }),
    )
    .post(
      '/company/keys/:id/revoke',
      privateRoute({}, async ({ id, caller }) => {
        const key = await admin.revokeKey({ id, companyId: liveIdOf(caller) });
        return written('API key revoked.', presentKey(key));
      }),
    );
