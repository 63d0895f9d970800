import type { ServerResponse } from 'node:http';
import type { Logger } from '@svc/logging';
import type Koa from 'koa';

/** The client left, or the response was ended on purpose, as a hanging browser's event stream is. */
const ENDED_EARLY = 'ERR_STREAM_PREMATURE_CLOSE';

const BROKEN_REQUEST = /^HPE_/;

const CONNECTION_LOST: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/** Logs responses that failed halfway, unless the client left. */
export function logFailedResponses(app: Koa, log: Logger): void {
  app.on('error', (error: unknown, { res }: Koa.Context) => {
    if (!isClientLeaving(error, res)) log.error({ err: error }, 'response failed');
  });
}

function isClientLeaving(error: unknown, response: ServerResponse): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === ENDED_EARLY || BROKEN_REQUEST.test(String(code))) return true;
  // A response is destroyed without closing when its own source was lost, which is a failure.
  const hasLostSource = response.destroyed && !response.closed;
  return CONNECTION_LOST.includes(code) && !hasLostSource;
}
