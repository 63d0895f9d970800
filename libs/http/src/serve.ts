import type Router from '@koa/router';
import {
  type BY_EACH_OPERATION,
  idsOf,
  parseQuery,
  resolve,
  splitTarget,
  type Caller,
  type Collection,
  type Endpoints,
  type Ids,
  type Operation,
  type Query as RawQuery,
} from '@svc/contracts';
import type { ObjectSchema } from 'joi';
import type { Context } from 'koa';
import { requireAdmitted } from './identify-caller';
import { parseJson, readJson } from './read-json';
import type { Reply } from './replies';
import { validate } from './validate';

/** What an operation is asked: the record it addresses, the checked input, and who asks. */
export interface Call<IdSet, Query = unknown, Body = unknown> {
  readonly ids: IdSet;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
}

export interface Schemas<Query, Body> {
  readonly query?: ObjectSchema<Query>;
  readonly body?: ObjectSchema<Body>;
}

interface Handler<IdSet> {
  readonly schemas: Schemas<unknown, unknown>;
  run(call: Call<IdSet>): Promise<Reply>;
}

/** A bulk has no handler of its own: `bulks` carries out its operations. */
type Handlers<T extends Endpoints> = {
  readonly [
    Name in keyof T & string as T[Name][1] extends typeof BY_EACH_OPERATION ? never : Name
  ]: Handler<Ids<T[Name][0]>>;
};

/** Binds the checks of one operation to the code that performs it. */
export const endpoint = <IdSet, Query = unknown, Body = unknown>(
  schemas: Schemas<Query, Body>,
  run: (call: Call<IdSet, Query, Body>) => Promise<Reply>,
): Handler<IdSet> => ({
  schemas: schemas as Schemas<unknown, unknown>,
  run: (call) => run(call as Call<IdSet, Query, Body>),
});

/** The input of a call, body syntax first; a body is read only where one is declared. */
export async function readInput<Query, Body>(
  ctx: Context,
  given: RawQuery,
  schemas: Schemas<Query, Body>,
): Promise<{ query: Query; body: Body }> {
  const json = schemas.body && (await readJson(ctx.req, schemas.body));
  return checked({ query: given, json, caller: ctx.state.caller as Caller }, schemas);
}

interface Given {
  readonly query: RawQuery;
  readonly json: unknown;
  readonly caller: Caller;
}

function checked<Query, Body>(
  { query: given, json, caller }: Given,
  { query, body }: Schemas<Query, Body>,
): { query: Query; body: Body } {
  const context = { zone: caller.zone };
  return {
    query: (query && validate(query, given, { convert: true, context })) as Query,
    body: (body && validate(body, json, { convert: false, context })) as Body,
  };
}

/** The parameters as the gateway read them. Koa would end them at a `#`. */
export const queryOf = ({ req }: Context): RawQuery => parseQuery(splitTarget(req.url ?? '').query);

/** Sends a reply with the request's id, all of it at once: Koa would do so header by header. */
export function send(ctx: Context, { status, body }: Reply): void {
  // The call took too long, and has been answered with an error.
  if (ctx.headerSent) return;
  // No spread: Node.js 20 makes a new shape for every object that has a member added to a spread,
  // which takes ten times as long.
  const whole = Object.assign({}, body, { request_id: ctx.state.requestId as string });
  const json = JSON.stringify(whole);
  const bytes = Buffer.byteLength(json);
  ctx.state.answerBytes = bytes;
  ctx.respond = false;
  ctx.res.writeHead(status, ['Content-Type', JSON_TYPE, 'Content-Length', bytes]).end(json);
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** What answers some of a service's addresses: a router, or `serve`. */
export type Routes = Pick<Router, 'routes'>;

/** An operation that is asked of a service beside others, as in a bulk. */
export interface AskedOperation {
  readonly operation: Operation;
  /** All parameters of its address. */
  readonly query: RawQuery;
  readonly body: Buffer;
  readonly caller: Caller;
}

/** The routes of a collection, and what each of its operations replies by itself. */
export interface Served extends Routes {
  /** As the operation would be answered alone. The caller is known to have its scope. */
  perform(asked: AskedOperation): Promise<Reply>;
}

/** Answers every operation of a collection; a missing handler does not compile. */
export function serve<T extends Endpoints>(contract: Collection<T>, handlers: Handlers<T>): Served {
  const byName = handlers as Readonly<Record<string, Handler<never>>>;

  function handlerOf({ name }: Operation): Handler<never> {
    const handler = byName[name];
    if (!handler) throw new Error(`${name} has no handler.`);
    return handler;
  }

  async function answer(ctx: Context): Promise<void> {
    const given = queryOf(ctx);
    const operation = resolve(contract, ctx.method, given);
    ctx.state.operation = operation.name;
    requireAdmitted(ctx, operation);
    const handler = handlerOf(operation);
    const { query, body } = await readInput(ctx, given, handler.schemas);
    const ids = idsOf(operation, given) as never;
    send(ctx, await handler.run({ ids, query, body, caller: ctx.state.caller as Caller }));
  }

  // No router: there is one path, and it holds no parameters.
  return {
    routes: () => (ctx, next) => {
      if (ctx.path !== contract.path) return next();
      ctx._matchedRoute = contract.path;
      return answer(ctx);
    },
    async perform({ operation, query: given, body: bytes, caller }) {
      const handler = handlerOf(operation);
      const { body: schema } = handler.schemas;
      const json = schema && parseJson(bytes, schema);
      const { query, body } = checked({ query: given, json, caller }, handler.schemas);
      const ids = idsOf(operation, given) as never;
      return handler.run({ ids, query, body, caller });
    },
  };
}
