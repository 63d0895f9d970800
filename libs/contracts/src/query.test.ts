import fc from 'fast-check';
import { parseQuery } from './query';

describe('parseQuery', () => {
  it('decodes names and values', () => {
    expect(parseQuery('search=caf%C3%A9+bar&a%5Bb%5D=1&flag&empty=')).toEqual({
      'search': 'café bar',
      'a[b]': '1',
      'flag': '',
      'empty': '',
    });
  });

  it('keeps every value of a parameter given more than once', () => {
    expect(parseQuery('id=1&id=2&id=3')).toEqual({ id: ['1', '2', '3'] });
  });

  it('reads 100 parameters of 8 KiB, and refuses one more of either', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => `p${at}=1`).join('&');

    expect(Object.keys(parseQuery(`&${hundred}&&`))).toHaveLength(100);
    expect(parseQuery(`a=${'x'.repeat(8_190)}`)).toEqual({ a: 'x'.repeat(8_190) });
    for (const text of [`${hundred}&p=1`, `a=${'x'.repeat(8_191)}`, 'id=1&'.repeat(101)]) {
      expect(() => parseQuery(text)).toThrow(
        expect.objectContaining({
          code: 'validation_failed',
          message: 'The query is larger than 100 parameters or 8192 bytes.',
        }),
      );
    }
  });

  it('decodes nothing of a query that is too large', () => {
    const decode = jest.spyOn(globalThis, 'decodeURIComponent');
    try {
      expect(() => parseQuery('%41=%41&'.repeat(101))).toThrow('100 parameters');
      expect(decode).not.toHaveBeenCalled();
    } finally {
      decode.mockRestore();
    }
  });

  it.each(['status=%', 'status=%ZZ', 'status=%FF', 'status=%C3', 'status=a%00b', '%FF=1'])(
    'refuses %s',
    (text) => {
      expect(() => parseQuery(text)).toThrow(
        expect.objectContaining({ code: 'validation_failed' }),
      );
    },
  );

  it('keeps names of object members as plain parameters', () => {
    const query = parseQuery('__proto__=1&constructor=2');

    expect(Object.entries(query)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('gives back what was encoded, whatever it is', () => {
    const wellFormed = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(parseQuery(`q=${encodeURIComponent(value)}`)).toEqual({ q: value });
      }),
    );
  });

  it('answers or refuses any text, and never fails otherwise', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (text) => {
          try {
            parseQuery(text);
          } catch (error) {
            expect(error).toMatchObject({ code: 'validation_failed' });
          }
        },
      ),
    );
  });
});
