import { RECEIVER_TIMEOUT_MS } from '@svc/contracts';
import { request } from 'undici';

interface Header {
  readonly name: string;
  readonly value: string;
}

export interface Taken {
  readonly delivery_id: string;
  readonly attempt_id: string;
  readonly attempt: number;
  readonly event_id: string;
  readonly event: string;
  readonly request_headers: readonly Header[];
  readonly request_body: string;
}

export type Forwarded = Awaited<ReturnType<typeof forwardDelivery>>;

/** The delivery log stores no more. */
const ANSWER_BYTES = 2_048;

/**
 * Sends once and follows no redirects, like the platform. Receiver errors are results; it rejects only when
 * `ending` aborts.
 */
export async function forwardDelivery(taken: Taken, to: URL, ending: AbortSignal) {
  const { delivery_id, attempt_id, request_headers, request_body } = taken;
  const started_at = new Date().toISOString();
  const began = performance.now();
  const result = await send(taken, to, ending);
  return {
    delivery_id,
    attempt_id,
    started_at,
    duration_ms: Math.round(performance.now() - began),
    ...result,
    request_headers,
    request_body,
  };
}

async function send(
  { request_headers: sent, request_body: body }: Taken,
  to: URL,
  ending: AbortSignal,
) {
  const timeout = AbortSignal.timeout(RECEIVER_TIMEOUT_MS);
  try {
    const response = await request(to, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(sent.map(({ name, value }) => [name, value])),
        'accept-encoding': 'identity',
      },
      body,
      signal: AbortSignal.any([timeout, ending]),
    });
    return {
      response_code: response.statusCode,
      error: null,
      retry_after_seconds: parseSeconds(response.headers['retry-after']),
      response_body: await readBeginning(response.body),
    };
  } catch {
    ending.throwIfAborted();
    const error = timeout.aborted ? 'timeout' : 'unreachable';
    return { response_code: null, error, retry_after_seconds: null, response_body: null };
  }
}

const parseSeconds = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;

/** Returns what arrived before the body ended or broke off. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // The status decides the result; a broken body only shortens the log.
  }
  // PostgreSQL text cannot contain NUL.
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString().replaceAll('\0', '\uFFFD');
}
