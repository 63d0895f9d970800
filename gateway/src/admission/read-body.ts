import type { IncomingMessage } from 'node:http';
import { readBytes } from '@svc/http';
import { getAnnouncedBodyBytes, NODE_READ_AHEAD_BYTES } from './check-framing';
import type { Exchange, PublicRequest } from './exchange';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export class ClientLeft extends Error {
  constructor() {
    super('The client left.');
    this.name = 'ClientLeft';
  }
}

export const isWrite = ({ method }: IncomingMessage): boolean => WRITES.has(method ?? '');

/** Must be called before forwarding, which replaces the request's headers. */
export function measureBody(request: PublicRequest): number {
  if (!isWrite(request)) return 0;
  const bytes = getAnnouncedBodyBytes(request);
  return bytes <= NODE_READ_AHEAD_BYTES ? 0 : bytes;
}

/**
 * Reads the whole body of a write; undefined for a read. The request must have its ticket.
 *
 *   too large, or in too many pieces   throws 413, and `refuse.ts` drops the rest
 *   the client leaves                  throws ClientLeft
 *   too slow, or broken chunks         `broken-http.ts` responds with 408 or 400, then ClientLeft
 */
export function readBody(exchange: Exchange): Promise<Buffer> | undefined {
  const { request, response } = exchange;
  if (!isWrite(request)) return undefined;
  // The body broke off before it was read, and the error has been sent.
  if (response.headersSent) throw new ClientLeft();
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') {
    response.writeContinue();
  }
  return new Promise((resolve, reject) => {
    // The request emits nothing when its body breaks off; `broken-http.ts` responds.
    const rejectAsLeft = (): void => reject(new ClientLeft());
    response.once('close', rejectAsLeft);
    // A complete response emits `close` too, and an error's stack costs more than most bodies.
    readBytes(request)
      .finally(() => response.off('close', rejectAsLeft))
      .then((body) => {
        if (response.headersSent) rejectAsLeft();
        else resolve(body);
      })
      .catch((error: unknown) => {
        if (exchange.hasLeft) rejectAsLeft();
        else reject(error);
      });
  });
}
