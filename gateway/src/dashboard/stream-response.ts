import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { DomainError, TOKEN_REJECTED_HEADER } from '@svc/contracts';
import type { LimitedResource } from '@svc/kernel';
import type { Exchange } from '../admission/exchange';
import type { ReceivingCall } from '../forwarding/service-calls';
import { createTokenRejected } from '../forwarding/token-rejected';

export interface StreamResult {
  readonly refusal: DomainError | undefined;
}

export interface ResponseStreamSettings {
  readonly timeoutMs: number;
  readonly streams: LimitedResource<string>;
  readonly onEventStream: (exchange: Exchange, end: () => void) => void;
}

const RETRY_AFTER_SECONDS = 5;

/** They belong to the gateway's own connection, or reveal the software. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'date',
  'keep-alive',
  'server',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
]);

function toClientHeaders(id: string, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = { 'cache-control': 'no-store' };
  for (const name in headers) if (!CONNECTION_HEADERS.has(name)) passed[name] = headers[name];
  passed['x-request-id'] = id;
  return passed;
}

/**
 * Passes a response on as it arrives, no faster than the client reads it. An event stream has no
 * deadline; its client or the gateway ends it.
 */
export function streamResponse(
  serviceResponse: IncomingMessage,
  receiving: ReceivingCall<StreamResult>,
  exchange: Exchange,
  { timeoutMs, streams, onEventStream }: ResponseStreamSettings,
): void {
  const { response, client, id } = exchange;
  if (serviceResponse.headers[TOKEN_REJECTED_HEADER] !== undefined) {
    receiving.fail(createTokenRejected('dashboard'));
    return;
  }
  const isStream =
    serviceResponse.headers['content-type']?.startsWith('text/event-stream') ?? false;
  if (isStream && !streams.acquire(client, 1)) {
    serviceResponse.destroy();
    const retry = { retry_after: RETRY_AFTER_SECONDS };
    const message = 'Too many event streams of the dashboard are open.';
    receiving.complete({ refusal: new DomainError('rate_limit_exceeded', message, retry) });
    return;
  }
  response.writeHead(serviceResponse.statusCode ?? 0, toClientHeaders(id, serviceResponse.headers));
  serviceResponse.pipe(response);
  serviceResponse.on('end', () => receiving.complete({ refusal: undefined }));
  serviceResponse.on('close', () => {
    if (isStream) streams.release(client, 1);
    if (!serviceResponse.complete)
      receiving.loseConnection(new Error('The dashboard broke off its response.'));
  });
  if (isStream) {
    receiving.deadline.atMs = Infinity;
    response.flushHeaders();
    onEventStream(exchange, () => {
      receiving.complete({ refusal: undefined });
      response.end();
      serviceResponse.destroy();
    });
    return;
  }
  // The service is not timed while the client is the slower one.
  const waitForMore = (): void => {
    const isFull = response.writableNeedDrain;
    receiving.deadline.atMs = isFull ? Infinity : performance.now() + timeoutMs;
  };
  serviceResponse.on('data', waitForMore);
  response.on('drain', waitForMore);
}
