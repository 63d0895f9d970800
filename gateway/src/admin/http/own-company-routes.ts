import type Router from '@koa/router';
import type { Caller } from '@svc/contracts';
import {
  created,
  found,
  createInternalRouter,
  listed,
  toPage,
  createPrivateRoute,
  written,
} from '@svc/http';
import type { AdminUseCases } from '../use-cases';
import {
  toDescribedCompanyResponse,
  toKeyRequestsResponse,
  toKeyResponse,
  toKeyWithTextResponse,
  toListedKeyResponse,
  toNamedKeyResponse,
  toRejectionsResponse,
  toUsageResponse,
} from './responses';
import { toKeyDetails, createRequestReplies } from './routes';
import {
  companyChangeBody,
  keyChangeBody,
  keyNamesQuery,
  keyRequestsQuery,
  keysQuery,
  loggedRequestQuery,
  loggedRequestsQuery,
  newKeyBody,
  revokeKeyBody,
  rollKeyBody,
} from './schemas';

export const OWN_COMPANY = '/internal/company';

/** Settings and keys belong to the live company, even in a view of its test data. */
const findLiveId = ({ companyId, sandboxOf }: Caller): number => sandboxOf ?? companyId;

const DAYS_OF_USAGE = 30;
const DAYS_OF_REJECTIONS = 7;

export const ownCompanyRoutes = (admin: AdminUseCases): Router =>
  createInternalRouter()
    .get(
      '/company',
      createPrivateRoute({}, async ({ caller }) =>
        found(
          toDescribedCompanyResponse(
            await admin.describeCompany({ companyId: findLiveId(caller) }),
          ),
        ),
      ),
    )
    .patch(
      '/company',
      createPrivateRoute({ body: companyChangeBody }, async ({ body, caller }) => {
        const companyId = findLiveId(caller);
        const { slug } = await admin.getCompanyById(companyId);
        await admin.saveCompany({ slug, ...body });
        const described = await admin.describeCompany({ companyId });
        return written('Company saved.', toDescribedCompanyResponse(described));
      }),
    )
    .get(
      '/company/usage',
      createPrivateRoute({}, async ({ caller }) => {
        const days = await admin.countRequests(caller, DAYS_OF_USAGE);
        return found(toUsageResponse(await admin.describeCompany(caller), days));
      }),
    )
    .get(
      '/company/requests',
      createPrivateRoute({ query: loggedRequestsQuery }, ({ query, caller }) =>
        createRequestReplies(admin).list(caller.companyId, query),
      ),
    )
    .get(
      '/company/rejections',
      createPrivateRoute({}, async ({ caller: { companyId } }) => {
        const days = await admin.countRejections(companyId, DAYS_OF_REJECTIONS);
        return found(days.map(toRejectionsResponse));
      }),
    )
    .get(
      '/company/request',
      createPrivateRoute({ query: loggedRequestQuery }, ({ query, caller }) =>
        createRequestReplies(admin).one(caller.companyId, query),
      ),
    )
    .get(
      '/company/keys',
      createPrivateRoute({ query: keysQuery }, async ({ query, caller }) => {
        const { id } = await admin.getCompanyById(findLiveId(caller));
        const page = toPage(query);
        const [{ rows, total }, logged] = await Promise.all([
          admin.listLiveKeys(id, { id: query.id }, page),
          admin.findKeysOfLoggedRequests(caller.companyId),
        ]);
        const requestsByDay = await admin.countKeyRequests(
          id,
          rows.map((key) => key.id),
        );
        return listed(
          rows.map((key) =>
            toListedKeyResponse({ key, logged, requestsByDay: requestsByDay(key.id) }),
          ),
          page,
          total,
        );
      }),
    )
    .get(
      '/company/key-requests',
      createPrivateRoute({ query: keyRequestsQuery }, async ({ query, caller }) => {
        const rows = await admin.listKeyRequests(findLiveId(caller), query.key_id);
        return found(rows.map(toKeyRequestsResponse));
      }),
    )
    .get(
      '/company/key-names',
      createPrivateRoute({ query: keyNamesQuery }, async ({ query: { ids }, caller }) => {
        const mode = caller.sandboxOf === undefined ? 'live' : 'test';
        const named = await admin.nameKeys(findLiveId(caller), ids ? { ids } : { mode });
        return found(named.map(toNamedKeyResponse));
      }),
    )
    .post(
      '/company/keys',
      createPrivateRoute({ body: newKeyBody }, async ({ body, caller }) => {
        const { slug } = await admin.getCompanyById(findLiveId(caller));
        const key = await admin.createKey(slug, toKeyDetails(body));
        return created('API key created.', toKeyWithTextResponse(key));
      }),
    )
    .patch(
      '/company/keys/:id',
      createPrivateRoute({ body: keyChangeBody }, async ({ id, body, caller }) => {
        const key = await admin.changeKey(
          { id, companyId: findLiveId(caller) },
          toKeyDetails(body),
        );
        return written('API key changed.', toKeyResponse(key));
      }),
    )
    .post(
      '/company/keys/:id/roll',
      createPrivateRoute({ body: rollKeyBody }, async ({ id, body, caller }) => {
        const key = { id, companyId: findLiveId(caller) };
        const rolled = await admin.rollKey(key, body.keep_hours);
        return created('API key rolled.', toKeyWithTextResponse(rolled));
      }),
    )
    .post(
      '/company/keys/:id/revoke',
      createPrivateRoute({ body: revokeKeyBody }, async ({ id, body, caller }) => {
        const key = await admin.revokeKey({ id, companyId: findLiveId(caller) }, body.name);
        return written('API key revoked.', toKeyResponse(key));
      }),
    );
