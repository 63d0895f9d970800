import { POOL_SIZE } from '@svc/contracts';
import { turns } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/** Half of the connections: other companies have the rest. */
const WRITES_AT_ONCE = POOL_SIZE / 2;

/**
 * Lets so many writes of a company run at a time. Those that wait for one record of theirs, or for a
 * counter, hold a connection each, and leave the other companies some.
 *
 * Where the API's own writes of one moment share statements, they see to that themselves, and would
 * share nothing if they came one by one.
 */
export function leaveConnections(sharesStatements: boolean): Middleware<CallState> {
  const inTurn = turns(WRITES_AT_ONCE);
  return (ctx, next) => {
    const { companyId, reach } = ctx.state.caller;
    const goesAtOnce = ctx.method === 'GET' || (sharesStatements && reach === 'api');
    return goesAtOnce ? next() : inTurn(String(companyId), next);
  };
}
