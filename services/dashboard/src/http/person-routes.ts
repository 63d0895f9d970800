import Router from '@koa/router';
import { DomainError } from '@svc/contracts';
import {
  readPathId,
  listed,
  toPage,
  parseRequestQuery,
  readInput,
  sendReply,
  withSchemas,
  type ResponseFormat,
  type PageQuery,
  type Reply,
  type InputSchemas,
  type View,
} from '@svc/http';
import type { Page } from '@svc/kernel';
import type { ObjectSchema } from 'joi';
import type { Context, Middleware } from 'koa';
import type { Mode } from '../../contract/mode';
import { mayUse, type Right } from '../../contract/rights';
import type { Company } from '../domain/company';
import type { Browser, Person } from '../domain/person';
import { createCookies, type Cookies } from './cookies';

export interface PeopleState {
  requestId: string;
  mode: Mode;
  /** Undefined without a live session. */
  signedIn?: SignedIn;
}

export interface SignedIn {
  readonly person: Person;
  readonly company: Company;
  readonly mode: Mode;
}

export interface VisitorCall<Query, Body> {
  /** Zero if the path names no record. */
  readonly id: number;
  readonly query: Query;
  readonly body: Body;
  readonly browser: Browser;
  readonly cookies: Cookies;
  readonly requestId: string;
}

export interface PersonCall<Query, Body> extends VisitorCall<Query, Body>, SignedIn {
  readonly view: View;
}

export const peopleRouter = (): Router =>
  new Router({ prefix: '/dashboard/api', sensitive: true, strict: true });

/** Checks session (401), right (403) and origin of a change (403) before it runs the route. */
export const personRoute = <Query = unknown, Body = unknown>(
  right: Right,
  schemas: InputSchemas<Query, Body>,
  run: (call: PersonCall<Query, Body>) => Promise<Reply>,
): Middleware =>
  withSchemas(schemas, async (ctx) => {
    const signedIn = requireRight(ctx, right);
    const call = await readCall(ctx, schemas);
    const view = { zone: signedIn.company.zone, showsTechnicians: true };
    sendReply(ctx, await run({ ...call, ...signedIn, view }));
  });

export const dashboardListRoute = <Query extends PageQuery, Row>(
  right: Right,
  {
    query,
    presenter,
  }: { readonly query: ObjectSchema<Query>; readonly presenter: ResponseFormat<Row, unknown> },
  read: (
    call: PersonCall<Query, unknown>,
    page: Page,
  ) => Promise<{ rows: readonly Row[]; total: number }>,
): Middleware =>
  personRoute(right, { query }, async (call) => {
    const page = toPage(call.query);
    const { rows, total } = await read(call, page);
    return listed(presenter.presentAll(rows, call.view), page, total);
  });

/** Checks right and origin for a route that reads its request and responds by itself. */
export const requirePerson = (
  ctx: Context,
  right: Right,
): SignedIn & Pick<PeopleState, 'requestId'> => {
  const signedIn = requireRight(ctx, right);
  requireSameOrigin(ctx);
  return { ...signedIn, requestId: (ctx.state as PeopleState).requestId };
};

function requireRight(ctx: Context, right: Right): SignedIn {
  const { signedIn } = ctx.state as PeopleState;
  if (!signedIn) throw new DomainError('unauthorized', 'Please sign in.');
  if (mayUse(signedIn.person.role, right)) return signedIn;
  throw new DomainError('forbidden', 'Your role does not allow this.');
}

export const visitorRoute = <Query = unknown, Body = unknown>(
  schemas: InputSchemas<Query, Body>,
  run: (call: VisitorCall<Query, Body>) => Promise<Reply>,
): Middleware =>
  withSchemas(schemas, async (ctx) => sendReply(ctx, await run(await readCall(ctx, schemas))));

async function readCall<Query, Body>(
  ctx: Context,
  schemas: InputSchemas<Query, Body>,
): Promise<VisitorCall<Query, Body>> {
  requireSameOrigin(ctx);
  const id = readPathId(ctx);
  const { requestId } = ctx.state as PeopleState;
  const input = await readInput(ctx, parseRequestQuery(ctx), schemas);
  return {
    ...input,
    id,
    browser: readBrowser(ctx),
    cookies: createCookies(ctx),
    requestId,
  };
}

const MAX_USER_AGENT_LENGTH = 255;

export const readBrowser = (ctx: Context): Browser => ({
  address: ctx.ip,
  userAgent: ctx.get('User-Agent').slice(0, MAX_USER_AGENT_LENGTH),
});

/**
 * Rejects changes that another site sends with the person's cookie. Browsers send `Sec-Fetch-Site`,
 * `Origin` or both; a form cannot send JSON.
 */
function requireSameOrigin(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  const isSameOrigin =
    (site || origin) !== '' &&
    (site === '' || site === 'same-origin') &&
    // `ctx.origin` would be taken from the request.
    (origin === '' || origin === `${ctx.protocol}://${ctx.host}`);
  if (isSameOrigin && isJson(ctx.get('Content-Type'))) return;
  throw new DomainError('forbidden', 'Send changes as JSON from a page of the dashboard.');
}

const isJson = (contentType: string): boolean => /^application\/json\s*(;|$)/i.test(contentType);
