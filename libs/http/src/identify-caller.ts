import {
  CONTEXT_HEADER,
  DomainError,
  REQUEST_ID_HEADER,
  type Caller,
  type Operation,
  type ProcessName,
} from '@svc/contracts';
import type { Trust } from '@svc/trust';
import type { Context, Middleware } from 'koa';

/** What every handler of a service finds on `ctx.state`. */
export interface CallState {
  requestId: string;
  caller: Caller;
  /** The process that vouches for the caller. */
  issuer: ProcessName;
  /** The operation that the gateway admitted; of the reach `api` alone. */
  admitted: string | undefined;
  /** How long its answer is, once that has been sent. */
  answerBytes?: number;
}

const REQUEST_ID = /^[\w-]{1,64}$/;

/** Refuses a call that no other process vouches for. */
export const identifyCaller =
  (trust: Trust, now: () => Date): Middleware<CallState> =>
  (ctx, next) => {
    const requestId = ctx.get(REQUEST_ID_HEADER);
    const hasId = REQUEST_ID.test(requestId);
    if (hasId) ctx.state.requestId = requestId;
    const statement = trust.verify(ctx.get(CONTEXT_HEADER), now().getTime());
    if (!statement) throw new DomainError('unauthorized', NOT_VOUCHED_FOR);
    if (!hasId) throw new DomainError('bad_request', `${REQUEST_ID_HEADER} is not a request's id.`);
    const { reach, companyId, sandboxOf, zone, country, actor, personId, scopes } = statement;
    ctx.state.caller = {
      reach,
      companyId,
      sandboxOf,
      zone,
      country,
      actor,
      personId,
      scopes,
      requestId,
    };
    ctx.state.issuer = statement.issuer;
    ctx.state.admitted = statement.operation;
    return next();
  };

const NOT_VOUCHED_FOR = 'The call carries no valid signed context.';

/** Refuses an operation other than the one that was admitted, and one beyond the caller's scopes. */
export function requireAdmitted(ctx: Context, { name, scope }: Operation): void {
  const { admitted, caller } = ctx.state as CallState;
  if (admitted !== name) throw new DomainError('unauthorized', NOT_VOUCHED_FOR);
  if (!caller.scopes.includes(scope)) {
    throw new DomainError('insufficient_scope', `The caller lacks the scope ${scope}.`);
  }
}
