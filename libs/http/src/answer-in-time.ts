import { deadlines } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/**
 * Ends a call of the API with an error when it takes longer than `withinMs`, waiting included, so that
 * the gateway gets an answer from every service that is there. Calls without one count against the
 * service, and would keep other companies from it when only one company's work is slow.
 *
 * The work itself goes on, and keeps its company's turn until it ends: nothing else of the company may
 * begin as long as it occupies a connection to the database.
 */
export function answerInTime(withinMs: number, log: Logger): Middleware<CallState> {
  const inTime = deadlines(withinMs);
  return (ctx, next) => {
    const { reach, requestId } = ctx.state.caller;
    if (reach !== 'api') return next();
    ctx.state.askedMs = performance.now();
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
