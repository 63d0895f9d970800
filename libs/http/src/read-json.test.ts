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

  it('accepts numbers of 200,000 digits in all and refuses one digit more', () => {
    const numbers = Array.from({ length: 10_000 }, () => '9007199254740993.0000').join();

    expect(codeOf(`{"ignored":[${numbers}],"12345":"67890"}`)).toBe('accepted');
    expect(codeOf(`{"ignored":[${numbers}],"one":1}`)).toBe('validation_failed');
  });

  it('accepts 32 levels and refuses 33', () => {
    expect(codeOf(nested(32))).toBe('accepted');
    expect(codeOf(nested(33))).toBe('validation_failed');
    expect(codeOf(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).toBe('validation_failed');
  });

  // 20,000 in all: the object, the array in it, and 19,998 numbers; keys do not count.
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

  it('stops at the first bound that is passed, and parses nothing then', () => {
    const parse = jest.spyOn(JSON, 'parse');
    try {
      expect(refusalOf('['.repeat(40)).message).toMatch(/deeper than 32/);
      expect(refusalOf(`{"a":"\\u0000"${'['.repeat(40)}`).message).toMatch(/deeper than 32/);
      expect(refusalOf(`{"a":[${'1,'.repeat(500_000)}`).message).toMatch(/more than 20000 values/);
      expect(refusalOf('1'.repeat(1024 * 1024)).message).toMatch(/more than 200000 digits/);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  it('reads in a text what TextDecoder does, and refuses what that refuses', () => {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const decoded = (bytes: Uint8Array): string => {
      try {
        return utf8.decode(bytes);
      } catch {
        return 'invalid_json';
      }
    };
    const titleOf = (bytes: Uint8Array): unknown => {
      const body = Buffer.concat([Buffer.from('{"title":"'), bytes, Buffer.from('"}')]);
      return codeOf(body) === 'accepted' ? parseJson(body)['title'] : codeOf(body);
    };
    // Both ends of each UTF-8 range, and invalid ones: surrogates, overlong and cut sequences.
    const pieces = fc.constantFrom(
      ...['e0', '41', 'c2', '80', 'bf', 'c1bf', 'dfbf', 'e0a080', 'e09fbf', 'ed9fbf', 'eda080'],
      ...['ee8080', 'efbbbf', 'efbfbf', 'f0908080', 'f08fbfbf', 'f48fbfbf', 'f4908080', 'f09f94'],
    );
    const bytes = fc
      .array(pieces, { maxLength: 6 })
      .map((some) => Buffer.from(some.join(''), 'hex'));
    fc.assert(
      fc.property(bytes, (some) => {
        expect(titleOf(some)).toBe(decoded(some));
      }),
      { numRuns: 2_000 },
    );
  });

  describe('of any text', () => {
    const name = fc.constantFrom(
      ...[
        'title',
        'location',
        'zip',
        'ids',
        'locations',
        'limits',
        'a',
        '\\u0074itle',
        '\\u007aip',
      ],
      ...['x', '', '0', '__proto__', 'constructor', 'é', '🔧', '\\ud800', '\\"', '\\u0000'],
    );
    const goodText = fc.constantFrom(
      ...[
        '',
        'x',
        ' é🔧',
        '\\"\\\\\\/\\b\\f\\n\\r\\t',
        '\\u00e9',
        '\\uD83d\\uDE00',
        '[{,:]}',
        'x'.repeat(99),
      ],
    );
    const forbiddenText = fc.constantFrom(
      ...[
        '\\u0000',
        '\\ud800',
        '\\uDfff',
        '\\udc00\\ud800',
        '\\ud83dx\\ude00',
        '\\ud83d\\n',
        '\\ud800\\ud83d\\ude00',
      ],
    );
    const brokenText = fc.constantFrom(
      ...[
        '\\x',
        '\\u12',
        '\\u12g4',
        '\\ud83d\\u12',
        '\\U0041',
        '\t',
        '\u0000',
        '"',
        '\\',
        '\\ud83d\\',
      ],
    );
    const bodyOf = (piece: fc.Arbitrary<string>) => {
      const text = fc.array(piece, { maxLength: 3 }).map((pieces) => `"${pieces.join('')}"`);
      const scalar = fc.oneof(text, fc.constantFrom('1', '-2.5e3', 'true', 'null'));
      const blank = fc.constantFrom('', '', ' ', '\n\t\r');
      const { object } = fc.letrec<{ value: string; object: string }>((tie) => ({
        value: fc.oneof(
          { depthSize: 'small' },
          scalar,
          tie('object'),
          fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
        ),
        object: fc
          .array(fc.tuple(name, blank, tie('value')), { maxLength: 6 })
          .map((members) => members.map(([key, gap, value]) => `"${key}"${gap}:${gap}${value}`))
          .map((members) => `{${members.join()}}`),
      }));
      return object;
    };
    const outcomeOf = (read: () => unknown) => {
      try {
        return { value: read() };
      } catch (error) {
        const { code, message, details } = error as DomainError;
        return { code, message, details };
      }
    };

    it('calls JSON what JSON.parse does, and reads what that does', () => {
      const piece = fc.oneof({ weight: 8, arbitrary: goodText }, forbiddenText, brokenText);
      const change = fc.constantFrom(
        ...['', '"', '{', '}', '[', ']', ',', ':', '\\', '1', '\u0001'],
      );
      const changed = fc
        .tuple(bodyOf(piece), fc.nat(), fc.nat({ max: 2 }), change)
        .map(([body, at, length, by]) => {
          const start = at % (body.length + 1);
          return `${body.slice(0, start)}${by}${body.slice(start + length)}`;
        });
      fc.assert(
        fc.property(fc.oneof(bodyOf(goodText), bodyOf(piece), changed), (body) => {
          const parsed = outcomeOf((): unknown => JSON.parse(Buffer.from(body).toString()));
          const outcome = outcomeOf(() => read(body));
          expect(outcome.code === 'invalid_json').toBe(!('value' in parsed));
          if ('value' in outcome) expect(outcome).toEqual(parsed);
        }),
        { numRuns: 5_000 },
      );
    });
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
    expect(message).toMatch(/And at least 1 more\.$/);
    expect(refusalOf(`{"a":[${Array(50).fill('"\\u0000"').join()}]}`).message).not.toMatch(/more/);
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

  it('keeps the last of duplicate keys, whatever the others were', () => {
    expect(read('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(read('{"a":"\\ud800","a":"x"}')).toEqual({ a: 'x' });
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
