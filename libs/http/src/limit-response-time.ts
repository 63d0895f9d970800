import { createDeadlines } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/**
 * Answers a public call with an error after `withinMs`, waiting included: without it, one slow company
 * would count against the service.
 *
 * The work goes on and keeps its company's slot until it ends, because it still occupies a database
 * connection.
 */
export function limitResponseTime(withinMs: number, log: Logger): Middleware<CallState> {
  const inTime = createDeadlines(withinMs);
  return (ctx, next) => {
    const { reach, requestId } = ctx.state.caller;
    if (reach !== 'api') return next();
    ctx.state.startedMs = performance.now();
    return new Promise((resolve, reject) => {
      const work = next();
      const deadline = inTime.begin(() => {
        reject(new Error(`The call took longer than ${withinMs} ms.`));
        work.catch((error: unknown) =>
          log.warn({ request_id: requestId, err: error }, 'call failed after it had been answered'),
        );
      });
      work.finally(() => inTime.end(deadline)).then(resolve, reject);
    });
  };
}
