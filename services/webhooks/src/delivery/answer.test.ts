import { InvalidAnswer, newAnswer } from './answer';

const OK = 'HTTP/1.1 200 OK\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** What the parser gets of a text that is read in pieces of so many bytes. */
function read(text: string, pieceBytes = text.length): string {
  const answer = newAnswer();
  let parsed = '';
  for (let at = 0; at < text.length; at += pieceBytes) {
    const bytes = Buffer.from(text.slice(at, at + pieceBytes), 'latin1');
    answer.takeRead(bytes);
    parsed += bytes.toString('latin1');
  }
  return parsed;
}

const headers = (...words: string[]): Buffer[] => words.map((word) => Buffer.from(word, 'latin1'));

describe('an interim answer of number 100', () => {
  const passedOver = CONTINUE.replace('100', '102');
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </100>\r\n\r\n';

  it.each([
    ['alone', CONTINUE, passedOver],
    ['before the answer', CONTINUE + OK, passedOver + OK],
    ['again and again', CONTINUE + hints + CONTINUE + OK, passedOver + hints + passedOver + OK],
    ['behind empty lines', `\r\n${CONTINUE}\r\n${CONTINUE}`, `\r\n${passedOver}\r\n${passedOver}`],
    ['of HTTP/1.0', 'HTTP/1.0 100\r\n\r\n', 'HTTP/1.0 102\r\n\r\n'],
    ['in a body', `${OK}\r\n\r\n\r\n${CONTINUE}`, `${OK}\r\n\r\n\r\n${CONTINUE}`],
    ['in an interim header', hints, hints],
  ])('is one that the parser passes over, in whatever pieces it comes: %s', (_, text, parsed) => {
    for (let pieceBytes = 1; pieceBytes <= text.length; pieceBytes += 1) {
      expect(read(text, pieceBytes)).toBe(parsed);
    }
  });
});

it.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['HTTP/2', 'HTTP/2.0 200 OK\r\n'],
  ['HTTP/0.9', 'HTTP/0.9 200 OK\r\n'],
  ['a status below 100', 'HTTP/1.1 099 x\r\n'],
  ['a status above 599', 'HTTP/1.1 600 x\r\n'],
  ['another protocol in place of this', 'HTTP/1.1 101 x\r\n'],
  ['another protocol behind an interim answer', `${CONTINUE}SSH-2.0-OpenSSH_9.6\r\n`],
])('is no answer: %s', (_, text) => {
  expect(() => read(text)).toThrow(InvalidAnswer);
  expect(() => read(text, 7)).toThrow(InvalidAnswer);
});

describe('what is read of an answer', () => {
  it('is 64 KB at most', () => {
    expect(() => read(OK.padEnd(65_536, 'x'), 16_384)).not.toThrow();
    expect(() => read(OK.padEnd(65_537, 'x'), 16_384)).toThrow(InvalidAnswer);
  });

  it('is 1,024 reads at most', () => {
    expect(() => read(OK.padEnd(1_024, 'x'), 1)).not.toThrow();
    expect(() => read(OK.padEnd(1_025, 'x'), 1)).toThrow(InvalidAnswer);
  });
});

describe('the headers of an answer', () => {
  it('count when they are not those of an interim one', () => {
    const answer = newAnswer();

    answer.takeHeaders(103, headers('Retry-After', '5'));
    expect(answer.head()).toBeUndefined();

    answer.takeHeaders(503, headers('Server', 'Retry-After', 'Retry-After', '17'));
    expect(answer.head()).toEqual({ status: 503, retryAfter: '17' });
  });

  it('are 16 KiB at most, however short each of them is', () => {
    const many = (count: number) => headers(...Array<string[]>(count).fill(['A', 'b']).flat());

    expect(() => newAnswer().takeHeaders(200, many(2_730))).not.toThrow();
    expect(() => newAnswer().takeHeaders(200, many(2_731))).toThrow(InvalidAnswer);
  });
});

it('keeps the first 2 KB of a body', () => {
  const answer = newAnswer();

  for (let part = 0; part < 5; part += 1) answer.takeBody(Buffer.alloc(1_000, String(part)));

  expect(answer.body().toString()).toBe('0'.repeat(1_000) + '1'.repeat(1_000) + '2'.repeat(48));
});
