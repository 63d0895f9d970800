import { LONG_POLLS, MAX_POLL_MS } from '@svc/contracts';
import { createDeadlines } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/**
 * Responds to a public call with an error after `withinMs`, waiting included: otherwise one slow company would
 * trip the service's breaker.
 *
 * The work goes on and keeps its company's slot, because it still occupies a database connection.
 */
export function limitResponseTime(withinMs: number, log: Logger): Middleware<CallState> {
  const deadlines = createDeadlines(withinMs);
  return (ctx, next) => {
    const { reach, requestId } = ctx.state.caller;
    if (reach !== 'api') return next();
    ctx.state.startedMs = performance.now();
    return new Promise((resolve, reject) => {
      const work = next();
      const deadline = deadlines.begin(() => {
        reject(new Error(`The call took longer than ${withinMs} ms.`));
        work.catch((error: unknown) =>
          log.warn({ request_id: requestId, err: error }, 'call failed after its timeout response'),
        );
      });
      if (LONG_POLLS.includes(ctx.state.admittedOperation ?? '')) deadline.atMs += MAX_POLL_MS;
      work.finally(() => deadlines.end(deadline)).then(resolve, reject);
    });
  };
}
