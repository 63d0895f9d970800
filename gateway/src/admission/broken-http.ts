import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_BODY_BYTES, DomainError, MAX_URL_BYTES } from '@svc/contracts';
import { toClientKey } from '@svc/kernel';
import { commonHeaders } from './answer';
import { payloadTooLarge } from './check-framing';
import type { Connections } from './connections';
import { answerOf, refuse, type Refusals } from './refuse';
import { newRequestId } from './request-id';
import type { Exchange } from './exchange';

interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Answers requests that the HTTP parser itself refuses, in the same form as all other errors. */
export interface BrokenHttp {
  clientError(error: ParserError, socket: Duplex): void;
  connect(request: IncomingMessage, socket: Duplex): void;
  /** A connection of a client that has too many. */
  refuseConnection(socket: Socket): void;
}

/** The client has closed its side within a request. */
const CLOSED_EARLY = 'HPE_INVALID_EOF_STATE';

/** Whether the request line is what is too long; its end may not have arrived yet. */
function isLongUrl(packet: Buffer | undefined): boolean {
  const [line = ''] = (packet?.toString('latin1') ?? '').split('\r\n', 1);
  return line.length > MAX_URL_BYTES && /^[A-Z]+ /.test(line);
}

function refusalOf({ code, rawPacket }: ParserError): DomainError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('request_timeout', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return isLongUrl(rawPacket)
        ? new DomainError('bad_request', 'The URL is too long.')
        : new DomainError('headers_too_large', 'The headers are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return payloadTooLarge();
    case undefined:
    default:
      return new DomainError('bad_request', 'The request is not well-formed HTTP.');
  }
}

/**
 * Notices when the client leaves a connection on which nothing can be parsed, of which Node.js reports
 * nothing more. For that it has to be read, but not beyond the size of a body.
 */
function endWithClient(socket: Duplex): void {
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

export function brokenHttp(
  refusals: Refusals,
  { latestOf, unansweredOf }: Pick<Connections, 'latestOf' | 'unansweredOf'>,
): BrokenHttp {
  const answered = new WeakSet<Duplex>();

  /** Writes an answer to the socket itself: Node.js has no response object for what it could not parse. */
  const answerRaw = (socket: Duplex, refusal: DomainError): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const id = newRequestId();
    const { status, headers, body } = answerOf({ id }, refusal);
    const quota = refusals.failures.peek(toClientKey((socket as Socket).remoteAddress ?? ''));
    const all = {
      ...commonHeaders(id, quota),
      ...headers,
      'Content-Length': Buffer.byteLength(body),
      'Connection': 'close',
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    refusals.log.info({ request_id: id, status, error: refusal.code }, 'request refused');
    refusals.refused({ error: refusal.code });
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    );
  };

  /** Where good requests came before it on the connection, their answers have to be sent first. */
  const answerLast = (socket: Duplex, refusal: DomainError): void => {
    const before = latestOf(socket as Socket)?.response;
    if (!before || before.writableFinished) answerRaw(socket, refusal);
    else before.once('close', () => answerRaw(socket, refusal));
  };

  /** A body that breaks after its request was answered is no request of its own. */
  const refuseBody = (exchange: Exchange, refusal: DomainError): void => {
    const { response } = exchange;
    const { socket } = exchange.request;
    if (response.headersSent) {
      const isBeingTaken = response.writableEnded && !response.writableFinished;
      if (isBeingTaken) response.once('close', () => socket.destroy());
      else socket.destroy();
      return;
    }
    refuse(exchange, refusal, refusals);
    // A read is under way before its body is here; nobody waits for its answer any more.
    exchange.hasLeft = true;
    exchange.whenLeft?.();
  };

  return {
    clientError(error, socket) {
      // Of a connection that was closed here, nothing more is parsed.
      if (answered.has(socket) || socket.destroyed) return;
      answered.add(socket);
      endWithClient(socket);
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') {
        socket.destroy();
        return;
      }
      const exchange = latestOf(socket as Socket);
      const isInBody = exchange !== undefined && !exchange.request.complete;
      // A client that closes its side before it has its answers counts as gone, also in the middle of a request.
      if (error.code === CLOSED_EARLY && unansweredOf(socket as Socket) > (isInBody ? 1 : 0)) {
        socket.destroy();
        return;
      }
      const refusal = refusalOf(error);
      if (exchange && isInBody) refuseBody(exchange, refusal);
      else answerLast(socket, refusal);
    },
    connect(_request, socket) {
      endWithClient(socket);
      const message = 'CONNECT is not supported.';
      answerLast(socket, new DomainError('method_not_allowed', message));
    },
    refuseConnection(socket) {
      // What arrives on it meanwhile has been answered.
      answered.add(socket);
      const message = 'Too many connections are open.';
      answerRaw(socket, new DomainError('rate_limit_exceeded', message, { retry_after: 1 }));
    },
  };
}
