import type { ServerResponse } from 'node:http';
import type { Logger } from '@svc/logging';
import type Koa from 'koa';

/**
 * What was sent ended early, and nobody says why: its client has left, or it was ended on purpose, as the
 * event stream of a browser that hangs is. A fault has an error of its own.
 */
const ENDED_EARLY = 'ERR_STREAM_PREMATURE_CLOSE';

/** The client left before it had sent all of its request, or went on in a way that is no HTTP. */
const BROKEN_REQUEST = /^HPE_/;

const CONNECTION_LOST: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/** Logs the answers that could not be sent to their end. That a client left is no failure of ours. */
export function logFailedResponses(app: Koa, log: Logger): void {
  app.on('error', (error: unknown, { res }: Koa.Context) => {
    if (!isClientLeaving(error, res)) log.error({ err: error }, 'response failed');
  });
}

function isClientLeaving(error: unknown, response: ServerResponse): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === ENDED_EARLY || BROKEN_REQUEST.test(String(code))) return true;
  // Where another connection was lost, from which we had what is sent, the answer is given up before it closes.
  const isGivenUp = response.destroyed && !response.closed;
  return CONNECTION_LOST.includes(code) && !isGivenUp;
}
