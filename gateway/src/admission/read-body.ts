import type { IncomingMessage } from 'node:http';
import { DomainError } from '@svc/contracts';
import { readBoundedBytes } from '@svc/http';
import { bodyBytes, payloadTooLarge, READ_IN_ANY_CASE_BYTES } from './check-framing';
import type { Exchange, PublicRequest } from './exchange';

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The client has gone; there is nobody to answer. */
export class ClientLeft extends Error {
  constructor() {
    super('The client left.');
    this.name = 'ClientLeft';
  }
}

/** Whether a request is a write; the body of a read is ignored. */
export const isWrite = ({ method }: IncomingMessage): boolean => WRITES.has(method ?? '');

/**
 * The room that a body needs in memory, by what its headers say of it. Once a request is forwarded, it has
 * the headers that its service gets, which say something else.
 */
export function bytesOfBody(request: PublicRequest): number {
  if (!isWrite(request)) return 0;
  const bytes = bodyBytes(request);
  return bytes <= READ_IN_ANY_CASE_BYTES ? 0 : bytes;
}

/** The whole body of a write; undefined for a read. */
export function readBody(exchange: Exchange): Promise<Buffer> | undefined {
  const { request, response } = exchange;
  if (!isWrite(request)) return undefined;
  // It broke off before it was read; that has been answered already.
  if (response.headersSent) throw new ClientLeft();
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') {
    response.writeContinue();
  }
  return new Promise((resolve, reject) => {
    // A body that breaks off is answered where the parser says so, and then the request says no more.
    const leave = (): void => reject(new ClientLeft());
    response.once('close', leave);
    // A complete answer emits `close` too, and an error's stack costs more than reading most bodies.
    readBytes(request)
      .finally(() => response.off('close', leave))
      .then((body) => {
        // Its end may come after it was refused as too late.
        if (response.headersSent) leave();
        else resolve(body);
      })
      .catch(reject);
  });
}

/** All bytes of a body, or 413 when it is too large or comes in too many pieces. */
async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const length = request.headers['content-length'] ?? null;
  try {
    return await readBoundedBytes(request, length);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const type: unknown = error instanceof Error ? Reflect.get(error, 'type') : undefined;
    if (type === 'entity.too.large') throw payloadTooLarge();
    if (type === 'request.aborted') throw new ClientLeft();
    throw new DomainError('bad_request', 'The body is not as long as it was said to be.');
  }
}
