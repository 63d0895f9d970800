import { InvalidResponse } from './interim-filter';

export interface ResponseLimits {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
}

export interface KeptResponse {
  /** Undefined when there was no response. */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  /** The first 2 KB. */
  readonly body: Buffer;
}

/** Throws `InvalidResponse` when the response is too long. */
export interface ResponseReader {
  takeHeaders(status: number, rawHeaders: readonly Buffer[]): void;
  takeBody(bytes: Buffer): void;
  kept(): KeptResponse;
}

/** `: ` after a name, or the end of the line after a value. */
const AFTER_WORD_BYTES = 2;
const MAX_KEPT_BODY_BYTES = 2 * 1024;
const MIN_FINAL_STATUS = 200;
const RETRY_AFTER = 'retry-after';

export function createResponseReader({
  maxHeaderBytes,
  maxBodyBytes,
}: ResponseLimits): ResponseReader {
  let status: number | undefined;
  let retryAfter: string | undefined;
  const body: Buffer[] = [];
  let bodyBytes = 0;

  return {
    takeHeaders(code, words) {
      const bytes = words.reduce((sum, { length }) => sum + length + AFTER_WORD_BYTES, 0);
      if (bytes > maxHeaderBytes) throw new InvalidResponse('Too many headers.');
      if (code < MIN_FINAL_STATUS) return;
      status = code;
      retryAfter = valueOf(RETRY_AFTER, words);
    },
    takeBody(bytes) {
      if (bodyBytes < MAX_KEPT_BODY_BYTES) body.push(bytes);
      bodyBytes += bytes.length;
      if (bodyBytes > maxBodyBytes) throw new InvalidResponse('The body is too long.');
    },
    kept: () => ({
      status,
      retryAfter,
      body: Buffer.concat(body).subarray(0, MAX_KEPT_BODY_BYTES),
    }),
  };
}

/** Names and values alternate. */
function valueOf(name: string, words: readonly Buffer[]): string | undefined {
  const at = words.findIndex(
    (word, index) => index % 2 === 0 && word.toString('latin1').toLowerCase() === name,
  );
  return at < 0 ? undefined : words[at + 1]?.toString('latin1');
}
