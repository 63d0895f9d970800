import { DomainError } from '@svc/contracts';
import {
  identifyCaller,
  limitPerCompany,
  logFailedResponses,
  respondWithErrors,
  type CallState,
  type Routes,
} from '@svc/http';
import type { Logger } from '@svc/logging';
import type { Trust } from '@svc/trust';
import Koa, { type Middleware } from 'koa';
import { UNATTENDED_HEADER } from '../../contract/live';
import { TEST_PATH } from '../../contract/mode';
import type { CompanyOf } from '../domain/company';
import type { DashboardUseCases } from '../use-cases';
import { cookiesOf } from './cookies';
import { protectBrowser } from './headers';
import { browserOf, type PeopleState } from './person-routes';

export interface PeopleApp {
  readonly routers: readonly Routes[];
  readonly pages: Middleware;
  readonly useSession: DashboardUseCases['useSession'];
  readonly companyOf: CompanyOf;
  readonly trust: Trust;
  readonly now: () => Date;
  readonly log: Logger;
  readonly outerMiddleware?: readonly Middleware[];
}

export const isForPeople = (path: string): boolean => /^\/dashboard(?:[/?]|$)/.test(path);

const API_PATH = '/dashboard/api/';

const isOfApi = (path: string): boolean => path.startsWith(API_PATH);

/**
 * Serves browsers through the gateway. The gateway's token proves only the client's address,
 * protocol and host; the session proves who the person is.
 */
export function peopleApp({
  routers,
  pages,
  useSession,
  companyOf,
  trust,
  now,
  log,
  outerMiddleware = [],
}: PeopleApp): Koa {
  const app = new Koa({ proxy: true });
  for (const middleware of outerMiddleware) app.use(middleware);
  app.use(protectBrowser);
  app.use(respondWithErrors(log));
  app.use(identifyCaller(trust, now));
  app.use(requireGateway);
  app.use((ctx, next) => (isOfApi(ctx.path) ? next() : pages(ctx, next)));
  app.use(findMode);
  app.use(identifyPerson(useSession, companyOf));
  app.use(inTurnOfTheirCompany());
  for (const router of routers) app.use(router.routes());
  app.use((ctx) => {
    throw new DomainError('not_found', `${ctx.path} does not exist.`);
  });
  logFailedResponses(app, log);
  return app;
}

const requireGateway: Middleware = (ctx, next) => {
  const { caller, issuer } = ctx.state as CallState;
  if (issuer !== 'gateway' || caller.reach !== 'internal') {
    throw new DomainError('not_found', `${ctx.path} does not exist.`);
  }
  return next();
};

const findMode: Middleware = (ctx, next) => {
  const isTest = ctx.url.startsWith(TEST_PATH);
  if (isTest) ctx.url = API_PATH + ctx.url.slice(TEST_PATH.length);
  (ctx.state as PeopleState).mode = isTest ? 'test' : 'live';
  return next();
};

/** From here on the request counts against the person's company. */
const identifyPerson =
  (useSession: PeopleApp['useSession'], companyOf: CompanyOf): Middleware =>
  async (ctx, next) => {
    const { sessionToken } = cookiesOf(ctx);
    const isUnattended = ctx.method === 'GET' && ctx.get(UNATTENDED_HEADER) !== '';
    const person =
      sessionToken && (await useSession(sessionToken, browserOf(ctx), { isUnattended }));
    if (person) {
      const state = ctx.state as PeopleState & CallState;
      const company = await companyOf(person.companyId, state.requestId);
      const { companyId, zone, country } = company;
      state.signedIn = { person, company, mode: state.mode };
      state.caller = { ...state.caller, companyId, zone, country };
    }
    return next();
  };

/**
 * Enough for many people's pages, and few enough for owners to respond in time; a timeout counts
 * against the owner's breaker for all companies.
 */
const AT_ONCE = 16;

function inTurnOfTheirCompany(): Middleware {
  const inTurn = limitPerCompany(AT_ONCE);
  return (ctx, next) =>
    (ctx.state as PeopleState).signedIn
      ? inTurn(ctx as Parameters<typeof inTurn>[0], next)
      : next();
}
