import { InvalidResponse } from './interim-filter';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface ResponseLimits {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
}

export interface ReceiverResponse {
  /** Null when there was no response. */
  readonly status: number | null;
  /** From Retry-After. */
  readonly retryAfterSeconds: number | null;
  /** The first 2 KB. */
  readonly body: string | null;
}

export const NO_RESPONSE: ReceiverResponse = { status: null, retryAfterSeconds: null, body: null };

/** @throws InvalidResponse when the response is too long */
export interface ResponseReader {
  /** Names and values alternate in `rawHeaders`. */
  takeHeaders(status: number, rawHeaders: readonly Buffer[], headers: Headers): void;
  takeBody(bytes: Buffer): void;
  response(): ReceiverResponse;
}

/** `: ` after a name, a line end after a value. */
const AFTER_WORD_BYTES = 2;
const MAX_STORED_BODY_BYTES = 2 * 1024;
const MIN_FINAL_STATUS = 200;

export function createResponseReader({
  maxHeaderBytes,
  maxBodyBytes,
}: ResponseLimits): ResponseReader {
  let head: Omit<ReceiverResponse, 'body'> | undefined;
  const body: Buffer[] = [];
  let bodyBytes = 0;

  return {
    takeHeaders(status, words, { 'retry-after': retryAfter }) {
      const bytes = words.reduce((sum, { length }) => sum + length + AFTER_WORD_BYTES, 0);
      if (bytes > maxHeaderBytes) throw new InvalidResponse('Response headers exceed the limit.');
      if (status < MIN_FINAL_STATUS) return;
      head = { status, retryAfterSeconds: toSeconds([retryAfter].flat()[0]) };
    },
    takeBody(bytes) {
      if (bodyBytes < MAX_STORED_BODY_BYTES) body.push(bytes);
      bodyBytes += bytes.length;
      if (bodyBytes > maxBodyBytes) throw new InvalidResponse('Response body exceeds the limit.');
    },
    response() {
      if (!head) return NO_RESPONSE;
      const text = Buffer.concat(body).subarray(0, MAX_STORED_BODY_BYTES).toString();
      // PostgreSQL's text holds no U+0000.
      return { ...head, body: text.replaceAll('\0', '\uFFFD') };
    },
  };
}

function toSeconds(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = header.endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max((at - Date.now()) / 1_000, 0);
}
