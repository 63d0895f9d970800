import { createInterimFilter, InvalidResponse } from './interim-filter';

const OK = 'HTTP/1.1 200 OK\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

function read(text: string, pieceBytes = text.length): string {
  const filter = createInterimFilter();
  let parsed = '';
  for (let at = 0; at < text.length; at += pieceBytes) {
    const bytes = Buffer.from(text.slice(at, at + pieceBytes), 'latin1');
    parsed += (filter.isFinal() ? bytes : filter.take(bytes)).toString('latin1');
  }
  return parsed;
}

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
  expect(() => read(text)).toThrow(InvalidResponse);
  expect(() => read(text, 7)).toThrow(InvalidResponse);
});

it('of an interim answer is kept while its headers are no longer than 16 KiB', () => {
  const endless = 'HTTP/1.1 103 Early Hints\r\nLink: '.padEnd(16 * 1024, 'x');

  expect(read(endless)).toBe('');
  expect(() => read(`${endless}x`)).toThrow(InvalidResponse);
});
