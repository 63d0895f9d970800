import fc from 'fast-check';
import { parseJson } from './read-json';

const read = (text: string) => parseJson(Buffer.from(text));
const codeOf = (bytes: Uint8Array | string): string => {
  try {
    parseJson(Buffer.from(bytes));
    return 'accepted';
  } catch (error) {
    return String(Reflect.get(error as object, 'code'));
  }
};
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('parseJson', () => {
  it('reads an object and trims every text in it', () => {
    expect(read('{"a":"  x ","b":[" y"],"c":{"d":" "},"e":1}')).toEqual({
      a: 'x',
      b: ['y'],
      c: { d: '' },
      e: 1,
    });
  });

  it.each([
    ['nothing', ''],
    ['half an object', '{"a":1'],
    ['a trailing comma', '{"a":1,}'],
    ['a byte-order mark', '\uFEFF{}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['NaN', '{"a":NaN}'],
  ])('answers invalid_json to %s', (_, body) => {
    expect(codeOf(body)).toBe('invalid_json');
  });

  it.each(['null', '5', '"text"', '[]', '[{}]', 'true'])(
    'answers validation_failed to %s, which is no object',
    (body) => {
      expect(codeOf(body)).toBe('validation_failed');
    },
  );

  it('accepts 32 levels and refuses 33', () => {
    expect(codeOf(nested(32))).toBe('accepted');
    expect(codeOf(nested(33))).toBe('validation_failed');
    expect(codeOf(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).toBe('validation_failed');
  });

  it.each(['{"a":"x\\u0000y"}', '{"a":{"b":["\\ud800"]}}', '{"a":"\\udc00"}'])(
    'refuses the text in %s',
    (body) => {
      expect(codeOf(body)).toBe('validation_failed');
    },
  );

  it('keeps the last of duplicate keys', () => {
    expect(read('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it('treats names of object members as unknown fields, at any depth', () => {
    const body = read('{"__proto__":{"isAdmin":true},"constructor":1,"a":{"__proto__":{"b":1}}}');

    expect(Reflect.get(body, 'isAdmin')).toBeUndefined();
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(Reflect.get(body['a'] as object, 'b')).toBeUndefined();
  });

  it('reads or refuses any bytes, and never fails otherwise', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          expect(['accepted', 'invalid_json', 'validation_failed']).toContain(codeOf(bytes));
        },
      ),
    );
  });
});
