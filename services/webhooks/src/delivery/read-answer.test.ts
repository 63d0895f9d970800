import fc from 'fast-check';
import { InvalidAnswer, readAnswer, type AnswerReader } from './read-answer';

/** Reads a text in pieces of so many bytes. */
function reading(text: string, pieceBytes = text.length || 1): AnswerReader {
  const answer = readAnswer();
  for (let at = 0; at < text.length; at += pieceBytes) {
    answer.take(Buffer.from(text.slice(at, at + pieceBytes), 'latin1'));
  }
  return answer;
}

/** All that can be seen of an answer; what it threw, if it did. */
function seen(text: string, pieceBytes?: number) {
  try {
    const answer = reading(text, pieceBytes);
    return {
      head: answer.head(),
      body: answer.body().toString('latin1'),
      isComplete: answer.isComplete(),
      isReusable: answer.isReusable(),
    };
  } catch (error) {
    return { error };
  }
}

const OK = 'HTTP/1.1 200 OK\r\n';

describe('an answer that ends', () => {
  it.each([
    ['with its length', `${OK}Content-Length: 5\r\n\r\nhello`, 'hello'],
    ['with a length of nothing', `${OK}content-length: 0\r\n\r\n`, ''],
    [
      'with its last chunk',
      `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
      'hello',
    ],
    [
      'with trailers, after chunks with extensions',
      `${OK}transfer-encoding: Chunked\r\n\r\n3;a=b\r\nhel\r\n2 ;c\r\nlo\r\n0\r\nx: y\r\n\r\n`,
      'hello',
    ],
    ['after an interim one', `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 0\r\n\r\n`, ''],
    [
      'after interim ones with headers',
      `HTTP/1.1 103\r\nLink: a\r\nContent-Length: 9\r\n\r\nHTTP/1.1 102 x\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`,
      'ok',
    ],
    ['after the empty lines of an old server', `\r\n\r\n${OK}Content-Length: 0\r\n\r\n`, ''],
    ['in lines without CR', `HTTP/1.1 200\nContent-Length: 2\n\nok`, 'ok'],
    ['with a folded header', `${OK}X-Long: one\r\n two\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
  ])('%s leaves the connection for the next, in whatever pieces it comes', (_, text, body) => {
    for (let pieceBytes = 1; pieceBytes <= text.length; pieceBytes += 1) {
      expect(seen(text, pieceBytes)).toEqual({
        head: { status: 200, retryAfter: undefined, keepAliveSeconds: undefined },
        body,
        isComplete: true,
        isReusable: true,
      });
    }
  });

  it.each([204, 304])('without a body, whatever its headers say: %d', (status) => {
    const answer = reading(`HTTP/1.1 ${status} x\r\nContent-Length: 7\r\n\r\n`);

    expect(answer.isReusable()).toBe(true);
  });

  it.each([
    ['says that it closes', `${OK}Connection: Close\r\nContent-Length: 0\r\n\r\n`],
    ['is of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['is followed by a byte', `${OK}Content-Length: 0\r\n\r\nH`],
    ['is followed by another', `${OK}Content-Length: 0\r\n\r\n`.repeat(2)],
  ])('but takes the connection along when it %s', (_, text) => {
    expect(seen(text)).toMatchObject({
      head: { status: 200 },
      isComplete: true,
      isReusable: false,
    });
  });
});

describe('an answer without an end', () => {
  it.each([
    ['has no length', `${OK}\r\nhello`],
    [
      'has a length and chunks',
      `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello`,
    ],
    ['is coded otherwise', `${OK}Transfer-Encoding: gzip, chunked\r\n\r\nhello`],
    ['is shorter than its length', `${OK}Content-Length: 6\r\n\r\nhello`],
  ])('is read as it comes when it %s', (_, text) => {
    expect(seen(text)).toMatchObject({ body: 'hello', isComplete: false, isReusable: false });
  });

  it('has a head as soon as its headers end', () => {
    const headers = `HTTP/1.1 503 Busy\r\nRetry-After:  17 \r\n`;

    expect(reading(headers).head()).toBeUndefined();
    expect(reading(`${headers}\r\n`).head()).toMatchObject({
      status: 503,
      retryAfter: '17',
    });
  });

  it('keeps 2 KB of its body', () => {
    expect(seen(`${OK}\r\n${'x'.repeat(5_000)}`, 100)).toMatchObject({ body: 'x'.repeat(2_048) });
  });
});

describe('no answer', () => {
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['no status', 'HTTP/1.1 20\r\n'],
    ['a status of four digits', 'HTTP/1.1 2000\r\n'],
    ['a status below 100', 'HTTP/1.1 099 x\r\n'],
    ['a header without a name', `${OK}: x\r\n`],
    ['a name with a blank', `${OK}Content-Length : 0\r\n`],
    ['a header with a bare carriage return', `${OK}X: a\rb\r\n`],
    ['a line without a colon', `${OK}X\r\n`],
    ['a fold of nothing', `${OK} x\r\n`],
    ['a length below nothing', `${OK}Content-Length: -30\r\n\r\n`],
    [
      'another protocol after an interim answer',
      'HTTP/1.1 100\r\nContent-Length: -9\r\n\r\nSSH\r\n',
    ],
    ['a length that is none', `${OK}Content-Length: 0x10\r\n\r\n`],
    ['two lengths', `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['more than 16 KiB of headers', `${OK}${'A: 12345678901\r\n'.repeat(1_200)}\r\n`],
    ['a header of more than 16 KiB', `${OK}A: ${'x'.repeat(17_000)}`],
  ])('is %s', (_, text) => {
    expect(seen(text)).toEqual({ error: expect.any(InvalidAnswer) });
    expect(seen(text, 7)).toEqual({ error: expect.any(InvalidAnswer) });
  });

  it('is more than 64 KB of anything', () => {
    const answer = reading(`${OK}\r\n`);

    expect(() => answer.take(Buffer.alloc(64 * 1_024 + 1))).toThrow(InvalidAnswer);
    expect(answer.head()).toMatchObject({ status: 200 });
  });

  it.each(['zz\r\nbad\r\n', '-6\r\n', '1\r\nx\r\n-6\r\n', '1\r\nxy\r\n', '\r\n', '123456789\r\n'])(
    'comes of bad chunks, but its head stays: %j',
    (chunks) => {
      const answer = reading(`${OK}Transfer-Encoding: chunked\r\n\r\n`);

      expect(() => answer.take(Buffer.from(chunks))).toThrow(InvalidAnswer);
      expect(answer.head()).toMatchObject({ status: 200 });
    },
  );
});

it('makes the same of any text in any pieces, and never more of it than was sent', () => {
  const part = fc.constantFrom(
    OK,
    'HTTP/1.1 100\r\n',
    'HTTP/1.0 204 x\r\n',
    'Content-Length: 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    '\r\n',
    '\n',
    '3\r\n',
    'abc',
    '0\r\n',
    ' ',
    'X: y\r\n',
  );
  const text = fc.array(fc.oneof(part, fc.string({ maxLength: 5 })), { maxLength: 20 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 50 }), (parts, pieceBytes) => {
      const whole = parts.join('');
      expect(seen(whole, pieceBytes)).toEqual(seen(whole));
    }),
    { numRuns: 2_000 },
  );
});
