/** What decides about a delivery. */
export interface AnswerHead {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** For how long the receiver keeps the connection, where it says so. */
  readonly keepAliveSeconds: number | undefined;
}

/** An answer as far as it has come. */
export interface AnswerReader {
  /** Throws what makes it no answer, or too long. */
  take(bytes: Buffer): void;
  /** Undefined until the headers are there; those of interim answers don't count. */
  head(): AnswerHead | undefined;
  /** The first 2 KB of the body. */
  body(): Buffer;
  isComplete(): boolean;
  /** Whether it leaves the connection as it was before. */
  isReusable(): boolean;
}

/** It is no HTTP/1, or more of it than is read. */
export class InvalidAnswer extends Error {}

/** Of everything that is read in answer to a request, interim answers and framing included. */
const ANSWER_LIMIT_BYTES = 64 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
const KEPT_BODY_BYTES = 2 * 1024;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const FOLDED_LINE = /^[ \t]/;
const CHUNK_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;|$)/i;
const LENGTH = /^\d{1,15}$/;
const KEEP_ALIVE = /\btimeout=(\d{1,9})\b/i;

const LF = 10;
const CR = 13;
const SWITCHING_PROTOCOLS = 101;
const FIRST_FINAL_STATUS = 200;
const BODILESS = new Set([204, 304]);

/** Takes the beginning of what has come, and tells how many bytes; none while it waits for more. */
type Step = (rest: Buffer) => number;

const EMPTY = Buffer.alloc(0);

/** Reads one answer to a POST (RFC 9112), whatever the pieces that it comes in. */
export function readAnswer(): AnswerReader {
  let read = 0;
  let rest: Buffer = EMPTY;
  let step: Step | undefined = line(statusLine);
  let status = 0;
  let headers = new Map<string, string>();
  let headerBytes = 0;
  let head: AnswerHead | undefined;
  let isPersistent = false;
  const body: Buffer[] = [];
  let bodyBytes = 0;

  function statusLine(text: string): void {
    // Empty lines before an answer are old servers' ends of the one before.
    if (text === '') return;
    const [, minor, code] = STATUS_LINE.exec(text) ?? [];
    if (code === undefined) throw new InvalidAnswer('Not a status line of HTTP/1.');
    status = Number(code);
    isPersistent = minor === '1';
    headers = new Map();
    headerBytes = text.length;
    step = line(headerLine);
  }

  function headerLine(text: string): void {
    headerBytes += text.length;
    if (headerBytes > HEADER_LIMIT_BYTES) throw new InvalidAnswer('Too many headers.');
    if (text === '') return headersEnd();
    if (FOLDED_LINE.test(text) && headers.size > 0) return;
    // No expression reads a value: one that goes back over blanks takes hours for a line of them.
    const colon = Math.max(text.indexOf(':'), 0);
    const name = text.slice(0, colon).toLowerCase();
    const value = text.slice(colon + 1).trim();
    if (!HEADER_NAME.test(name) || text.includes('\r')) throw new InvalidAnswer('Not a header.');
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }

  function headersEnd(): void {
    if (status === SWITCHING_PROTOCOLS) throw new Error('The receiver switched protocols.');
    if (status < FIRST_FINAL_STATUS) {
      step = line(statusLine);
      return;
    }
    const bodyStep = framing();
    head = {
      status,
      retryAfter: headers.get('retry-after'),
      keepAliveSeconds: keepAliveSecondsOf(headers.get('keep-alive')),
    };
    isPersistent &&= !/\bclose\b/i.test(headers.get('connection') ?? '');
    step = bodyStep;
  }

  /** How the body is read; undefined where there is none. */
  function framing(): Step | undefined {
    const coding = headers.get('transfer-encoding');
    const length = headers.get('content-length');
    if (length !== undefined && !LENGTH.test(length)) throw new InvalidAnswer('No length.');
    if (BODILESS.has(status)) return undefined;
    if (coding?.toLowerCase() === 'chunked' && length === undefined) return line(chunkLine);
    if (coding === undefined && length !== undefined) return sized(Number(length), undefined);
    return untilClose;
  }

  function keep(bytes: Buffer): number {
    if (bodyBytes < KEPT_BODY_BYTES) body.push(bytes);
    bodyBytes += bytes.length;
    return bytes.length;
  }

  const untilClose: Step = keep;

  /** So many bytes of the body, and then what comes next. */
  function sized(length: number, next: Step | undefined): Step | undefined {
    let left = length;
    if (left === 0) return next;
    return (bytes) => {
      const taken = keep(bytes.subarray(0, left));
      left -= taken;
      if (left === 0) step = next;
      return taken;
    };
  }

  function chunkLine(text: string): void {
    const [, size] = CHUNK_LINE.exec(text) ?? [];
    if (size === undefined) throw new InvalidAnswer('Not a chunk.');
    const length = Number.parseInt(size, 16);
    step = length === 0 ? line(trailerLine) : sized(length, line(chunkEnd));
  }

  function chunkEnd(text: string): void {
    if (text !== '') throw new InvalidAnswer('Not the end of a chunk.');
    step = line(chunkLine);
  }

  function trailerLine(text: string): void {
    if (text === '') step = undefined;
  }

  return {
    take(bytes) {
      read += bytes.length;
      if (read > ANSWER_LIMIT_BYTES) throw new InvalidAnswer('More than is read.');
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      while (step && rest.length > 0) {
        const taken = step(rest);
        if (taken === 0) return refuseLongLine(rest);
        rest = rest.subarray(taken);
      }
    },
    head: () => head,
    body: () => Buffer.concat(body).subarray(0, KEPT_BODY_BYTES),
    isComplete: () => step === undefined,
    isReusable: () => step === undefined && isPersistent && rest.length === 0,
  };
}

function keepAliveSecondsOf(header: string | undefined): number | undefined {
  const [, seconds] = KEEP_ALIVE.exec(header ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function refuseLongLine({ length }: Buffer): void {
  if (length > HEADER_LIMIT_BYTES) throw new InvalidAnswer('A line without end.');
}

/** A step that takes a line, once all of it is there. */
const line =
  (take: (text: string) => void): Step =>
  (rest) => {
    const end = rest.indexOf(LF);
    if (end < 0) return 0;
    take(rest.toString('latin1', 0, rest[end - 1] === CR ? end - 1 : end));
    return end + 1;
  };
