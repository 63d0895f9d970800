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
import type { RequestFilter } from '../../request-log/request-log';
import { sandboxOf, type CompanyRecord, type RecordsOwner } from '../domain/company';
import type { ServiceAdmin } from '../owners/service-admin';
import type { AdminUseCases } from '../use-cases';
import {
  presentCompany,
  presentKey,
  presentKeyWithText,
  presentLoggedRequest,
  presentSavedKey,
} from './presenters';
import {
  companyBody,
  keyBody,
  keyChangeBody,
  loggedRequestQuery,
  loggedRequestsQuery,
  newKeyBody,
} from './schemas';

const router = (): Router => new Router({ sensitive: true, strict: true });

/** A route that declares what it reads; when it does so, before or after other checks, is its own. */
const answer = <Read extends InputSchemas<unknown, unknown>>(
  schemas: Read,
  run: (ctx: Context, schemas: Read) => Promise<Reply>,
): Middleware =>
  withSchemas(schemas, async (ctx) => {
    // Refused where the route has none.
    isDryRun(ctx);
    sendReply(ctx, await run(ctx, schemas));
  });

const bodyOf = async <T>(ctx: Context, schema: ObjectSchema<T>): Promise<T> =>
  validate(schema, await readJson(ctx.req), { convert: false, context: { zone: 'UTC' } });

const param = (ctx: Context, name: string): string =>
  (ctx.params as Record<string, string | undefined>)[name] ?? '';

const slugOf = (ctx: Context): string => param(ctx, 'slug');

const requestIdOf = (ctx: Context): string => ctx.state['requestId'] as string;

function keyIdOf(ctx: Context): number {
  const text = param(ctx, 'id');
  const id = toRecordId(text);
  if (id === undefined) throw new DomainError('not_found', `There is no API key ${text}.`);
  return id;
}

/** What the operator does with companies. */
export const companyRoutes = (admin: AdminUseCases, dryRun: DryRun<AdminUseCases>): Router =>
  router()
    .put(
      '/companies',
      answer({ body: companyBody }, async (ctx, schemas) => {
        const body = await bodyOf(ctx, schemas.body);
        const save = ({ saveCompany }: AdminUseCases) => saveCompany(body);
        const { company, outcome } = await (isDryRun(ctx) ? dryRun(save) : save(admin));
        return written('Company saved.', { ...presentCompany(company), outcome });
      }),
    )
    .get(
      '/companies',
      answer({}, async () => found((await admin.listCompanies()).map(presentCompany))),
    )
    .post(
      '/companies/:slug/announce',
      answer({}, async (ctx) =>
        written('Company announced.', presentCompany(await admin.announceCompany(slugOf(ctx)))),
      ),
    )
    .get(
      '/companies/:slug',
      answer({}, async (ctx) => found(presentCompany(await admin.getCompany(slugOf(ctx))))),
    )
    .post(
      '/companies/:slug/sandbox/reset',
      answer({}, async (ctx) =>
        written('Sandbox emptied.', await admin.resetSandbox(slugOf(ctx), requestIdOf(ctx))),
      ),
    )
    .post(
      '/companies/:slug/secrets/rewrap',
      answer({}, async (ctx) => found(await admin.rewrapSecrets(slugOf(ctx), requestIdOf(ctx)))),
    );

const scopesOf = (given: readonly Scope[] | 'all' | undefined): readonly Scope[] | undefined =>
  given === 'all' ? SCOPES : given;

interface KeyFields {
  readonly scopes?: readonly Scope[] | 'all' | undefined;
  readonly ip_allowlist?: readonly string[] | undefined;
}

/** What a body says of a key, in the words of the domain. */
export const keyFrom = <Fields extends KeyFields>({
  scopes,
  ip_allowlist: ipAllowlist,
  ...rest
}: Fields) => ({
  ...rest,
  scopes: scopesOf(scopes),
  ipAllowlist,
});

/** What the operator does with API keys. */
export const keyRoutes = (admin: AdminUseCases, dryRun: DryRun<AdminUseCases>): Router =>
  router()
    .get(
      '/companies/:slug/keys',
      answer({}, async (ctx) => found((await admin.listKeys(slugOf(ctx))).map(presentKey))),
    )
    .put(
      '/companies/:slug/keys',
      answer({ body: keyBody }, async (ctx, { body }) => {
        const key: KeyDetails = keyFrom(await bodyOf(ctx, body));
        const slug = slugOf(ctx);
        const saved = await (isDryRun(ctx)
          ? dryRun(async (planning) => {
              // Its company may be one that this dry run has only planned.
              if ((await planning.findCompany(slug)) === null) await planning.saveCompany({ slug });
              return planning.saveKey(slug, key);
            })
          : admin.saveKey(slug, key));
        return written('API key saved.', presentSavedKey(saved));
      }),
    )
    .post(
      '/companies/:slug/keys',
      answer({ body: newKeyBody }, async (ctx, { body }) => {
        await admin.getCompany(slugOf(ctx));
        const key = keyFrom(await bodyOf(ctx, body));
        return created(
          'API key created.',
          presentKeyWithText(await admin.createKey(slugOf(ctx), key)),
        );
      }),
    )
    .patch(
      '/keys/:id',
      answer({ body: keyChangeBody }, async (ctx, { body }) => {
        const id = keyIdOf(ctx);
        const key = await admin.changeKey({ id }, keyFrom(await bodyOf(ctx, body)));
        return written('API key changed.', presentKey(key));
      }),
    )
    .post(
      '/keys/:id/revoke',
      answer({}, async (ctx) =>
        written('API key revoked.', presentKey(await admin.revokeKey({ id: keyIdOf(ctx) }))),
      ),
    );

/** What a query says of the request log, in the words of the domain. */
const requestFilterFrom = ({
  status,
  key_id: keyId,
  error,
  method,
  request_id: requestId,
  address,
  from,
  to,
  after,
}: SchemaValue<typeof loggedRequestsQuery>): RequestFilter => ({
  statuses: status,
  keyId,
  error,
  method,
  requestId,
  address,
  from,
  to,
  after,
});

/** The answers about refused and failed requests, whoever asks. */
export const requestReplies = (admin: AdminUseCases) => ({
  async list(companyId: number, query: SchemaValue<typeof loggedRequestsQuery>): Promise<Reply> {
    const page = toPage(query);
    const { rows, total } = await admin.listLoggedRequests(
      companyId,
      requestFilterFrom(query),
      page,
    );
    return listed(rows.map(presentLoggedRequest), page, total);
  },
  async one(
    companyId: number,
    { request_id: id, operation }: SchemaValue<typeof loggedRequestQuery>,
  ): Promise<Reply> {
    return found(presentLoggedRequest(await admin.getLoggedRequest(companyId, id, operation)));
  },
});

/** What the operator sees of the refused and failed requests of a company, and of its sandbox. */
export function requestRoutes(admin: AdminUseCases): Router {
  const replies = requestReplies(admin);
  const asked = <Query>(
    owner: OwnerOf,
    query: ObjectSchema<Query>,
    reply: (companyId: number, query: Query) => Promise<Reply>,
  ): Middleware =>
    answer({ query }, async (ctx) => {
      const { id, timezone: zone } = owner(await admin.getCompany(slugOf(ctx)));
      return reply(
        id,
        validate(query, parseRequestQuery(ctx), { convert: true, context: { zone } }),
      );
    });
  const list = (owner: OwnerOf) => asked(owner, loggedRequestsQuery, replies.list);
  const one = (owner: OwnerOf) => asked(owner, loggedRequestQuery, replies.one);
  return router()
    .get('/companies/:slug/requests', list(ownRecords))
    .get('/companies/:slug/request', one(ownRecords))
    .get('/companies/:slug/sandbox/requests', list(sandboxOf))
    .get('/companies/:slug/sandbox/request', one(sandboxOf));
}

/** Whose records an address is about. */
type OwnerOf = (company: CompanyRecord) => RecordsOwner;
const ownRecords: OwnerOf = (company) => company;

const isService = (text: string): text is ServiceName =>
  (SERVICES as readonly string[]).includes(text);

/**
 * Anything below `/companies/:slug/<service>` is the service's own business, and so is the same of the
 * company's sandbox below `/companies/:slug/sandbox/<service>`.
 */
export function serviceRoutes(admin: AdminUseCases, services: ServiceAdmin): Router {
  const passOn = (owner: OwnerOf, below: string) => async (ctx: Context) => {
    const service = param(ctx, 'service');
    if (!isService(service)) throw new DomainError('not_found', `${ctx.path} does not exist.`);
    const { getCompany, getCompanyOrPlanned } = admin;
    const company = await (isDryRun(ctx) ? getCompanyOrPlanned : getCompany)(slugOf(ctx));
    const prefix = `/companies/${company.slug}${below}/${service}`;
    const { status, contentType, body } = await services.ask({
      service,
      company: owner(company),
      method: ctx.method,
      // The path is plain, so this is exactly what was matched.
      pathAndQuery: ctx.url.slice(prefix.length),
      body: await readBytes(ctx.req),
      requestId: requestIdOf(ctx),
    });
    ctx.status = status;
    ctx.type = contentType;
    ctx.body = body;
  };
  return router()
    .all('/companies/:slug/sandbox/:service/{*rest}', passOn(sandboxOf, '/sandbox'))
    .all('/companies/:slug/:service/{*rest}', passOn(ownRecords, ''));
}
