import Router from '@koa/router';
import {
  DomainError,
  toRecordId,
  SCOPES,
  SERVICES,
  type Scope,
  type ServiceName,
} from '@svc/contracts';
import {
  created,
  found,
  isDryRun,
  listed,
  toPage,
  parseRequestQuery,
  readBytes,
  readJson,
  sendReply,
  validate,
  withSchemas,
  written,
  type DryRun,
  type Reply,
  type InputSchemas,
  type SchemaValue,
} from '@svc/http';
import type { ObjectSchema } from 'joi';
import type { Context, Middleware } from 'koa';
import type { KeyDetails } from '../domain/api-key';
import { toSandbox, type CompanyRecord, type RecordsOwner } from '../domain/company';
import type { ServiceAdmin } from '../owners/service-admin';
import type { AdminUseCases } from '../use-cases';
import {
  toCompanyResponse,
  toKeyResponse,
  toKeyWithTextResponse,
  toLoggedRequestResponse,
  toSavedKeyResponse,
} from './responses';
import {
  companyBody,
  keyBody,
  keyChangeBody,
  loggedRequestQuery,
  loggedRequestsQuery,
  newKeyBody,
  rollKeyBody,
} from './schemas';

const createRouter = (): Router => new Router({ sensitive: true, strict: true });

const defineRoute = <Read extends InputSchemas<unknown, unknown>>(
  schemas: Read,
  run: (ctx: Context, schemas: Read) => Promise<Reply>,
): Middleware =>
  withSchemas(schemas, async (ctx) => {
    isDryRun(ctx);
    sendReply(ctx, await run(ctx, schemas));
  });

const readBody = async <T>(ctx: Context, schema: ObjectSchema<T>): Promise<T> =>
  validate(schema, await readJson(ctx.req), { convert: false, context: { zone: 'UTC' } });

const getParameter = (ctx: Context, name: string): string =>
  (ctx.params as Record<string, string | undefined>)[name] ?? '';

const getSlug = (ctx: Context): string => getParameter(ctx, 'slug');

const getRequestId = (ctx: Context): string => ctx.state['requestId'] as string;

function getKeyId(ctx: Context): number {
  const text = getParameter(ctx, 'id');
  const id = toRecordId(text);
  if (id === undefined) throw new DomainError('not_found', `There is no API key ${text}.`);
  return id;
}

export const companyRoutes = (admin: AdminUseCases, dryRun: DryRun<AdminUseCases>): Router =>
  createRouter()
    .put(
      '/companies',
      defineRoute({ body: companyBody }, async (ctx, schemas) => {
        const body = await readBody(ctx, schemas.body);
        const save = ({ saveCompany }: AdminUseCases) => saveCompany(body);
        const { company, outcome } = await (isDryRun(ctx) ? dryRun(save) : save(admin));
        return written('Company saved.', { ...toCompanyResponse(company), outcome });
      }),
    )
    .get(
      '/companies',
      defineRoute({}, async () => found((await admin.listCompanies()).map(toCompanyResponse))),
    )
    .post(
      '/companies/:slug/announce',
      defineRoute({}, async (ctx) =>
        written('Company announced.', toCompanyResponse(await admin.announceCompany(getSlug(ctx)))),
      ),
    )
    .get(
      '/companies/:slug',
      defineRoute({}, async (ctx) =>
        found(toCompanyResponse(await admin.getCompany(getSlug(ctx)))),
      ),
    )
    .post(
      '/companies/:slug/sandbox/reset',
      defineRoute({}, async (ctx) =>
        written('Sandbox emptied.', await admin.resetSandbox(getSlug(ctx), getRequestId(ctx))),
      ),
    )
    .post(
      '/companies/:slug/secrets/rewrap',
      defineRoute({}, async (ctx) =>
        found(await admin.rewrapSecrets(getSlug(ctx), getRequestId(ctx))),
      ),
    );

const expandScopes = (given: readonly Scope[] | 'all' | undefined): readonly Scope[] | undefined =>
  given === 'all' ? SCOPES : given;

interface KeyFields {
  readonly scopes?: readonly Scope[] | 'all' | undefined;
  readonly ip_allowlist?: readonly string[] | undefined;
  readonly expires_at?: Date | null | undefined;
}

export const toKeyDetails = <Fields extends KeyFields>({
  scopes,
  ip_allowlist: ipAllowlist,
  expires_at: expiresAt,
  ...rest
}: Fields) => ({
  ...rest,
  scopes: expandScopes(scopes),
  ipAllowlist,
  expiresAt,
});

export const keyRoutes = (admin: AdminUseCases, dryRun: DryRun<AdminUseCases>): Router =>
  createRouter()
    .get(
      '/companies/:slug/keys',
      defineRoute({}, async (ctx) =>
        found((await admin.listKeys(getSlug(ctx))).map(toKeyResponse)),
      ),
    )
    .put(
      '/companies/:slug/keys',
      defineRoute({ body: keyBody }, async (ctx, { body }) => {
        const key: KeyDetails = toKeyDetails(await readBody(ctx, body));
        const slug = getSlug(ctx);
        const saved = await (isDryRun(ctx)
          ? dryRun(async (planning) => {
              // Its company may exist only in this dry run.
              if ((await planning.findCompany(slug)) === null) await planning.saveCompany({ slug });
              return planning.saveKey(slug, key);
            })
          : admin.saveKey(slug, key));
        return written('API key saved.', toSavedKeyResponse(saved));
      }),
    )
    .post(
      '/companies/:slug/keys',
      defineRoute({ body: newKeyBody }, async (ctx, { body }) => {
        await admin.getCompany(getSlug(ctx));
        const key = toKeyDetails(await readBody(ctx, body));
        return created(
          'API key created.',
          toKeyWithTextResponse(await admin.createKey(getSlug(ctx), key)),
        );
      }),
    )
    .patch(
      '/keys/:id',
      defineRoute({ body: keyChangeBody }, async (ctx, { body }) => {
        const id = getKeyId(ctx);
        const key = await admin.changeKey({ id }, toKeyDetails(await readBody(ctx, body)));
        return written('API key changed.', toKeyResponse(key));
      }),
    )
    .post(
      '/keys/:id/roll',
      defineRoute({ body: rollKeyBody }, async (ctx, { body }) => {
        const id = getKeyId(ctx);
        const { keep_hours: keepHours } = await readBody(ctx, body);
        const key = await admin.rollKey({ id }, keepHours);
        return created('API key rolled.', toKeyWithTextResponse(key));
      }),
    )
    .post(
      '/keys/:id/revoke',
      defineRoute({}, async (ctx) =>
        written('API key revoked.', toKeyResponse(await admin.revokeKey({ id: getKeyId(ctx) }))),
      ),
    );

export const createRequestReplies = (admin: AdminUseCases) => ({
  async list(companyId: number, query: SchemaValue<typeof loggedRequestsQuery>): Promise<Reply> {
    const { status: statuses, key_id: keyId, request_id: requestId, ...others } = query;
    const filter = { ...others, statuses, keyId, requestId };
    const page = toPage(query);
    const { rows, total } = await admin.listLoggedRequests(companyId, filter, page);
    return listed(rows.map(toLoggedRequestResponse), page, total);
  },
  async one(
    companyId: number,
    { request_id: id, operation }: SchemaValue<typeof loggedRequestQuery>,
  ): Promise<Reply> {
    return found(toLoggedRequestResponse(await admin.getLoggedRequest(companyId, id, operation)));
  },
});

export function requestRoutes(admin: AdminUseCases): Router {
  const replies = createRequestReplies(admin);
  const defineRequestRoute = <Query>(
    owner: FindOwner,
    query: ObjectSchema<Query>,
    reply: (companyId: number, query: Query) => Promise<Reply>,
  ): Middleware =>
    defineRoute({ query }, async (ctx) => {
      const { id, timezone: zone } = owner(await admin.getCompany(getSlug(ctx)));
      return reply(
        id,
        validate(query, parseRequestQuery(ctx), { convert: true, context: { zone } }),
      );
    });
  const list = (owner: FindOwner) => defineRequestRoute(owner, loggedRequestsQuery, replies.list);
  const one = (owner: FindOwner) => defineRequestRoute(owner, loggedRequestQuery, replies.one);
  return createRouter()
    .get('/companies/:slug/requests', list(ownRecords))
    .get('/companies/:slug/request', one(ownRecords))
    .get('/companies/:slug/sandbox/requests', list(toSandbox))
    .get('/companies/:slug/sandbox/request', one(toSandbox));
}

type FindOwner = (company: CompanyRecord) => RecordsOwner;
const ownRecords: FindOwner = (company) => company;

const isService = (text: string): text is ServiceName =>
  (SERVICES as readonly string[]).includes(text);

/** Passes `/companies/:slug[/sandbox]/<service>/…` on to the service's admin routes. */
export function serviceRoutes(admin: AdminUseCases, services: ServiceAdmin): Router {
  const passOn = (owner: FindOwner, below: string) => async (ctx: Context) => {
    const service = getParameter(ctx, 'service');
    if (!isService(service)) throw new DomainError('not_found', `${ctx.path} does not exist.`);
    const { getCompany, getCompanyOrPlanned } = admin;
    const company = await (isDryRun(ctx) ? getCompanyOrPlanned : getCompany)(getSlug(ctx));
    const prefix = `/companies/${company.slug}${below}/${service}`;
    const { status, contentType, body } = await services.call({
      service,
      company: owner(company),
      method: ctx.method,
      pathAndQuery: ctx.url.slice(prefix.length),
      body: await readBytes(ctx.req),
      requestId: getRequestId(ctx),
    });
    ctx.status = status;
    ctx.type = contentType;
    ctx.body = body;
  };
  return createRouter()
    .all('/companies/:slug/sandbox/:service/{*rest}', passOn(toSandbox, '/sandbox'))
    .all('/companies/:slug/:service/{*rest}', passOn(ownRecords, ''));
}
