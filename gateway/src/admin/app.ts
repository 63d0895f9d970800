import { timingSafeEqual, hash } from 'node:crypto';
import Router from '@koa/router';
import { DomainError, recordIdOf, SERVICES, type ServiceName } from '@svc/contracts';
import { rolledBack } from '@svc/database';
import {
  created,
  found,
  readJson,
  respondWithErrors,
  send,
  validate,
  written,
  type Reply,
} from '@svc/http';
import type { Logger } from '@svc/logging';
import type { ObjectSchema } from 'joi';
import Koa, { type Context, type Middleware } from 'koa';
import type { DataSource } from 'typeorm';
import { readBytes } from '../admission/read-body';
import { newRequestId } from '../admission/request-id';
import { clientAddress, type AddressRanges } from '../keys/address-ranges';
import type { LastUsed } from '../keys/last-used';
import type { FailedAuthentications } from '../limits/failed-authentications';
import { LimitHit } from '../limits/request-limits';
import type { Administration } from './administration';
import { apiKeys, type ShownKey } from './api-keys';
import { companies, plannedCompany } from './companies';
import { logCalls } from './log-calls';
import { requirePlainPath } from './plain-path';
import { presentCompany, presentKey } from './presenters';
import { rewrapSecrets, type Rewrapping } from './rewrap-secrets';
import { companyBody, keyBody, keyChangeBody, newKeyBody } from './schemas';

export interface AdminParts extends Administration, Rewrapping {
  readonly db: DataSource;
  readonly token: string;
  /** Of this listener alone. */
  readonly failures: FailedAuthentications;
  readonly trustedProxies: AddressRanges;
  readonly lastUsed: LastUsed;
  readonly log: Logger;
}

/** The operator's listener: companies, keys, and the services' own admin routes behind them. */
export function adminApp(parts: AdminParts): Koa {
  const app = new Koa();
  app.use(identify(parts));
  app.use(logCalls(parts.log));
  app.use(respondWithErrors(parts.log, { logsRefusals: false }));
  app.use(requireToken(parts));
  app.use(requirePlainPath);
  app.use(companyRoutes(parts).routes());
  app.use(keyRoutes(parts).routes());
  app.use(serviceRoutes(parts).routes());
  app.use((ctx) => {
    throw new DomainError('not_found', `${ctx.path} does not exist.`);
  });
  app.on('error', (error: unknown) => parts.log.error({ err: error }, 'response failed'));
  return app;
}

const identify =
  ({ trustedProxies }: AdminParts): Middleware =>
  async (ctx, next) => {
    const { socket, headers } = ctx.req;
    const forwardedFor = headers['x-forwarded-for']?.toString();
    ctx.state['address'] = clientAddress(socket.remoteAddress ?? '', forwardedFor, trustedProxies);
    ctx.state['requestId'] = newRequestId();
    ctx.set('X-Request-Id', ctx.state['requestId'] as string);
    ctx.set('Cache-Control', 'no-store');
    await next();
  };

/** Compares hashes, which have one length whatever was sent; a right token is never refused for wrong ones. */
function requireToken({ token, failures }: AdminParts): Middleware {
  const expected = hash('sha256', `Bearer ${token}`, 'buffer');
  return async (ctx, next) => {
    const given = hash('sha256', ctx.get('authorization'), 'buffer');
    if (!timingSafeEqual(expected, given)) throw await wrongToken(ctx, failures);
    ctx.state['actor'] = 'operator';
    await next();
  };
}

/** Counts the failure against the client's address, which may turn the 401 into a 429. */
async function wrongToken(ctx: Context, failures: FailedAuthentications): Promise<DomainError> {
  try {
    await failures.charge(ctx.state['address'] as string);
  } catch (error) {
    if (!(error instanceof LimitHit)) throw error;
    ctx.set('Retry-After', String(error.refusal.details['retry_after']));
    return error.refusal;
  }
  return new DomainError('unauthorized', 'The bearer token is missing or wrong.');
}

const router = (): Router => new Router({ sensitive: true, strict: true });

const answer =
  (run: (ctx: Context) => Promise<Reply>): Middleware =>
  async (ctx) =>
    send(ctx, await run(ctx));

const bodyOf = async <T>(ctx: Context, schema: ObjectSchema<T>): Promise<T> =>
  validate(schema, await readJson(ctx.req, schema), { convert: false, context: { zone: 'UTC' } });

const param = (ctx: Context, name: string): string =>
  (ctx.params as Record<string, string | undefined>)[name] ?? '';

/** Whether only what would become of a record is asked. */
const isDryRun = (ctx: Context): boolean => ctx.query['dry_run'] === 'true';

/** Runs work on the database, or where it is undone and nobody hears of it. */
const within = <T>(
  ctx: Context,
  { db, now, changed }: AdminParts,
  work: (administration: Administration) => Promise<T>,
): Promise<T> =>
  isDryRun(ctx)
    ? rolledBack(db, (tx) => work({ db: tx, now, changed: () => undefined }))
    : work({ db, now, changed });

function keyIdOf(ctx: Context): number {
  const text = param(ctx, 'id');
  const id = recordIdOf(text);
  if (id === undefined) throw new DomainError('not_found', `There is no API key ${text}.`);
  return id;
}

function companyRoutes(parts: AdminParts): Router {
  const { list, get, announce } = companies(parts);
  return router()
    .put(
      '/companies',
      answer(async (ctx) => {
        const body = await bodyOf(ctx, companyBody);
        const { company, outcome } = await within(ctx, parts, (on) => companies(on).put(body));
        return written('Company saved.', { ...presentCompany(company), outcome });
      }),
    )
    .get(
      '/companies',
      answer(async () => found((await list()).map(presentCompany))),
    )
    .post(
      '/companies/:slug/announce',
      answer(async (ctx) =>
        written('Company announced.', presentCompany(await announce(param(ctx, 'slug')))),
      ),
    )
    .get(
      '/companies/:slug',
      answer(async (ctx) => found(presentCompany(await get(param(ctx, 'slug'))))),
    )
    .post(
      '/companies/:slug/secrets/rewrap',
      answer(async (ctx) => {
        const company = await get(param(ctx, 'slug'));
        return found(await rewrapSecrets(company, ctx.state['requestId'] as string, parts));
      }),
    );
}

const presentShown = ({ record, text }: ShownKey) => ({ ...presentKey(record), key: text });

function keyRoutes(parts: AdminParts): Router {
  const { get } = companies(parts);
  const keys = apiKeys(parts);
  return router()
    .get(
      '/companies/:slug/keys',
      answer(async (ctx) => {
        await parts.lastUsed.write();
        return found((await keys.list(await get(param(ctx, 'slug')))).map(presentKey));
      }),
    )
    .put(
      '/companies/:slug/keys',
      answer(async (ctx) => {
        const slug = param(ctx, 'slug');
        const body = await bodyOf(ctx, keyBody);
        const { outcome, ...shown } = await within(ctx, parts, async (on) => {
          const { find, get: require, put } = companies(on);
          const isPlanned = isDryRun(ctx) && !(await find(slug));
          const company = isPlanned ? (await put({ slug })).company : await require(slug);
          return apiKeys(on).put(company, body);
        });
        return written('API key saved.', { ...presentShown(shown), outcome });
      }),
    )
    .post(
      '/companies/:slug/keys',
      answer(async (ctx) => {
        const company = await get(param(ctx, 'slug'));
        const shown = await keys.create(company, await bodyOf(ctx, newKeyBody));
        return created('API key created.', presentShown(shown));
      }),
    )
    .patch(
      '/keys/:id',
      answer(async (ctx) => {
        const key = await keys.change(keyIdOf(ctx), await bodyOf(ctx, keyChangeBody));
        return written('API key changed.', presentKey(key));
      }),
    )
    .post(
      '/keys/:id/revoke',
      answer(async (ctx) =>
        written('API key revoked.', presentKey(await keys.revoke(keyIdOf(ctx)))),
      ),
    );
}

const isService = (text: string): text is ServiceName =>
  (SERVICES as readonly string[]).includes(text);

/** Anything below `/companies/:slug/<service>` is the service's own business. */
function serviceRoutes(parts: AdminParts): Router {
  const { find, get } = companies(parts);
  return router().all('/companies/:slug/:service/{*rest}', async (ctx) => {
    const service = param(ctx, 'service');
    if (!isService(service)) throw new DomainError('not_found', `${ctx.path} does not exist.`);
    const slug = param(ctx, 'slug');
    const company = isDryRun(ctx)
      ? ((await find(slug)) ?? plannedCompany(slug, parts.now()))
      : await get(slug);
    const prefix = `/companies/${company.slug}/${service}`;
    const { status, contentType, body } = await parts.services.ask({
      service,
      company,
      method: ctx.method,
      // A plain path, so that this is letter by letter what was matched.
      pathAndQuery: ctx.url.slice(prefix.length),
      body: await readBytes(ctx.req),
      requestId: ctx.state['requestId'] as string,
    });
    ctx.status = status;
    ctx.type = contentType;
    ctx.body = body;
  });
}
