import type { DomainError, FieldError } from '@svc/contracts';
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
const refusalOf = (text: string): { message: string; errors: FieldError[] } => {
  try {
    read(text);
  } catch (error) {
    const { message, details } = error as DomainError;
    return { message, errors: details['errors'] as FieldError[] };
  }
  throw new Error('It was accepted.');
};

describe('parseJson', () => {
  it('reads an object as it is', () => {
    expect(read('{"a":"  x ","b":[" y"],"c":{"d":" "},"e":1}')).toEqual({
      a: '  x ',
      b: [' y'],
      c: { d: ' ' },
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

  // 20,000 in all: the object, the array in it, and 19,998 numbers; keys are none.
  it.each([
    [
      'numbers',
      (count: number) =>
        `{"a":[${Array(count - 2)
          .fill(1)
          .join()}]}`,
    ],
    [
      'members',
      (count: number) =>
        `{${Array(count - 1)
          .fill('"key":true')
          .join()}}`,
    ],
    [
      'empty arrays',
      (count: number) =>
        `{"a":[${Array(count - 2)
          .fill('[ ]')
          .join()}]}`,
    ],
    [
      'texts',
      (count: number) =>
        `{"a":[${Array(count - 2)
          .fill('",[{"')
          .join()}]}`,
    ],
  ])('accepts 20,000 values and refuses more, as %s', (_, of) => {
    expect(codeOf(of(20_000))).toBe('accepted');
    expect(refusalOf(of(20_001))).toEqual({
      message: 'The body has more than 20000 values.',
      errors: [{ field: 'body', message: 'The body has more than 20000 values.' }],
    });
  });

  it('says of a small body first that it is no JSON, then that it is no object, then how deep it is', () => {
    expect(codeOf('['.repeat(40))).toBe('invalid_json');
    expect(codeOf(`{"a":"\\u0000"${'['.repeat(40)}`)).toBe('invalid_json');
    expect(refusalOf(`${'['.repeat(40)}${']'.repeat(40)}`).message).toMatch(
      /must be a JSON object/,
    );
    expect(refusalOf(`{"b":"\\u0000","a":${nested(40)}}`).message).toMatch(/deeper than 32/);
  });

  it('does not parse what has too many values, and so cannot say whether it is JSON', () => {
    const parse = jest.spyOn(JSON, 'parse');
    try {
      expect(codeOf('['.repeat(1024 * 1024))).toBe('validation_failed');
      expect(codeOf(`{"a":[${'1,'.repeat(500_000)}`)).toBe('validation_failed');
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it('walks through what is ignored only where an escape may stand for what is not allowed', () => {
    const walked = (text: string): boolean => {
      const look = jest.spyOn(Reflect, 'get');
      try {
        parseJson(Buffer.from(text));
        return look.mock.calls.some(([, name]) => name === 'ignored');
      } finally {
        look.mockRestore();
      }
    };

    expect(walked(String.raw`{"ignored":{"b":"\u0041\u00e9\u2028"}}`)).toBe(false);
    expect(walked(String.raw`{"ignored":{"b":"\uD83D\ude00"}}`)).toBe(true);
  });

  it('names every text that is not allowed, in ignored fields too, and at most 50', () => {
    expect(
      refusalOf('{"a":"\\u0000","b":["x",{"c":"\\ud800"}],"d":"\\ud83d\\ude00"}').errors,
    ).toEqual([
      { field: 'a', message: 'a holds a character that is not allowed.' },
      { field: 'b.1.c', message: 'b.1.c holds a character that is not allowed.' },
    ]);
    const { message, errors } = refusalOf(`{"a":[${Array(1_000).fill('"\\u0000"').join()}]}`);
    expect(errors).toHaveLength(50);
    expect(message).toMatch(/And 950 more\.$/);
  });

  it('names no field at the length of a path that no schema has', () => {
    const open = `{"${'k'.repeat(30_000)}":`;

    const { errors } = refusalOf(`${open.repeat(30)}"\\u0000"${'}'.repeat(30)}`);

    expect(errors.map(({ field }) => field.length < 1_000)).toEqual([true]);
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
