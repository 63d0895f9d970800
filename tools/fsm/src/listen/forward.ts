import { RECEIVER_TIMEOUT_MS } from '@svc/contracts';
import { request } from 'undici';

/** A header, as requests are handed out and reported. */
interface Header {
  readonly name: string;
  readonly value: string;
}

/** A signed request that was taken, to be passed on as it is. */
export interface Taken {
  readonly delivery_id: string;
  readonly attempt_id: string;
  readonly attempt: number;
  readonly event_id: string;
  readonly event: string;
  readonly request_headers: readonly Header[];
  readonly request_body: string;
}

/** The report of a request that was passed on. */
export interface Forwarded {
  readonly delivery_id: string;
  readonly attempt_id: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly response_code: number | null;
  readonly error: 'timeout' | 'unreachable' | null;
  readonly retry_after_seconds: number | null;
  readonly request_headers: readonly Header[];
  readonly request_body: string;
  readonly answer: string | null;
}

/** The log keeps no more of an answer. */
const ANSWER_BYTES = 2_048;

type Answer = Pick<Forwarded, 'response_code' | 'error' | 'retry_after_seconds' | 'answer'>;

/**
 * Sends it, once, and follows no redirect, as the platform would. Whatever the receiver does is an outcome;
 * it rejects only when `ending` says so.
 */
export async function forward(taken: Taken, to: URL, ending: AbortSignal): Promise<Forwarded> {
  const { delivery_id, attempt_id, request_headers, request_body } = taken;
  const started_at = new Date().toISOString();
  const began = performance.now();
  const answer = await answerTo(taken, to, ending);
  return {
    delivery_id,
    attempt_id,
    started_at,
    duration_ms: Math.round(performance.now() - began),
    ...answer,
    request_headers,
    request_body,
  };
}

async function answerTo(
  { request_headers: headers, request_body }: Taken,
  to: URL,
  ending: AbortSignal,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(RECEIVER_TIMEOUT_MS);
  try {
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(to, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        'accept-encoding': 'identity',
      },
      body: request_body,
      signal: AbortSignal.any([timeout, ending]),
    });
    return {
      response_code: statusCode,
      error: null,
      retry_after_seconds: secondsOf(answered['retry-after']),
      answer: await beginningOf(body),
    };
  } catch {
    ending.throwIfAborted();
    const error = timeout.aborted ? 'timeout' : 'unreachable';
    return { response_code: null, error, retry_after_seconds: null, answer: null };
  }
}

const secondsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;

/** The first bytes of an answer as text, however it goes on or breaks off. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // The status has decided; of the rest the log shows what there is.
  }
  // PostgreSQL's text cannot hold it.
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString().replaceAll('\0', '\uFFFD');
}
