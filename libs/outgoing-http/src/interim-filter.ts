export class InvalidResponse extends Error {}

export interface InterimFilter {
  /**
   * Returns the bytes that may be parsed. undici ends the connection on an unrequested `100
   * Continue`, so it becomes a 102.
   *
   * @throws InvalidResponse
   */
  take(bytes: Buffer): Buffer;
  /** Later bytes need no filter. */
  isFinal(): boolean;
}

/** llhttp also accepts other versions and any three digits. */
const STATUS_LINE = /^HTTP\/1\.[01] ([1-5]\d\d)/;
const STATUS_LINE_BYTES = 'HTTP/1.1 200'.length;
const HEADERS_END = '\r\n\r\n';
const CONTINUE = '100';
const SWITCHING_PROTOCOLS = '101';
const MAX_INTERIM_BYTES = 16 * 1024;

export function createInterimFilter(): InterimFilter {
  let text = '';
  let isFinal = false;

  /** Undefined until the next part is complete. */
  function nextPart(): string | undefined {
    const lines = /^[\r\n]+/.exec(text);
    if (lines) return cut(lines[0].length);
    if (text.length < STATUS_LINE_BYTES) return undefined;
    const status = STATUS_LINE.exec(text)?.[1];
    if (status === undefined) throw new InvalidResponse('The response is not HTTP/1.');
    if (status === SWITCHING_PROTOCOLS) {
      throw new InvalidResponse('Unexpected 101 Switching Protocols.');
    }
    isFinal = !status.startsWith('1');
    if (isFinal) return cut(text.length);
    const end = text.indexOf(HEADERS_END);
    if (end >= 0) {
      const interim = cut(end + HEADERS_END.length);
      return status === CONTINUE ? interim.replace(CONTINUE, '102') : interim;
    }
    if (text.length > MAX_INTERIM_BYTES) throw new InvalidResponse('Interim headers too long.');
    return undefined;
  }

  function cut(length: number): string {
    const part = text.slice(0, length);
    text = text.slice(length);
    return part;
  }

  return {
    take(bytes) {
      text += bytes.toString('latin1');
      let passed = '';
      while (!isFinal) {
        const part = nextPart();
        if (part === undefined) break;
        passed += part;
      }
      return Buffer.from(passed, 'latin1');
    },
    isFinal: () => isFinal,
  };
}
