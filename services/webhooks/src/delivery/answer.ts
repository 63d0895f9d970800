/** The answer is not HTTP/1, or longer than what is read. */
export class InvalidAnswer extends Error {}

/** The parts of an answer that decide about a delivery. */
export interface AnswerHead {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** The answer to one request as it arrives. Throws `InvalidAnswer` when it is not HTTP/1, or too long. */
export interface Answer {
  /** Takes the bytes of one read, before the parser gets them. */
  takeRead(bytes: Buffer): void;
  /** Takes headers from the parser, those of interim answers too: names and values alternate. */
  takeHeaders(status: number, headers: readonly Buffer[]): void;
  /** Takes a part of the body from the parser. */
  takeBody(bytes: Buffer): void;
  /** Undefined until the headers of the final answer have arrived. */
  head(): AnswerHead | undefined;
  /** The first 2 KB of the body. */
  body(): Buffer;
  /**
   * Whether more than the answer was read, once that has ended. The parser reports everything except
   * empty lines, which it skips.
   */
  hasExtraBytes(): boolean;
}

/** The most bytes that are read in answer to a request, interim answers and framing included. */
const LIMIT_BYTES = 64 * 1024;
/** The most reads: LIMIT_BYTES in TLS records of one byte each would take a quarter of a second of processor time. */
const LIMIT_READS = 1_024;
export const HEADERS_LIMIT_BYTES = 16 * 1024;
/** A name is followed by a colon and a blank, a value by the end of its line. */
const AFTER_WORD_BYTES = 2;
const KEPT_BODY_BYTES = 2 * 1024;
const FIRST_FINAL_STATUS = 200;
const RETRY_AFTER = 'retry-after';
const TRANSFER_ENCODING = 'transfer-encoding';

export function newAnswer(): Answer {
  let bytesRead = 0;
  let reads = 0;
  const headers = headersPassedOver();
  let head: AnswerHead | undefined;
  let isChunked = false;
  const body: Buffer[] = [];
  let bodyBytes = 0;
  let lastBytes = '';

  return {
    takeRead(bytes) {
      bytesRead += bytes.length;
      reads += 1;
      if (bytesRead > LIMIT_BYTES || reads > LIMIT_READS) {
        throw new InvalidAnswer('More than is read.');
      }
      headers.take(bytes);
      lastBytes = (lastBytes + bytes.toString('latin1', bytes.length - CHUNKS_END_BYTES)).slice(
        -CHUNKS_END_BYTES,
      );
    },
    takeHeaders(status, words) {
      const bytes = words.reduce((sum, { length }) => sum + length + AFTER_WORD_BYTES, 0);
      if (bytes > HEADERS_LIMIT_BYTES) throw new InvalidAnswer('Too many headers.');
      if (status < FIRST_FINAL_STATUS) return;
      head = { status, retryAfter: valueOf(RETRY_AFTER, words) };
      isChunked = valueOf(TRANSFER_ENCODING, words) !== undefined;
    },
    takeBody(bytes) {
      if (bodyBytes < KEPT_BODY_BYTES) body.push(bytes);
      bodyBytes += bytes.length;
    },
    head: () => head,
    body: () => Buffer.concat(body).subarray(0, KEPT_BODY_BYTES),
    hasExtraBytes: () =>
      isChunked ? !CHUNKS_END.test(lastBytes) : bytesRead > headers.bytes() + bodyBytes,
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

/** An empty line, behind a last chunk or a trailer, neither of which is empty. */
const CHUNKS_END = /[^\n]\r\n\r\n$/;
const CHUNKS_END_BYTES = 5;

/** The beginning of a status line, by which an interim answer is recognised: `HTTP/1.1 100`. */
const STATUS_LENGTH = 12;
const STATUS = /^HTTP\/1\.[01] ([1-5]\d\d)/;
const CONTINUE = '100';
const SWITCHING_PROTOCOLS = '101';
const HEADERS_END = '\r\n\r\n';

/** What comes before the body of an answer. */
interface Headers {
  take(bytes: Buffer): void;
  /** With interim answers and empty lines; known when the body begins. */
  bytes(): number;
}

/**
 * Finds the end of all headers, and makes a `100 Continue` a 102, in place.
 *
 * undici skips every interim answer except `100 Continue`, which it reports as an error unless the
 * request asked for it. Here it is skipped like the others, and the parser still checks its form. Only
 * a switch to another protocol, for which nobody has asked, is no valid answer.
 */
function headersPassedOver(): Headers {
  /** The text from the first answer on that is not known to be a complete interim one. */
  let text = '';
  let bytesBefore = 0;
  let isComplete = false;

  const passOver = (length: number): void => {
    text = text.slice(length);
    bytesBefore += length;
  };

  return {
    take(bytes) {
      if (isComplete) return;
      text += bytes.toString('latin1');
      for (;;) {
        passOver(emptyLines(text));
        if (text.length < STATUS_LENGTH) return;
        const [, status] = STATUS.exec(text) ?? [];
        if (status === undefined) throw new InvalidAnswer('Not a status line of HTTP/1.');
        if (status === SWITCHING_PROTOCOLS) throw new InvalidAnswer('Nobody asked for a switch.');
        const lastDigit = bytes.length - (text.length - STATUS_LENGTH) - 1;
        if (status === CONTINUE && lastDigit >= 0) bytes.write('2', lastDigit);
        const end = text.indexOf(HEADERS_END);
        if (end < 0) return;
        passOver(end + HEADERS_END.length);
        isComplete = !status.startsWith('1');
        if (isComplete) return;
      }
    },
    bytes: () => bytesBefore,
  };
}

/** The length of the empty lines at the beginning of a text; old servers end the answer before with them. */
function emptyLines(text: string): number {
  let length = 0;
  while (text[length] === '\r' || text[length] === '\n') length += 1;
  return length;
}
