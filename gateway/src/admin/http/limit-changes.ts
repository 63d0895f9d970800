import type { Caller } from '@svc/contracts';
import type { Context, Middleware } from 'koa';
import { namedWindows, type NamedLimit } from '../../limits/named-windows';
import { limitExceeded, LimitHit } from '../../limits/limit-hit';

/**
 * How often people change the keys and settings of their company in any minute: after each change the
 * gateways look up the keys of all companies anew.
 */
const MOST_CHANGES = 300;

const changesOf = (companyId: number): NamedLimit => ({
  name: `changes of company ${companyId}`,
  limit: MOST_CHANGES,
  full: (quota, nowMs) =>
    new LimitHit(
      'changes_per_minute',
      limitExceeded('changes of keys and settings per minute for each company', quota, nowMs),
      quota,
    ),
});

/** Counts a change that people make against their company, or refuses it (429); the operator's are not limited. */
export function limitChanges(now: () => Date): Middleware {
  const windows = namedWindows(now);
  return async (ctx: Context, next) => {
    const caller = ctx.state['caller'] as Caller | undefined;
    if (caller && ctx.method !== 'GET') {
      windows.charge(changesOf(caller.sandboxOf ?? caller.companyId));
    }
    await next();
  };
}
