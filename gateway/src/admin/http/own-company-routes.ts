import type Router from '@koa/router';
import type { Caller } from '@svc/contracts';
import {
  created,
  fields,
  found,
  createInternalRouter,
  listed,
  toPage,
  createPrivateRoute,
  written,
} from '@svc/http';
import type { AdminUseCases } from '../use-cases';
import {
  presentDescribed,
  presentKey,
  presentKeyWithText,
  presentNamedKey,
  presentUsage,
} from './presenters';
import { keyFrom, requestReplies } from './routes';
import {
  companyChangeBody,
  keyChangeBody,
  keyNamesQuery,
  loggedRequestQuery,
  loggedRequestsQuery,
  newKeyBody,
  revokeKeyBody,
} from './schemas';

/** What the paths of these routes begin with. */
export const OWN_COMPANY = '/internal/company';

/** Settings and keys are the company's, also where somebody looks at its test data. */
const liveIdOf = ({ companyId, sandboxOf }: Caller): number => sandboxOf ?? companyId;

/** A month's chart shows this many of the last days. */
const DAYS_OF_USAGE = 30;

/** What the dashboard does for people with their company and its API keys. */
export const ownCompanyRoutes = (admin: AdminUseCases): Router =>
  createInternalRouter()
    .get(
      '/company',
      createPrivateRoute({}, async ({ caller }) =>
        found(presentDescribed(await admin.describeCompany({ companyId: liveIdOf(caller) }))),
      ),
    )
    .patch(
      '/company',
      createPrivateRoute({ body: companyChangeBody }, async ({ body, caller }) => {
        const companyId = liveIdOf(caller);
        const { slug } = await admin.getCompanyById(companyId);
        await admin.saveCompany({ slug, ...body });
        const described = await admin.describeCompany({ companyId });
        return written('Company saved.', presentDescribed(described));
      }),
    )
    .get(
      '/company/usage',
      createPrivateRoute({}, async ({ caller }) => {
        const days = await admin.countRequests(caller, DAYS_OF_USAGE);
        return found(presentUsage(await admin.describeCompany(caller), days));
      }),
    )
    .get(
      '/company/requests',
      createPrivateRoute({ query: loggedRequestsQuery }, ({ query, caller }) =>
        requestReplies(admin).list(caller.companyId, query),
      ),
    )
    .get(
      '/company/request',
      createPrivateRoute({ query: loggedRequestQuery }, ({ query, caller }) =>
        requestReplies(admin).one(caller.companyId, query),
      ),
    )
    .get(
      '/company/keys',
      createPrivateRoute({ query: fields.pageQuery }, async ({ query, caller }) => {
        const { id } = await admin.getCompanyById(liveIdOf(caller));
        const page = toPage(query);
        const { rows, total } = await admin.listLiveKeys(id, page);
        return listed(rows.map(presentKey), page, total);
      }),
    )
    .get(
      '/company/key-names',
      createPrivateRoute({ query: keyNamesQuery }, async ({ query: { ids }, caller }) => {
        const mode = caller.sandboxOf === undefined ? 'live' : 'test';
        const named = await admin.nameKeys(liveIdOf(caller), ids ? { ids } : { mode });
        return found(named.map(presentNamedKey));
      }),
    )
    .post(
      '/company/keys',
      createPrivateRoute({ body: newKeyBody }, async ({ body, caller }) => {
        const { slug } = await admin.getCompanyById(liveIdOf(caller));
        const key = await admin.createKey(slug, keyFrom(body));
        return created('API key created.', presentKeyWithText(key));
      }),
    )
    .patch(
      '/company/keys/:id',
      createPrivateRoute({ body: keyChangeBody }, async ({ id, body, caller }) => {
        const key = await admin.changeKey({ id, companyId: liveIdOf(caller) }, keyFrom(body));
        return written('API key changed.', presentKey(key));
      }),
    )
    .post(
      '/company/keys/:id/revoke',
      createPrivateRoute({ body: revokeKeyBody }, async ({ id, body, caller }) => {
        const key = await admin.revokeKey({ id, companyId: liveIdOf(caller) }, body.name);
        return written('API key revoked.', presentKey(key));
      }),
    );
