import fc from 'fast-check';
import { JSON_VALUES_LIMIT } from '@svc/contracts';
import { operationsIn, type Place } from './operations-in';

const MOST = 100;

const bodiesIn = (text: string): (string | undefined)[] => {
  const bytes = Buffer.from(text);
  return operationsIn(bytes, MOST).map(
    ({ body }) => body && bytes.toString('utf8', body.start, body.end),
  );
};

/** A JSON text of a value in one of the many ways in which it can be written. */
const written = (value: unknown, blank: string, isEscaped: boolean): string => {
  const text = (part: string): string =>
    isEscaped ? `"${[...part].map(escaped).join('')}"` : JSON.stringify(part);
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item) => written(item, blank, isEscaped))
    : Object.entries(value).map(
        ([name, member]) => `${text(name)}${blank}:${blank}${written(member, blank, isEscaped)}`,
      );
  const inside = parts.join(`${blank},${blank}`);
  return Array.isArray(value) ? `[${blank}${inside}${blank}]` : `{${blank}${inside}${blank}}`;
};

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => String.raw`\u` + character.charCodeAt(at).toString(16).padStart(4, '0'),
  ).join('');

const names = fc.oneof(
  fc.constantFrom('operations', 'body', 'a', '"', '\\', '{', '[', ','),
  fc.string(),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
})).value;

it('finds the operations and bodies that JSON.parse finds, however the text is written', () => {
  const bulks = fc.oneof(values, fc.record({ operations: fc.array(values), a: values }));
  fc.assert(
    fc.property(bulks, fc.constantFrom('', ' ', '\n\t'), fc.boolean(), (bulk, blank, isEscaped) => {
      const text = written(bulk, blank, isEscaped);
      const parsed = JSON.parse(text) as unknown;
      const isObject = (value: unknown): boolean =>
        typeof value === 'object' && value !== null && !Array.isArray(value);
      const given: unknown = isObject(parsed) && Reflect.get(Object(parsed), 'operations');
      const expected = Array.isArray(given)
        ? given.map((one: unknown) =>
            isObject(one) ? (Reflect.get(Object(one), 'body') as unknown) : undefined,
          )
        : [];

      expect(bodiesIn(text).map((body) => body && (JSON.parse(body) as unknown))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('finds what says where an operation goes', () => {
  const text = '{"operations":[{"id": 7 ,"x":{"id":8},"sub":"a","method":"PUT","location_id":9}]}';
  const [{ method, id, location_id, sub, body } = {}] = operationsIn(Buffer.from(text), MOST);
  const read = (place: Place | undefined) => place && text.slice(place.start, place.end).trim();

  expect([method, id, location_id, sub, body].map(read)).toEqual([
    '"PUT"',
    '7',
    '9',
    '"a"',
    undefined,
  ]);
});

it('takes the last of several members of a name, as JSON.parse', () => {
  const text = '{"operations":[{"body":1}],"operations":[{"body":{"a":1},"body":{"b":2}}]}';

  expect(bodiesIn(text)).toEqual(['{"b":2}']);
});

it('stops after one more than there may be', () => {
  const text = JSON.stringify({ operations: Array(5_000).fill({}) });

  expect(bodiesIn(text)).toHaveLength(MOST + 1);
});

it('ends with any bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((all) => Buffer.from(all)),
    fc
      .string({ unit: fc.constantFrom(...'{}[]":,\\ 1ob'), maxLength: 60 })
      .map((all) => Buffer.from(`{"operations":${all}`)),
  );
  fc.assert(
    fc.property(bytes, (text) => {
      expect(operationsIn(text, MOST).length).toBeLessThanOrEqual(MOST + 1);
    }),
    { numRuns: 1_000 },
  );
});

it('looks behind no more members than a body may have values', () => {
  const after = (members: number): string =>
    `{"operations":[{${'"":0,'.repeat(members)}"body":1},{"body":2}]}`;

  // The list itself is a member, and so are the two bodies.
  expect(bodiesIn(after(JSON_VALUES_LIMIT - 3))).toEqual(['1', '2']);
  expect(bodiesIn(after(JSON_VALUES_LIMIT))).toEqual([undefined]);
});
