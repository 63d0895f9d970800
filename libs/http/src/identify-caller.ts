import {
  CONTEXT_HEADER,
  DomainError,
  isBulk,
  REQUEST_ID,
  REQUEST_ID_HEADER,
  TOKEN_REJECTED_HEADER,
  type Caller,
  type Operation,
  type ProcessName,
} from '@svc/contracts';
import type { Trust } from '@svc/trust';
import type { Context, Middleware } from 'koa';

export interface CallState {
  requestId: string;
  at: Date;
  caller: Caller;
  issuer: ProcessName;
  /** The operation that the gateway admitted; only set for public calls. */
  admittedOperation: string | undefined;
  /** `performance.now()` at the start of a public call. */
  startedMs?: number;
}

export const identifyCaller =
  (trust: Trust, now: () => Date): Middleware<CallState> =>
  (ctx, next) => {
    ctx.state.at = now();
    const token = trust.verify(ctx.get(CONTEXT_HEADER), ctx.state.at.getTime());
    if (!token) throw rejectToken(ctx);
    // Read only now: without a token it may be anything, and would be logged.
    const requestId = ctx.get(REQUEST_ID_HEADER);
    if (!REQUEST_ID.test(requestId)) {
      throw new DomainError('bad_request', `${REQUEST_ID_HEADER} is not a request id.`);
    }
    ctx.state.requestId = requestId;
    const { reach, companyId, sandboxOf, zone, country, actor, personId, scopes } = token;
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
    ctx.state.issuer = token.issuer;
    ctx.state.admittedOperation = token.operation;
    return next();
  };

/**
 * Marks the response as a rejection of the token, so that the calling process is at fault and not its
 * caller.
 */
function rejectToken(ctx: Pick<Context, 'set'>): DomainError {
  ctx.set(TOKEN_REJECTED_HEADER, '1');
  return new DomainError('unauthorized', 'The call has no valid caller token.');
}

/** Rejects an operation that the gateway did not admit, or that exceeds the caller's scopes. */
export function requireAdmitted(ctx: Context, operation: Operation): void {
  const { admittedOperation, caller } = ctx.state as CallState;
  if (admittedOperation !== operation.name) throw rejectToken(ctx);
  if (!isBulk(operation)) requireCallerScope(caller, operation);
}

export function requireCallerScope({ scopes }: Caller, { scope }: Operation): void {
  if (scopes.some((each) => each === scope)) return;
  throw new DomainError('insufficient_scope', `The caller lacks the scope ${scope}.`);
}
