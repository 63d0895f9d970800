import Router from '@koa/router';
import {
  DomainError,
  listReaders,
  toRecordId,
  type Caller,
  type RouteFamily,
} from '@svc/contracts';
import type { Context, Middleware } from 'koa';
import type { CallState } from './identify-caller';
import type { Reply } from './replies';
import type { InputSchemas } from './handler';
import { parseRequestQuery, readInput, sendReply } from './serve';
import { toView, type View } from './view';

export interface PrivateCall<Query, Body> {
  readonly id: number;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  readonly view: View;
}

export function readPathId({ params }: Context): number {
  const text = (params as Record<string, string | undefined>)['id'];
  const id = text === undefined ? 0 : toRecordId(text);
  if (id === undefined) throw new DomainError('not_found', 'Record not found.');
  return id;
}

export const withSchemas = <Query, Body>(
  schemas: InputSchemas<Query, Body>,
  perform: Middleware,
): Middleware => Object.assign(perform, { schemas });

export const createPrivateRoute = <Query = unknown, Body = unknown>(
  schemas: InputSchemas<Query, Body>,
  run: (call: PrivateCall<Query, Body>) => Promise<Reply>,
): Middleware =>
  withSchemas(schemas, async (ctx) => {
    const id = readPathId(ctx);
    const input = await readInput(ctx, parseRequestQuery(ctx), schemas);
    const { caller } = ctx.state as CallState;
    sendReply(ctx, await run({ ...input, id, caller, view: toView(caller) }));
  });

export const createAdminRouter = (): Router => createRouter('/admin');

export const createInternalRouter = (): Router => createRouter('/internal');

const createRouter = (prefix: string): Router =>
  new Router({ prefix, sensitive: true, strict: true });

const FAMILIES: readonly (readonly [prefix: string, reach: RouteFamily])[] = [
  ['/api/', 'api'],
  ['/admin/', 'admin'],
  ['/internal/', 'internal'],
];

/** Rejects a call outside its token's route family, and internal reads by a process that may not make them. */
export const requireRouteFamily: Middleware = (ctx: Context, next) => {
  const { caller, issuer } = ctx.state as CallState;
  const { path } = ctx;
  const reach = FAMILIES.find(([prefix]) => path.startsWith(prefix))?.[1];
  const isRead = (): boolean => listReaders(path).some((reader) => reader === issuer);
  if (reach !== caller.reach || (reach === 'internal' && !isRead())) {
    throw new DomainError('not_found', `${path} does not exist.`);
  }
  return next();
};
