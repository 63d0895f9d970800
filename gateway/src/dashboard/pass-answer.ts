import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { DomainError, TOKEN_REJECTED_HEADER } from '@svc/contracts';
import type { LimitedResource } from '@svc/kernel';
import type { Exchange } from '../admission/exchange';
import type { Receiving } from '../forwarding/service-calls';
import { statementRefused } from '../forwarding/statement-refused';

/** Undefined where the whole answer was passed on; else why it was not. */
export interface Passed {
  readonly refusal: DomainError | undefined;
}

export interface PassingSettings {
  /** The longest that the service may send nothing more of an answer that is no event stream. */
  readonly timeoutMs: number;
  /** Of open event streams. */
  readonly streams: LimitedResource<string>;
  /** Told of an event stream that has begun, with what ends it. */
  readonly begun: (exchange: Exchange, end: () => void) => void;
}

const RETRY_AFTER_SECONDS = 5;

/** Headers of a service's answer that concern only its connection with the gateway, or say what it is made of. */
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

/** The headers of an answer as the browser gets them. */
function passedHeaders(id: string, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = { 'cache-control': 'no-store' };
  for (const name in headers) if (!CONNECTION_HEADERS.has(name)) passed[name] = headers[name];
  passed['x-request-id'] = id;
  return passed;
}

/**
 * Passes an answer on as it comes, never more of it than the client takes. An event stream has no
 * deadline, and is ended with its client or by the gateway.
 */
export function passAnswer(
  answer: IncomingMessage,
  receiving: Receiving<Passed>,
  exchange: Exchange,
  { timeoutMs, streams, begun }: PassingSettings,
): void {
  const { response, client, id } = exchange;
  if (answer.headers[TOKEN_REJECTED_HEADER] !== undefined) {
    receiving.fail(statementRefused('dashboard'));
    return;
  }
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
  if (isStream && !streams.acquire(client, 1)) {
    answer.destroy();
    const retry = { retry_after: RETRY_AFTER_SECONDS };
    const message = 'Too many event streams of the dashboard are open.';
    receiving.done({ refusal: new DomainError('rate_limit_exceeded', message, retry) });
    return;
  }
  response.writeHead(answer.statusCode ?? 0, passedHeaders(id, answer.headers));
  answer.pipe(response);
  answer.on('end', () => receiving.done({ refusal: undefined }));
  answer.on('close', () => {
    if (isStream) streams.release(client, 1);
    if (!answer.complete) receiving.breakOff(new Error('The dashboard broke off its answer.'));
  });
  if (isStream) {
    receiving.deadline.atMs = Infinity;
    response.flushHeaders();
    begun(exchange, () => {
      receiving.done({ refusal: undefined });
      response.end();
      answer.destroy();
    });
    return;
  }
  // While the client has enough to take, the service is not waited for.
  const waitForMore = (): void => {
    const isFull = response.writableNeedDrain;
    receiving.deadline.atMs = isFull ? Infinity : performance.now() + timeoutMs;
  };
  answer.on('data', waitForMore);
  response.on('drain', waitForMore);
}
