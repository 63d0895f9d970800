import {
  CONTEXT_HEADER,
  DomainError,
  isBulk,
  REQUEST_ID,
  REQUEST_ID_HEADER,
  STATEMENT_REFUSED_HEADER,
  type Caller,
  type Operation,
  type ProcessName,
} from '@svc/contracts';
import type { Trust } from '@svc/trust';
import type { Context, Middleware } from 'koa';

/** What every handler of a service finds on `ctx.state`. */
export interface CallState {
  requestId: string;
  /** When the call arrived. */
  at: Date;
  caller: Caller;
  /** The process that vouches for the caller. */
  issuer: ProcessName;
  /** The operation that the gateway admitted; of the reach `api` alone. */
  admitted: string | undefined;
  /** When a call of the API began, by the process's own clock, in ms. */
  askedMs?: number;
}

/** Refuses a call that no other process vouches for. */
export const identifyCaller =
  (trust: Trust, now: () => Date): Middleware<CallState> =>
  (ctx, next) => {
    ctx.state.at = now();
    const statement = trust.verify(ctx.get(CONTEXT_HEADER), ctx.state.at.getTime());
    if (!statement) throw notVouchedFor(ctx);
    // Before that, it may be anything that somebody wrote there, and would be logged.
    const requestId = ctx.get(REQUEST_ID_HEADER);
    if (!REQUEST_ID.test(requestId)) {
      throw new DomainError('bad_request', `${REQUEST_ID_HEADER} is not a request's id.`);
    }
    ctx.state.requestId = requestId;
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

/** Marks the answer as one about the statement, which is no fault of whom it speaks of. */
function notVouchedFor(ctx: Pick<Context, 'set'>): DomainError {
  ctx.set(STATEMENT_REFUSED_HEADER, '1');
  return new DomainError('unauthorized', 'The call carries no valid signed context.');
}

/** Refuses an operation other than the one that was admitted, and one beyond the caller's scopes. */
export function requireAdmitted(ctx: Context, operation: Operation): void {
  const { admitted, caller } = ctx.state as CallState;
  if (admitted !== operation.name) throw notVouchedFor(ctx);
  if (!isBulk(operation)) requireScopeOf(caller, operation);
}

/** Refuses an operation beyond the caller's scopes. */
export function requireScopeOf({ scopes }: Caller, { scope }: Operation): void {
  if (scopes.some((each) => each === scope)) return;
  throw new DomainError('insufficient_scope', `The caller lacks the scope ${scope}.`);
}
