import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_BODY_BYTES, DomainError, MAX_URL_BYTES } from '@svc/contracts';
import { createPayloadTooLarge } from '@svc/http';
import { toClientKey } from '@svc/kernel';
import { createCommonHeaders } from './response';
import type { Connections } from './connections';
import { createErrorResponse, refuse, type RefusalParts } from './refuse';
import { createRequestId, type Exchange } from './exchange';

interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Responds to what Node's HTTP parser rejects, in the form of all other errors. */
export interface BrokenHttpHandlers {
  clientError(error: ParserError, socket: Duplex): void;
  connect(request: IncomingMessage, socket: Duplex): void;
  rejectConnection(socket: Socket): void;
}

const CLOSED_EARLY = 'HPE_INVALID_EOF_STATE';

function isLongUrl(packet: Buffer | undefined): boolean {
  const [line = ''] = (packet?.toString('latin1') ?? '').split('\r\n', 1);
  return line.length > MAX_URL_BYTES && /^[A-Z]+ /.test(line);
}

function toDomainError({ code, rawPacket }: ParserError): DomainError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('request_timeout', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return isLongUrl(rawPacket)
        ? new DomainError('bad_request', 'The URL is too long.')
        : new DomainError('headers_too_large', 'The headers are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return createPayloadTooLarge();
    case undefined:
    default:
      return new DomainError('bad_request', 'The request is not well-formed HTTP.');
  }
}

/** Reads on, at most one body, because Node.js would not report that the client leaves. */
function closeWithClient(socket: Duplex): void {
  let unreadBytes = MAX_BODY_BYTES;
  const count = ({ length }: Buffer): void => {
    unreadBytes -= length;
    if (unreadBytes < 0) socket.pause();
  };
  socket
    .once('end', () => socket.destroy())
    .on('data', count)
    .resume();
}

export function createBrokenHttpHandlers(
  parts: RefusalParts,
  { findLatest, countUnanswered }: Pick<Connections, 'findLatest' | 'countUnanswered'>,
): BrokenHttpHandlers {
  const rejected = new WeakSet<Duplex>();

  const writeRawResponse = (socket: Duplex, refusal: DomainError): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const id = createRequestId();
    const { status, headers, body } = createErrorResponse({ id }, refusal);
    const quota = parts.failures.peek(toClientKey((socket as Socket).remoteAddress ?? ''));
    const all = {
      ...createCommonHeaders(id, quota),
      ...headers,
      'Content-Length': Buffer.byteLength(body),
      'Connection': 'close',
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    parts.log.info({ request_id: id, status, error: refusal.code }, 'request refused');
    parts.countRefusal({ error: refusal.code });
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    );
  };

  const rejectAfterResponses = (socket: Duplex, refusal: DomainError): void => {
    const before = findLatest(socket as Socket)?.response;
    if (!before || before.writableFinished) writeRawResponse(socket, refusal);
    else before.once('close', () => writeRawResponse(socket, refusal));
  };

  /** After a response has begun, a broken body gets no second one: it only ends the connection. */
  const rejectBody = (exchange: Exchange, refusal: DomainError): void => {
    const { response } = exchange;
    const { socket } = exchange.request;
    if (response.headersSent) {
      const isBeingSent = response.writableEnded && !response.writableFinished;
      if (isBeingSent) response.once('close', () => socket.destroy());
      else socket.destroy();
      return;
    }
    refuse(exchange, refusal, parts);
    // A GET is forwarded before its body arrives, and nobody waits for its response any more.
    exchange.hasLeft = true;
    exchange.onLeft?.();
  };

  return {
    clientError(error, socket) {
      // Data that had been parsed before this side closed the connection.
      if (rejected.has(socket) || socket.destroyed) return;
      rejected.add(socket);
      closeWithClient(socket);
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') {
        socket.destroy();
        return;
      }
      const exchange = findLatest(socket as Socket);
      const isInBody = exchange !== undefined && !exchange.request.complete;
      // A client that closes its side before it has its responses has left, even within a request.
      if (error.code === CLOSED_EARLY && countUnanswered(socket as Socket) > (isInBody ? 1 : 0)) {
        socket.destroy();
        return;
      }
      const refusal = toDomainError(error);
      if (exchange && isInBody) rejectBody(exchange, refusal);
      else rejectAfterResponses(socket, refusal);
    },
    connect(_request, socket) {
      closeWithClient(socket);
      const message = 'CONNECT is not supported.';
      rejectAfterResponses(socket, new DomainError('method_not_allowed', message));
    },
    rejectConnection(socket) {
      rejected.add(socket);
      const message = 'Too many connections are open.';
      writeRawResponse(socket, new DomainError('rate_limit_exceeded', message, { retry_after: 1 }));
    },
  };
}
