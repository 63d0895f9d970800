import type { FieldError } from '@svc/contracts';
import Joi, { type Schema } from 'joi';
import { createBatchSchema } from './batch';
import * as fields from './fields';
import { validate } from './validate';

const context = { zone: 'America/New_York' };
function refusedFields(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    const { errors } = Reflect.get(error as object, 'details') as { errors: FieldError[] };
    return errors.map(({ field }) => field);
  }
}
const outcome = (schema: Schema, value: unknown, convert: boolean): unknown => {
  try {
    const object = Joi.object<{ field: unknown }>({ field: schema });
    return validate(object, { field: value }, { convert, context }).field;
  } catch (error) {
    const { errors } = Reflect.get(error as object, 'details') as { errors: FieldError[] };
    return errors.map(({ field }) => `refused ${field}`).join();
  }
};
const inBody = (schema: Schema, value: unknown) => outcome(schema, value, false);
const inQuery = (schema: Schema, value: unknown) => outcome(schema, value, true);
const REFUSED = 'refused field';

describe('fields of a body', () => {
  it.each([
    [0, 0],
    [9_999_999.99, 9_999_999.99],
    [19.99, 19.99],
    [1.1, 1.1],
    [-0.01, REFUSED],
    [10_000_000, REFUSED],
    [0.001, REFUSED],
    ['5', REFUSED],
    [null, REFUSED],
  ])('money reads %j as %j', (value, expected) => {
    expect(inBody(fields.money(), value)).toBe(expected);
  });

  it.each([
    [0, 0],
    [0.0125, 0.0125],
    [0.000_001, 0.000_001],
    [9_999_999.99, 9_999_999.99],
    [0.000_000_1, REFUSED],
    [-0.01, REFUSED],
    [10_000_000, REFUSED],
  ])('a unit price reads %j as %j', (value, expected) => {
    expect(inBody(fields.unitPrice(), value)).toBe(expected);
  });

  it.each([
    [0, 0],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, REFUSED],
    [5.5, REFUSED],
    ['5', REFUSED],
    [true, REFUSED],
  ])('integer reads %j as %j', (value, expected) => {
    expect(inBody(fields.integer(), value)).toBe(expected);
  });

  it.each([
    [1, 1],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    // Too large to be exact, and so the id of nothing.
    [9_007_199_254_740_992, 9_007_199_254_740_991],
    [1e20, 9_007_199_254_740_991],
    [1.5, REFUSED],
    [0, REFUSED],
    [-1, REFUSED],
    ['1', REFUSED],
  ])('id reads %j as %j', (value, expected) => {
    expect(inBody(fields.id(), value)).toBe(expected);
  });

  it.each([
    ['x', 'x'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), REFUSED],
    ['', REFUSED],
    [5, REFUSED],
    [null, REFUSED],
  ])('text reads %j as %j', (value, expected) => {
    expect(inBody(fields.text(), value)).toBe(expected);
  });

  it.each([
    ['x', 'x'],
    ['', null],
    [null, null],
    [undefined, undefined],
    ['x'.repeat(256), REFUSED],
    [5, REFUSED],
  ])('optional text reads %j as %j', (value, expected) => {
    expect(inBody(fields.optionalText(), value)).toBe(expected);
  });

  // A wrench is one character of two UTF-16 units, a family five characters that show as one.
  it.each<[string, Schema, string, number]>([
    ['text', fields.text(), '🔧', 255],
    ['long text', fields.text(fields.MAX_LONG_TEXT_CHARACTERS), '🔧', 10_000],
    ['optional text', fields.optionalText(), '🔧', 255],
    ['mixed text', fields.text(), 'é🔧x', 85],
    ['families', fields.text(), '👩‍👩‍👧', 51],
  ])('counts the characters of %s', (_, schema, unit, most) => {
    const longest = unit.repeat(most);

    expect(inBody(schema, longest)).toBe(longest);
    expect(inBody(schema, `${longest}x`)).toBe(REFUSED);
    expect(inBody(schema, unit.repeat(3 * most))).toBe(REFUSED);
  });

  it.each([
    ['🔧'.repeat(29), REFUSED],
    ['🔧'.repeat(30), '🔧'.repeat(30)],
    [`${'🔧'.repeat(10)}${'x'.repeat(19)}`, REFUSED],
    ['x'.repeat(29), REFUSED],
    ['x'.repeat(70), 'x'.repeat(70)],
  ])('counts the characters that text has at least, as in %j', (value, expected) => {
    expect(inBody(fields.text(255, 30), value)).toBe(expected);
  });

  it('counts bytes where a bound is in bytes', () => {
    const notes = fields.anyText().max(8, 'utf8');

    expect(inBody(notes, '🔧🔧')).toBe('🔧🔧');
    expect(inBody(notes, '🔧🔧x')).toBe(REFUSED);
  });

  it('asks for the length before any rule looks at a text', () => {
    const seen: number[] = [];
    const schema = fields.text().custom((text: string) => {
      seen.push(text.length);
      return text;
    });

    expect(inBody(schema, '🔧'.repeat(255))).toBe('🔧'.repeat(255));
    expect(seen).toHaveLength(1);
    expect(inBody(schema, '🔧'.repeat(256))).toBe(REFUSED);
    expect(inBody(schema, '🔧'.repeat(1_000_000))).toBe(REFUSED);
    expect(seen).toHaveLength(1);
  });

  it("says of a bound what Joi's own says", () => {
    const [ours, joi] = [fields.text(4, 2), Joi.string().min(2).max(4)];

    for (const value of ['x', 'xxxxx', '']) {
      expect(ours.validate(value).error?.message).toBe(joi.validate(value).error?.message);
    }
  });

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['0000-12-31', REFUSED],
    ['2026-02-29', REFUSED],
    ['2026-2-1', REFUSED],
    ['2026-02-28T00:00:00Z', REFUSED],
    [20_260_228, REFUSED],
  ])('a calendar date reads %j as %j', (value, expected) => {
    expect(inBody(fields.calendarDate(), value)).toBe(expected);
  });

  it('a timestamp without offset is local time of the company', () => {
    expect(inBody(fields.timestamp(), '2026-07-01 09:30:00')).toEqual(
      new Date('2026-07-01T13:30:00Z'),
    );
    expect(inBody(fields.timestamp(), '2026-07-01T09:30:00Z')).toEqual(
      new Date('2026-07-01T09:30:00Z'),
    );
    expect(inBody(fields.timestamp(), 'tomorrow')).toBe(REFUSED);
    expect(inBody(fields.timestamp(), 5)).toBe(REFUSED);
  });

  it('an array has at most 500 items, which nobody looks at in a longer one', () => {
    let looks = 0;
    const item = Joi.object({ a: Joi.any() }).custom((value: unknown) => {
      looks += 1;
      return value;
    });
    const array = (length: number) => Array.from({ length }, () => ({ a: ' x', b: 1 }));

    expect(inBody(fields.array(item), array(500))).toEqual(Array(500).fill({ a: 'x' }));
    expect(looks).toBe(500);
    expect(inBody(fields.array(item), array(501))).toBe(REFUSED);
    expect(inBody(fields.array(item, 3), array(4))).toBe(REFUSED);
    expect(looks).toBe(500);
  });

  it('true and false are no text', () => {
    expect(inBody(fields.flag(), true)).toBe(true);
    expect(inBody(fields.flag(), 'true')).toBe(REFUSED);
    expect(inBody(fields.flag(), 1)).toBe(REFUSED);
  });
});

describe('fields of a query', () => {
  it.each([
    ['1', 1],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', REFUSED],
    ['0', REFUSED],
    ['01', REFUSED],
    ['1.0', REFUSED],
    ['1e3', REFUSED],
    [' 1', REFUSED],
    ['', REFUSED],
    [['1', '2'], REFUSED],
  ])('an integer reads %j as %j', (value, expected) => {
    expect(inQuery(fields.queryInteger(), value)).toBe(expected);
  });

  it.each([
    ['1', 1],
    ['9007199254740993', 9_007_199_254_740_991],
    ['0', REFUSED],
    ['01', REFUSED],
    ['1e3', REFUSED],
    ['', REFUSED],
  ])('an id reads %j as %j', (value, expected) => {
    expect(inQuery(fields.queryId(), value)).toBe(expected);
  });

  it.each([
    ['2026-07-15T12:30:05 02:00', '2026-07-15T10:30:05.000Z'],
    ['2026-07-15 12:30:05 02:00', '2026-07-15T10:30:05.000Z'],
    ['2026-07-15T12:30:05.5 0200', '2026-07-15T10:30:05.000Z'],
    ['2026-07-15T12:30 02', '2026-07-15T10:30:00.000Z'],
    ['2026-07-15 12:30', '2026-07-15T16:30:00.000Z'],
  ])('reads %j, whose + was decoded as a space', (value, instant) => {
    expect(inQuery(fields.since(), value)).toEqual(new Date(instant));
    expect(inQuery(fields.until(), value)).toEqual(new Date(Date.parse(instant) + 1_000));
  });

  it('a body has no + that was decoded', () => {
    expect(inBody(fields.timestamp(), '2026-07-15T12:30:05 02:00')).toBe(REFUSED);
    expect(inBody(fields.timestamp(), '2026-07-15T12:30:05+02:00')).toEqual(
      new Date('2026-07-15T10:30:05Z'),
    );
  });

  it('a range includes the whole second it names', () => {
    expect(inQuery(fields.since(), '2026-07-01T09:30:15.900Z')).toEqual(
      new Date('2026-07-01T09:30:15Z'),
    );
    expect(inQuery(fields.until(), '2026-07-01T09:30:15Z')).toEqual(
      new Date('2026-07-01T09:30:16Z'),
    );
  });

  it('a range that ends on a date includes that local day, even one of 23 hours', () => {
    expect(inQuery(fields.since(), '2026-03-08')).toEqual(new Date('2026-03-08T05:00:00Z'));
    expect(inQuery(fields.until(), '2026-03-08')).toEqual(new Date('2026-03-09T04:00:00Z'));
  });

  it.each([
    ['2026-03-09', new Date('2026-03-09T04:00:00Z')],
    ['2026-02-29', REFUSED],
    ['2026-03-09T10:00:00Z', REFUSED],
  ])('the start of a day reads %j as %j', (value, expected) => {
    expect(inQuery(fields.startOfDay(), value)).toEqual(expected);
  });

  it.each([
    [{}, { page: 1, perPage: 50 }],
    [
      { page: '3', per_page: '100' },
      { page: 3, perPage: 100 },
    ],
    [{ per_page: '101' }, { page: 1, perPage: 100 }],
    [{ per_page: '9007199254740993' }, { page: 1, perPage: 100 }],
    [{ per_page: '1000000000000000000000000' }, { page: 1, perPage: 100 }],
  ])('a page reads %j as %j', (query, expected) => {
    const schema = Joi.object<fields.PageQuery>(fields.pageFields);

    expect(fields.toPage(validate(schema, query, { convert: true, context }))).toEqual(expected);
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: 'x' },
    { page: '9007199254740993' },
    { per_page: '0' },
    { per_page: '1.5' },
    { per_page: '1e3' },
  ])('a page refuses %j', (query) => {
    const schema = Joi.object<fields.PageQuery>(fields.pageFields);

    expect(() => validate(schema, query, { convert: true, context })).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});

describe('validate', () => {
  it('names every offending field in one sentence each', () => {
    const schema = Joi.object({
      job_title: fields.text().required(),
      job_priority: Joi.string().valid('Low', 'High'),
      location: Joi.object({ zip: fields.text() }),
    });
    const body = { job_priority: 'Soon', location: { zip: 5 }, unknown: 1 };

    expect(() => validate(schema, body, { convert: false, context })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message:
          'job_title is required. job_priority must be one of [Low, High]. location.zip must be a string.',
        details: {
          errors: [
            { field: 'job_title', message: 'job_title is required.' },
            { field: 'job_priority', message: 'job_priority must be one of [Low, High].' },
            { field: 'location.zip', message: 'location.zip must be a string.' },
          ],
        },
      }),
    );
  });

  it('trims every text of a body that it reads', () => {
    const schema = Joi.object({
      a: Joi.string().valid('x'),
      b: fields.array(fields.text()),
      c: Joi.object({ d: fields.optionalText(), e: fields.text(255, 3) }),
    });
    const body = { a: ' x', b: ['y\n', '\t\u00a0z'], c: { d: '   ', e: ' abc ' } };

    expect(validate(schema, body, { convert: false, context })).toEqual({
      a: 'x',
      b: ['y', 'z'],
      c: { d: null, e: 'abc' },
    });
    expect(() => validate(schema, { c: { e: ' ab ' } }, { convert: false, context })).toThrow();
  });

  it('leaves out what is optional and blank or null where a body creates, at any depth', () => {
    const schema = Joi.object({
      name: fields.text().required(),
      at: fields.timestamp(),
      colour: fields.oneOf(['red']),
      count: fields.integer().default(7),
      ids: fields.array(fields.id()),
      place: Joi.object({ zip: fields.text(), city: fields.text().required() }),
      rows: fields.array(Joi.object({ note: fields.optionalText() })),
    });
    const blank = { at: '', colour: ' ', count: '', ids: '\t' };
    const body = { name: 'x', ...blank, place: { zip: '', city: 'y' }, rows: [{ note: ' ' }] };
    const read = (given: object, shouldDropBlanks: boolean) =>
      validate(schema, given, { convert: false, context, shouldDropBlanks });

    expect(read(body, true)).toEqual({ name: 'x', count: 7, place: { city: 'y' }, rows: [{}] });
    for (const none of ['', null]) {
      expect(read({ name: 'x', place: none, count: none, ids: none }, true)).toEqual({
        name: 'x',
        count: 7,
      });
    }
    expect(() => read({ name: null }, true)).toThrow('name must be a string.');
    expect(refusedFields(() => read({ name: 'x', count: null }, false))).toEqual(['count']);
    expect(() => read({ ...body, name: ' ', place: { city: '' } }, true)).toThrow(
      'name is not allowed to be empty. place.city is not allowed to be empty.',
    );
    expect(refusedFields(() => read(body, false))).toEqual([
      ...['at', 'colour', 'count', 'ids', 'place.zip'],
    ]);
  });

  it('never looks at what it does not know, nor into what is of another type', () => {
    const looks: string[] = [];
    const watched = (name: string): object =>
      new Proxy(
        {},
        {
          get: (_, member) => {
            // Joi asks of every value whether it is an array or has a type of its own.
            if (typeof member === 'string' && member !== 'constructor') looks.push(name);
            return undefined;
          },
          ownKeys: () => {
            looks.push(name);
            return [];
          },
        },
      );
    const schema = Joi.object({ a: fields.text(), b: Joi.object({ c: fields.integer() }) });
    const body = { b: { c: 1, d: watched('b.d') }, e: watched('e'), f: [watched('f')] };

    expect(validate(schema, body, { convert: false, context })).toEqual({ b: { c: 1 } });
    expect(looks).toEqual([]);
  });

  it('names at most 50 fields and says how many more there are', () => {
    const schema = Joi.object({ ids: fields.array(fields.id()) });

    expect(() =>
      validate(schema, { ids: Array(500).fill('x') }, { convert: false, context }),
    ).toThrow(/ids\[49\] must be a number\. And at least 1 more\.$/);
  });

  it('puts no more errors of an array into words than are named', () => {
    let written = 0;
    const functions = { count: () => (written += 1) };
    const message = Joi.expression('{{#label}} is wrong {count()}', { functions } as object);
    const item = fields.id().messages({ 'number.base': message as unknown as string });
    const schema = Joi.object({ ids: fields.array(item) });

    expect(() =>
      validate(schema, { ids: Array(500).fill('x') }, { convert: false, context }),
    ).toThrow(/^ids\[0\] is wrong 1\. .*And at least 1 more\.$/);
    expect(written).toBe(51);
  });

  it('says of an array that is too long only that, as of any other field', () => {
    const schema = Joi.object({ ids: fields.array(fields.id()), name: fields.text() });
    const body = { ids: Array(501).fill('x'), name: 5 };

    expect(() => validate(schema, body, { convert: false, context })).toThrow(
      /^ids must contain less than or equal to 500 items\. name must be a string\.$/,
    );
  });

  it('asks each item once for the key that no other has', () => {
    const keyOf = jest.fn((item: unknown) => String(Reflect.get(Object(item), 'name')));
    const schema = Joi.object({
      parts: fields.array(Joi.object({ name: fields.text() })).custom(fields.uniqueBy(keyOf)),
    });
    const parts = Array.from({ length: 500 }, (_, at) => ({ name: `P${at}` }));
    const read = (of: object[]) => validate(schema, { parts: of }, { convert: false, context });

    expect(read(parts)).toEqual({ parts });
    expect(keyOf).toHaveBeenCalledTimes(500);
    expect(() => read([{ name: 'A' }, { name: 'B' }, { name: 'A' }])).toThrow(
      /^parts\[2\] contains a duplicate value\.$/,
    );
  });

  it('compares texts and numbers, and nothing at any depth', () => {
    let looks = 0;
    const list = (): unknown[] =>
      Object.defineProperty([], 0, { enumerable: true, get: () => (looks += 1) });
    const schema = Joi.object({
      events: fields.array(fields.oneOf(['a', 'b'])).custom(fields.unique),
      skills: fields
        .array(Joi.object({ name: fields.text() }))
        .custom(fields.uniqueByField('name')),
    });
    const read = (body: object) => validate(schema, body, { convert: false, context });
    const lists = Array.from({ length: 500 }, list);

    expect(() => read({ events: lists, skills: lists.map((name) => ({ name })) })).toThrow();
    expect(looks).toBeLessThan(5_000);
    expect(() => read({ events: ['a', 'b', 'a'] })).toThrow(
      /^events\[2\] contains a duplicate value\.$/,
    );
    expect(() => read({ skills: [{ name: 'x' }, { name: 'y' }, { name: 'x' }] })).toThrow(
      /^skills\[2\] contains a duplicate value\.$/,
    );
    expect(read({ skills: [{}, {}] })).toEqual({ skills: [{}, {}] });
  });

  it('refuses a batch whose entries hold more than 500 items', () => {
    const entry = Joi.object<{ name: string; days: { shifts: number[] }[] }>({
      name: fields.text(),
      days: fields.array(Joi.object({ shifts: fields.array(fields.integer()) })),
    });
    const schema = createBatchSchema(entry, 'name');
    const entries = (...shifts: number[]) =>
      shifts.map((count, at) => ({ name: `E${at}`, days: [{ shifts: Array(count).fill(1) }] }));
    const read = (...shifts: number[]) =>
      validate(schema, { entries: entries(...shifts) }, { convert: false, context });

    expect(() => read(249, 250)).toThrow(/^entries must not hold more than 500 items in all\.$/);
    expect(read(249, 249)).toEqual({ entries: entries(249, 249) });
  });

  it('refuses what a closed object does not know', () => {
    const schema = Joi.object({ limits: Joi.object({ a: fields.integer() }).unknown(false) });
    const body = { limits: { a: 1, b: 2, c: 3 } };
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, at]));

    expect(() => validate(schema, body, { convert: false, context })).toThrow(
      'limits.b is not allowed. limits.c is not allowed.',
    );
    expect(() => validate(schema, { limits: many }, { convert: false, context })).toThrow(
      /limits\.n49 is not allowed\. And at least 1 more\.$/,
    );
  });

  it.each([
    ['query', true],
    ['body', false],
  ])('names the %s where what is wrong is no field of it', (field, convert) => {
    const schema = Joi.object({ a: Joi.any(), b: Joi.any() }).and('a', 'b');

    expect(refusedFields(() => validate(schema, { a: 1 }, { convert, context }))).toEqual([field]);
  });

  it('drops unknown fields', () => {
    const schema = Joi.object({ a: fields.integer() });

    expect(validate(schema, { a: 1, job_id: 2 }, { convert: false, context })).toEqual({ a: 1 });
  });
});
