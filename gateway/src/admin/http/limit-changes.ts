import { POOL_SIZE, type Caller } from '@svc/contracts';
import { createLimitPerKey } from '@svc/kernel';
import type { Context, Middleware } from 'koa';
import { createNamedWindows, type NamedLimit } from '../../limits/named-windows';

/** Bounds people's changes, after each of which all gateways look up all keys again. */
const MAX_CHANGES_PER_MINUTE = 300;

const createLimit = (companyId: number): NamedLimit => ({
  name: `changes of company ${companyId}`,
  limit: MAX_CHANGES_PER_MINUTE,
  hit: 'changes_per_minute',
  text: 'changes of keys and settings per minute for each company',
});

/** Leaves half of the pool to the look-ups of keys and to other companies. */
export function limitChanges(now: () => Date): Middleware {
  const windows = createNamedWindows(now);
  const runWithinLimit = createLimitPerKey(POOL_SIZE / 2);
  return async (ctx: Context, next) => {
    const caller = ctx.state['caller'] as Caller | undefined;
    if (!caller || ctx.method === 'GET') return next();
    const companyId = caller.sandboxOf ?? caller.companyId;
    windows.charge(createLimit(companyId));
    return runWithinLimit(String(companyId), next);
  };
}
