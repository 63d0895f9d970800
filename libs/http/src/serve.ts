import type Router from '@koa/router';
import {
  type BY_EACH_OPERATION,
  readExternalId,
  canHavePrecondition,
  readIds,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  parseQuery,
  resolveOperation,
  splitTarget,
  type Caller,
  type Collection,
  type EndpointDeclarations,
  type AddressIds as IdsOf,
  type Operation,
  type Query as RawQuery,
} from '@svc/contracts';
import { createCachePerKey } from '@svc/kernel';
import type { Context } from 'koa';
import { announceDeprecations, findDeprecatedFields, findUsedDeprecations } from './deprecations';
import type { OperationCall, OperationHandler, RecordIds, InputSchemas } from './handler';
import { createEntityTag, isNotModified, parsePrecondition } from './entity-tags';
import { requireAdmitted, type CallState } from './identify-caller';
import { object } from './typed-schema';
import { findUnknownFields, findUnknownParameters } from './pick-known-fields';
import { readJson, type JsonObject } from './read-json';
import type { Reply } from './replies';
import { announceIgnored, readPreference, type UnknownInput } from './unknown-input';
import { upsert, type Upsert } from './upsert';
import { validate } from './validate';

/** Bulks have no handler: `createBulkRoutes` runs their operations. */
type Handlers<T extends EndpointDeclarations> = {
  readonly [
    Name in keyof T & string as T[Name][1] extends typeof BY_EACH_OPERATION ? never : Name
  ]: OperationHandler<IdsOf<T[Name][0]>> | Upsert<keyof T & string>;
};

export async function readInput<Query, Body>(
  ctx: Context,
  given: RawQuery,
  schemas: InputSchemas<Query, Body>,
): Promise<{ query: Query; body: Body }> {
  const json = await readBody(ctx, schemas);
  return validateInput({ query: given, json, caller: ctx.state.caller as Caller }, schemas);
}

async function readBody(
  ctx: Context,
  schemas: InputSchemas<unknown, unknown>,
  isStrict = false,
): Promise<unknown> {
  const hasBody = schemas.body !== undefined || schemas.checkedLater !== undefined;
  // Only strict requests are rejected for a body that the operation does not read.
  const hasUnexpectedBody = isStrict && Number(ctx.get('Content-Length')) > 0;
  return hasBody || hasUnexpectedBody ? readJson(ctx.req) : undefined;
}

const NO_FIELDS = object({});

interface RawInput {
  readonly query: RawQuery;
  readonly json: unknown;
  readonly caller: Caller;
  readonly operation?: Operation;
  readonly unknown?: UnknownInput;
}

function validateInput<Query, Body>(
  { query: given, json, caller, operation, unknown }: RawInput,
  { query, body, checkedLater }: InputSchemas<Query, Body>,
): { query: Query; body: Body } {
  unknown?.report([
    ...findUnknownParameters(query ?? NO_FIELDS, given, operation?.selectors ?? []),
    ...(checkedLater ? [] : findUnknownFields(body ?? NO_FIELDS, json)),
  ]);
  const context = { zone: caller.zone };
  const shouldDropBlanks = operation?.method === 'POST';
  return {
    query: (query && validate(query, given, { convert: true, context })) as Query,
    body: (body
      ? validate(body, json, { convert: false, context, shouldDropBlanks })
      : json) as Body,
  };
}

/** The query as the gateway parsed it; Koa would cut it at a `#`. */
export const parseRequestQuery = ({ req }: Context): RawQuery =>
  parseQuery(splitTarget(req.url ?? '').query);

/**
 * Writes status and headers in one call; Koa sets them one by one.
 *
 * @throws validation_failed for a malformed If-None-Match
 */
export function sendReply(ctx: Context, { status, body, version }: Reply): void {
  // The call has timed out and has its response.
  if (ctx.headerSent) return;
  const json = JSON.stringify(body);
  const tag = version === undefined ? undefined : createEntityTag(version, json);
  if (tag !== undefined && isNotModified(ctx.headers, tag)) {
    ctx.respond = false;
    ctx.res.writeHead(304, ['ETag', tag]).end();
    return;
  }
  // Appended as text, so that the tag does not depend on it.
  const text = `${json.slice(0, -1)},"request_id":${JSON.stringify(ctx.state.requestId)}}`;
  const bytes = Buffer.byteLength(text);
  ctx.respond = false;
  const headers = ['Content-Type', JSON_TYPE, 'Content-Length', bytes];
  if (tag !== undefined) headers.push('ETag', tag);
  ctx.res.writeHead(status, headers).end(text);
}

const JSON_TYPE = 'application/json; charset=utf-8';

export type Routes = Pick<Router, 'routes'>;

export interface OperationRequest {
  readonly operation: Operation;
  readonly at: Date;
  readonly query: RawQuery;
  readonly hasBody: boolean;
  readonly body: () => JsonObject;
  readonly caller: Caller;
  readonly unknown: UnknownInput;
}

export type CheckedOperation = OperationCall<RecordIds>;

export interface ServedRoutes extends Routes {
  /**
   * Validates the input, without any I/O.
   *
   * @throws the error of a single call
   */
  check(request: OperationRequest): CheckedOperation;
  prepare(checked: CheckedOperation): Promise<unknown>;
  perform(checked: CheckedOperation): Promise<Reply>;
}

type DeprecatedFields = ReturnType<typeof findDeprecatedFields>;

/** Serves every operation of a collection; a missing handler does not compile. */
export function serve<T extends EndpointDeclarations>(
  contract: Collection<T>,
  handlers: Handlers<T>,
): ServedRoutes {
  const byName: Readonly<Record<string, OperationHandler<never> | Upsert<string>>> = handlers;
  const getHandler = (name: string): OperationHandler<never> => {
    const handler = byName[name];
    if (!handler) throw new Error(`${name} has no handler.`);
    return 'find' in handler ? createUpsertHandler(handler) : handler;
  };
  const createUpsertHandler = ({
    selector,
    find,
    ...names
  }: Upsert<string>): OperationHandler<never> => {
    const update = getHandler(names.update);
    const create = getHandler(names.create);
    return {
      schemas: { checkedLater: [update, create].flatMap(({ schemas }) => schemas.body ?? []) },
      run: ({ externalId = '', body, ...call }) =>
        upsert({ ...call, externalId, selector, find, update, create, json: body as JsonObject }),
    };
  };
  // Lazy, because a bulk with an Idempotency-Key builds these routes for each operation.
  const deprecations = createCachePerKey<string, Record<'query' | 'body', DeprecatedFields>>();
  const getDeprecations = (name: string) =>
    deprecations(name, () => {
      const { query, body, checkedLater = [body] } = getHandler(name).schemas;
      return {
        query: findDeprecatedFields(query),
        body: checkedLater.flatMap(findDeprecatedFields),
      };
    });

  async function respond(ctx: Context): Promise<void> {
    const given = parseRequestQuery(ctx);
    const operation = resolveOperation(contract, ctx.method, given);
    ctx.state.operation = operation.name;
    requireAdmitted(ctx, operation);
    const deprecated = getDeprecations(operation.name);
    const used = operation.deprecation ? [operation.deprecation] : [];
    used.push(...findUsedDeprecations(deprecated.query, given));
    // Before validation, so that rejections carry the headers too.
    announceDeprecations(ctx, used);
    const handler = getHandler(operation.name);
    const precondition = canHavePrecondition(ctx.method)
      ? parsePrecondition(ctx.headers)
      : undefined;
    const { caller, at } = ctx.state as CallState;
    const unknown = readPreference(ctx);
    const json = await readBody(ctx, handler.schemas, unknown.isStrict);
    const { query, body } = validateInput(
      { query: given, json, caller, operation, unknown },
      handler.schemas,
    );
    // Searched in the raw body, because validation drops fields.
    const usedInBody = findUsedDeprecations(deprecated.body, json);
    if (usedInBody.length > 0) announceDeprecations(ctx, [...used, ...usedInBody]);
    const ids = readIds(operation, given) as never;
    const externalId = readExternalId(operation, given);
    const reply = await handler.run({
      operation: operation.name,
      at,
      ids,
      query,
      body,
      caller,
      externalId,
      precondition,
      requestKey: ctx.get(INTERNAL_IDEMPOTENCY_KEY_HEADER) || undefined,
      reportUnknown: unknown.report,
    });
    announceIgnored(ctx, unknown);
    sendReply(ctx, reply);
  }

  return {
    routes: () => (ctx, next) => {
      if (ctx.path !== contract.path) return next();
      ctx._matchedRoute = contract.path;
      return respond(ctx);
    },
    check({ operation, at, query: given, hasBody, body, caller, unknown }) {
      const { schemas } = getHandler(operation.name);
      const json = schemas.body || (unknown.isStrict && hasBody) ? body() : undefined;
      const input = validateInput({ query: given, json, caller, operation, unknown }, schemas);
      return { operation: operation.name, at, ids: readIds(operation, given), ...input, caller };
    },
    prepare: async (call) => getHandler(call.operation).prepare?.(call as OperationCall<never>),
    perform: async (call) => getHandler(call.operation).run(call as OperationCall<never>),
  };
}
