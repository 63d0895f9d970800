/** It is no HTTP/1, or more of it than is read. */
export class InvalidAnswer extends Error {}

/** What decides about a delivery. */
export interface AnswerHead {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** What comes in answer to one request. Throws `InvalidAnswer` when that is none, or too much. */
export interface Answer {
  /** Everything that is read, read by read, before it is parsed. */
  takeRead(bytes: Buffer): void;
  /** Headers as the parser has found them, those of interim answers too: names and values by turns. */
  takeHeaders(status: number, headers: readonly Buffer[]): void;
  /** A part of the body as the parser has found it. */
  takeBody(bytes: Buffer): void;
  /** Undefined until the headers are there; those of interim answers don't count. */
  head(): AnswerHead | undefined;
  /** The first 2 KB of the body. */
  body(): Buffer;
}

/** Of everything that is read in answer to a request, interim answers and framing included. */
const LIMIT_BYTES = 64 * 1024;
/** In TLS records of one byte, that much would keep this process busy for a quarter of a second. */
const LIMIT_READS = 1_024;
export const HEADERS_LIMIT_BYTES = 16 * 1024;
/** A name is followed by a colon and a blank, a value by the end of its line. */
const AFTER_WORD_BYTES = 2;
const KEPT_BODY_BYTES = 2 * 1024;
const FIRST_FINAL_STATUS = 200;
const RETRY_AFTER = 'retry-after';

export function newAnswer(): Answer {
  let bytesRead = 0;
  let reads = 0;
  const passOverContinue = continuePassedOver();
  let head: AnswerHead | undefined;
  const body: Buffer[] = [];
  let bodyBytes = 0;

  return {
    takeRead(bytes) {
      bytesRead += bytes.length;
      reads += 1;
      if (bytesRead > LIMIT_BYTES || reads > LIMIT_READS) {
        throw new InvalidAnswer('More than is read.');
      }
      passOverContinue(bytes);
    },
    takeHeaders(status, headers) {
      const bytes = headers.reduce((sum, { length }) => sum + length + AFTER_WORD_BYTES, 0);
      if (bytes > HEADERS_LIMIT_BYTES) throw new InvalidAnswer('Too many headers.');
      if (status >= FIRST_FINAL_STATUS)
        head = { status, retryAfter: valueOf(RETRY_AFTER, headers) };
    },
    takeBody(bytes) {
      if (bodyBytes < KEPT_BODY_BYTES) body.push(bytes);
      bodyBytes += bytes.length;
    },
    head: () => head,
    body: () => Buffer.concat(body).subarray(0, KEPT_BODY_BYTES),
  };
}

/** The first value of a header. */
function valueOf(name: string, headers: readonly Buffer[]): string | undefined {
  const at = headers.findIndex(
    (word, index) =>
      index % 2 === 0 &&
      word.length === name.length &&
      word.toString('latin1').toLowerCase() === name,
  );
  return at < 0 ? undefined : headers[at + 1]?.toString('latin1');
}

/** The beginning of a status line, which tells an interim answer: `HTTP/1.1 100`. */
const STATUS_LENGTH = 12;
const STATUS = /^HTTP\/1\.[01] ([1-9])/;
const HEADERS_END = '\r\n\r\n';

/**
 * Makes a `100 Continue` a 102, in place.
 *
 * undici passes over every interim answer but that one, which it takes for an error where nobody has
 * asked for it. To us it means as little as the others, and whether it is well-formed is still for the
 * parser to say.
 */
function continuePassedOver(): (bytes: Buffer) => void {
  /** From the beginning of the first answer that is not known to be interim and complete. */
  let text = '';
  let isFinal = false;
  return (bytes) => {
    if (isFinal) return;
    text += bytes.toString('latin1');
    for (;;) {
      text = text.slice(emptyLines(text));
      if (text.length < STATUS_LENGTH) return;
      const [, firstDigit] = STATUS.exec(text) ?? [];
      if (firstDigit === undefined) throw new InvalidAnswer('Not a status line of HTTP/1.');
      isFinal = firstDigit !== '1';
      if (isFinal) return;
      const lastDigit = bytes.length - (text.length - STATUS_LENGTH) - 1;
      if (text.startsWith('00', STATUS_LENGTH - 2) && lastDigit >= 0) bytes.write('2', lastDigit);
      const end = text.indexOf(HEADERS_END);
      if (end < 0) return;
      text = text.slice(end + HEADERS_END.length);
    }
  };
}

/** How much of a text they are. Before an answer they are old servers' ends of the one before. */
function emptyLines(text: string): number {
  let length = 0;
  while (text[length] === '\r' || text[length] === '\n') length += 1;
  return length;
}
