import { DomainError, isCalendarPath } from '@svc/contracts';
import {
  identifyCaller,
  createCompanyLimit,
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
import type { ReadCompany } from '../domain/company';
import type { DashboardUseCases } from '../use-cases';
import { createCookies } from './cookies';
import { protectBrowser } from './headers';
import { readBrowser, type PeopleState } from './person-routes';

export interface PeopleApp {
  readonly routers: readonly Routes[];
  readonly pages: Middleware;
  readonly calendars: Middleware;
  readonly useSession: DashboardUseCases['useSession'];
  readonly readCompany: ReadCompany;
  readonly trust: Trust;
  readonly now: () => Date;
  readonly log: Logger;
  readonly outerMiddleware?: readonly Middleware[];
}

export const isDashboardPath = (path: string): boolean =>
  /^\/dashboard(?:[/?]|$)/.test(path) || isCalendarPath(path);

const API_PATH = '/dashboard/api/';

const isApiPath = (path: string): boolean => path.startsWith(API_PATH);

/**
 * The gateway's token proves only address, protocol and host of the client; the session proves who
 * the person is.
 */
export function createPeopleApp({
  routers,
  pages,
  calendars,
  useSession,
  readCompany,
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
  app.use(calendars);
  app.use((ctx, next) => (isApiPath(ctx.path) ? next() : pages(ctx, next)));
  app.use(setMode);
  app.use(identifyPerson(useSession, readCompany));
  app.use(limitPeoplePerCompany());
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

/** Rewrites a path of the test mode to the same path of the live mode. */
const setMode: Middleware = (ctx, next) => {
  const isTest = ctx.url.startsWith(TEST_PATH);
  if (isTest) ctx.url = API_PATH + ctx.url.slice(TEST_PATH.length);
  (ctx.state as PeopleState).mode = isTest ? 'test' : 'live';
  return next();
};

const identifyPerson =
  (useSession: PeopleApp['useSession'], readCompany: ReadCompany): Middleware =>
  async (ctx, next) => {
    const { sessionToken } = createCookies(ctx);
    const isUnattended = ctx.method === 'GET' && ctx.get(UNATTENDED_HEADER) !== '';
    const person =
      sessionToken && (await useSession(sessionToken, readBrowser(ctx), { isUnattended }));
    if (person) {
      const state = ctx.state as PeopleState & CallState;
      const company = await readCompany(person.companyId, state.requestId);
      const { companyId, zone, country } = company;
      state.signedIn = { person, company, mode: state.mode };
      state.caller = { ...state.caller, companyId, zone, country };
    }
    return next();
  };

/** A slow response counts against the owner's breaker for all companies. */
const MAX_CONCURRENT_PER_COMPANY = 16;

function limitPeoplePerCompany(): Middleware {
  const limit = createCompanyLimit(MAX_CONCURRENT_PER_COMPANY);
  return (ctx, next) =>
    (ctx.state as PeopleState).signedIn ? limit(ctx as Parameters<typeof limit>[0], next) : next();
}
