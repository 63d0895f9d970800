import type Router from '@koa/router';
import {
  type BY_EACH_OPERATION,
  externalIdIn,
  hasPrecondition,
  idsOf,
  ONCE_HEADER,
  parseQuery,
  resolve,
  splitTarget,
  type Caller,
  type Collection,
  type Endpoints,
  type Ids as IdsOf,
  type Operation,
  type Query as RawQuery,
} from '@svc/contracts';
import type { Context } from 'koa';
import { announceDeprecations, deprecatedIn, usedOf } from './deprecations';
import type { Call, Handler, Ids, Schemas } from './endpoint';
import { entityTag, isKnownTo, preconditionIn } from './entity-tags';
import { requireAdmitted, type CallState } from './identify-caller';
import { readJson, type JsonObject } from './read-json';
import type { Reply } from './replies';
import { upsert, type Upsert } from './upsert';
import { validate } from './validate';

/** A bulk has no handler of its own: `bulks` carries out its operations. */
type Handlers<T extends Endpoints> = {
  readonly [
    Name in keyof T & string as T[Name][1] extends typeof BY_EACH_OPERATION ? never : Name
  ]: Handler<IdsOf<T[Name][0]>> | Upsert<keyof T & string>;
};

/** The input of a call, body syntax first; a body is read only where one is declared. */
export async function readInput<Query, Body>(
  ctx: Context,
  given: RawQuery,
  schemas: Schemas<Query, Body>,
): Promise<{ query: Query; body: Body }> {
  const json = await readBody(ctx, schemas);
  return checked({ query: given, json, caller: ctx.state.caller as Caller }, schemas);
}

async function readBody(ctx: Context, schemas: Schemas<unknown, unknown>): Promise<unknown> {
  const hasBody = schemas.body !== undefined || schemas.checkedLater !== undefined;
  return hasBody ? readJson(ctx.req) : undefined;
}

interface Given {
  readonly query: RawQuery;
  readonly json: unknown;
  readonly caller: Caller;
  /** Of the public API: with POST, it creates. */
  readonly operation?: Operation;
}

function checked<Query, Body>(
  { query: given, json, caller, operation }: Given,
  { query, body }: Schemas<Query, Body>,
): { query: Query; body: Body } {
  const context = { zone: caller.zone };
  const isBlankNone = operation?.method === 'POST';
  return {
    query: (query && validate(query, given, { convert: true, context })) as Query,
    body: (body ? validate(body, json, { convert: false, context, isBlankNone }) : json) as Body,
  };
}

/** The parameters as the gateway read them. Koa would end them at a `#`. */
export const queryOf = ({ req }: Context): RawQuery => parseQuery(splitTarget(req.url ?? '').query);

/**
 * Sends a reply with the request's id, all of it at once: Koa would do so header by header.
 *
 * @throws validation_failed for an `If-None-Match` that holds no tags
 */
export function send(ctx: Context, { status, body, version }: Reply): void {
  // The call took too long, and has been answered with an error.
  if (ctx.headerSent) return;
  const json = JSON.stringify(body);
  const tag = version === undefined ? undefined : entityTag(version, json);
  if (tag !== undefined && isKnownTo(ctx.headers, tag)) {
    ctx.respond = false;
    ctx.res.writeHead(304, ['ETag', tag]).end();
    return;
  }
  // Appended to the text: of an answer with a tag, it is the part that the tag does not depend on.
  const answer = `${json.slice(0, -1)},"request_id":${JSON.stringify(ctx.state.requestId)}}`;
  const bytes = Buffer.byteLength(answer);
  ctx.respond = false;
  const headers = ['Content-Type', JSON_TYPE, 'Content-Length', bytes];
  if (tag !== undefined) headers.push('ETag', tag);
  ctx.res.writeHead(status, headers).end(answer);
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** What answers some of a service's addresses: a router, or `serve`. */
export type Routes = Pick<Router, 'routes'>;

/** An operation that is asked of a service beside others, as in a bulk. */
export interface AskedOperation {
  readonly operation: Operation;
  /** When it arrived. */
  readonly at: Date;
  /** All parameters of its address. */
  readonly query: RawQuery;
  /** Reads its body, or refuses it. */
  readonly body: () => JsonObject;
  readonly caller: Caller;
}

/** An operation of which the address and the body have been read, and have the right shape. */
export type CheckedOperation = Call<Ids>;

/** The routes of a collection, and what each of its operations replies by itself. */
export interface Served extends Routes {
  /**
   * Reads what an operation is asked, which needs nothing but its text.
   *
   * @throws what the operation would be refused with alone, because of its shape
   */
  check(asked: AskedOperation): CheckedOperation;
  /** Asks other contexts for what an operation refers to, where it is carried out in a transaction. */
  prepare(checked: CheckedOperation): Promise<unknown>;
  /** As the operation would be answered alone. The caller is known to have its scope. */
  perform(checked: CheckedOperation): Promise<Reply>;
}

/** Makes what a name stands for when it is asked for first. */
function madeOnce<Made>(make: (name: string) => Made): (name: string) => Made {
  const made = new Map<string, Made>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}

/** Answers every operation of a collection; a missing handler does not compile. */
export function serve<T extends Endpoints>(contract: Collection<T>, handlers: Handlers<T>): Served {
  const byName: Readonly<Record<string, Handler<never> | Upsert<string>>> = handlers;
  const handlerOf = (name: string): Handler<never> => {
    const handler = byName[name];
    if (!handler) throw new Error(`${name} has no handler.`);
    return 'find' in handler ? upsertHandler(handler) : handler;
  };
  const upsertHandler = ({ selector, find, ...names }: Upsert<string>): Handler<never> => {
    const update = handlerOf(names.update);
    const create = handlerOf(names.create);
    return {
      schemas: { checkedLater: [update, create].flatMap(({ schemas }) => schemas.body ?? []) },
      run: ({ externalId = '', body, ...asked }) =>
        upsert({ ...asked, externalId, selector, find, update, create, json: body as JsonObject }),
    };
  };
  // Made when they are asked for: a bulk with a key serves each operation on a transaction of its own.
  const handlerFor = madeOnce(handlerOf);
  const deprecatedFor = madeOnce((name) => {
    const { query, body, checkedLater = [body] } = handlerFor(name).schemas;
    return { query: deprecatedIn(query), body: checkedLater.flatMap(deprecatedIn) };
  });

  async function answer(ctx: Context): Promise<void> {
    const given = queryOf(ctx);
    const operation = resolve(contract, ctx.method, given);
    ctx.state.operation = operation.name;
    requireAdmitted(ctx, operation);
    const deprecated = deprecatedFor(operation.name);
    const used = operation.deprecation ? [operation.deprecation] : [];
    used.push(...usedOf(deprecated.query, given));
    // Before the input is read: a refusal tells of them, too.
    announceDeprecations(ctx, used);
    const handler = handlerFor(operation.name);
    const precondition = hasPrecondition(ctx.method) ? preconditionIn(ctx.headers) : undefined;
    const { caller, at } = ctx.state as CallState;
    const json = await readBody(ctx, handler.schemas);
    const { query, body } = checked({ query: given, json, caller, operation }, handler.schemas);
    // By the names of the API, which a body need not keep when it is read.
    const usedInBody = usedOf(deprecated.body, json);
    if (usedInBody.length > 0) announceDeprecations(ctx, [...used, ...usedInBody]);
    const ids = idsOf(operation, given) as never;
    const externalId = externalIdIn(operation, given);
    send(
      ctx,
      await handler.run({
        operation: operation.name,
        at,
        ids,
        query,
        body,
        caller,
        externalId,
        precondition,
        requestName: ctx.get(ONCE_HEADER) || undefined,
      }),
    );
  }

  // No router: there is one path, and it holds no parameters.
  return {
    routes: () => (ctx, next) => {
      if (ctx.path !== contract.path) return next();
      ctx._matchedRoute = contract.path;
      return answer(ctx);
    },
    check({ operation, at, query: given, body, caller }) {
      const { schemas } = handlerFor(operation.name);
      const json = schemas.body && body();
      const input = checked({ query: given, json, caller, operation }, schemas);
      return { operation: operation.name, at, ids: idsOf(operation, given), ...input, caller };
    },
    prepare: async (call) => handlerFor(call.operation).prepare?.(call as Call<never>),
    perform: async (call) => handlerFor(call.operation).run(call as Call<never>),
  };
}
