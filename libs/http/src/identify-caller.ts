import { CONTEXT_HEADER, DomainError, type Caller } from '@svc/contracts';
import type { Middleware } from 'koa';
import { verifyCaller } from './sign-caller';

/** What every handler of a service finds on `ctx.state`. */
export interface CallState {
  requestId: string;
  caller: Caller;
}

/** Refuses a call that the gateway or another service has not signed. */
export const identifyCaller =
  (secrets: readonly string[], now: () => Date): Middleware<CallState> =>
  async (ctx, next) => {
    const caller = verifyCaller(ctx.get(CONTEXT_HEADER), secrets, now().getTime());
    if (!caller) throw new DomainError('unauthorized', 'The call carries no valid signed context.');
    ctx.state.caller = caller;
    ctx.state.requestId = caller.requestId;
    await next();
  };
