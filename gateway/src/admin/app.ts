import { timingSafeEqual, hash } from 'node:crypto';
import { DomainError, KEY_RIGHTS, type ProcessName } from '@svc/contracts';
import { runRolledBack } from '@svc/database';
import {
  identifyCaller,
  logFailedResponses,
  respondWithErrors,
  type CallState,
  type DryRun,
} from '@svc/http';
import { toClientKey } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Trust } from '@svc/trust';
import Koa, { type Context, type Middleware } from 'koa';
import type { DataSource, EntityManager } from 'typeorm';
import { createRequestId } from '../admission/exchange';
import { findClientAddress, type AddressRanges } from '../keys/address-ranges';
import type { FailedAuthentications } from '../limits/failed-authentications';
import { keyRightsRoutes } from './http/key-rights-routes';
import { limitChanges } from './http/limit-changes';
import { logCalls } from './http/log-calls';
import { OWN_COMPANY, ownCompanyRoutes } from './http/own-company-routes';
import { requirePlainPath } from './http/plain-path';
import { companyRoutes, keyRoutes, requestRoutes, serviceRoutes } from './http/routes';
import type { Author } from './domain/events';
import { createCompanyReads } from './persistence/company-repository';
import { createKeyReads } from './persistence/key-repository';
import { createTransact, type OnChanged } from './persistence/transaction';
import { createAdminUseCases, type AdminUseCases } from './use-cases';
import type { Dependencies } from './use-cases/dependencies';

export interface AdminParts extends Pick<
  Dependencies,
  | 'lastUsed'
  | 'dailyRequests'
  | 'keyRequests'
  | 'requestLog'
  | 'storedResponses'
  | 'limits'
  | 'services'
  | 'now'
> {
  readonly db: DataSource;
  readonly onChanged: OnChanged;
  readonly token: string;
  readonly trust: Trust;
  readonly failures: FailedAuthentications;
  readonly trustedProxies: AddressRanges;
  readonly log: Logger;
}

const createUseCases = (
  db: DataSource | EntityManager,
  parts: AdminParts,
  onChanged: OnChanged,
  author: Author,
): AdminUseCases =>
  createAdminUseCases({
    ...parts,
    companies: createCompanyReads(db),
    keys: createKeyReads(db),
    transact: createTransact(db, onChanged),
    author,
  });

/** The dashboard reaches only the company of its signed token, and webhooks only rights of keys. */
export function createAdminApp(parts: AdminParts): Koa {
  const admin = createUseCases(parts.db, parts, parts.onChanged, 'operator');
  const forDashboard = createUseCases(parts.db, parts, parts.onChanged, 'dashboard');
  const dryRun: DryRun<AdminUseCases> = (work) =>
    runRolledBack(parts.db, (tx) => work(createUseCases(tx, parts, () => undefined, 'operator')));
  const app = new Koa();
  app.use(identify(parts));
  app.use(logCalls(parts));
  app.use(respondWithErrors(parts.log, { logRejections: false }));
  const requireOperator = requireToken(parts);
  const guards = [
    { path: OWN_COMPANY, guard: requireCallFrom('dashboard', parts) },
    { path: KEY_RIGHTS, guard: requireCallFrom('webhooks', parts) },
  ];
  app.use((ctx, next) => {
    const guarded = guards.find(({ path }) => isBelow(path, ctx.url));
    return (guarded?.guard ?? requireOperator)(ctx, next);
  });
  app.use(requirePlainPath);
  app.use(limitChanges(parts.now));
  app.use(companyRoutes(admin, dryRun).routes());
  app.use(keyRoutes(admin, dryRun).routes());
  app.use(requestRoutes(admin).routes());
  app.use(ownCompanyRoutes(forDashboard).routes());
  app.use(keyRightsRoutes(admin).routes());
  app.use(serviceRoutes(admin, parts.services).routes());
  app.use((ctx) => {
    throw new DomainError('not_found', `${ctx.path} does not exist.`);
  });
  logFailedResponses(app, parts.log);
  return app;
}

const identify =
  ({ trustedProxies }: AdminParts): Middleware =>
  async (ctx, next) => {
    const { socket, headers } = ctx.req;
    const forwardedFor = headers['x-forwarded-for']?.toString();
    ctx.state['address'] = findClientAddress(
      socket.remoteAddress ?? '',
      forwardedFor,
      trustedProxies,
    );
    ctx.state['requestId'] = createRequestId();
    ctx.set('X-Request-Id', ctx.state['requestId'] as string);
    ctx.set('Cache-Control', 'no-store');
    await next();
  };

/** Compares the URL as sent, because Koa has no path for an invalid one. */
const isBelow = (path: string, url: string): boolean =>
  url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length));

function requireCallFrom(process: ProcessName, { trust, failures, now }: AdminParts): Middleware {
  const identify = identifyCaller(trust, now);
  return async (ctx, next) => {
    let isSigned = false;
    try {
      await identify(ctx as Parameters<typeof identify>[0], () => {
        const { issuer } = ctx.state as CallState;
        if (issuer !== process)
          throw new DomainError('unauthorized', `${issuer} may not call this.`);
        isSigned = true;
        ctx.state['actor'] = process;
        ctx.set('X-Request-Id', ctx.state['requestId'] as string);
        return next();
      });
    } catch (error) {
      const isForged = !isSigned && error instanceof DomainError && error.code === 'unauthorized';
      if (isForged) await chargeFailure(ctx, failures);
      throw error;
    }
  };
}

/** Compares hashes, so that lengths tell nothing. Failures never lock out the right token. */
function requireToken({ token, failures }: AdminParts): Middleware {
  const expected = hash('sha256', `Bearer ${token}`, 'buffer');
  return async (ctx, next) => {
    const given = hash('sha256', ctx.get('authorization'), 'buffer');
    if (!timingSafeEqual(expected, given)) {
      await chargeFailure(ctx, failures);
      throw new DomainError('unauthorized', 'The bearer token is missing or wrong.');
    }
    ctx.state['actor'] = 'operator';
    await next();
  };
}

async function chargeFailure({ state }: Context, failures: FailedAuthentications): Promise<void> {
  await failures.charge(toClientKey(state['address'] as string));
}
