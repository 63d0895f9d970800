import fc from 'fast-check';
import { valueFromLists } from './value-from-lists';
import { jsonToLists, type JsonAsLists, type ListValue } from './json-to-lists';
import { ALL, type PartToRead } from './parts-to-read';

interface JsonSize {
  readonly values: number;
  readonly depth: number;
}

const listed = (text: string, mostValues = Infinity): JsonAsLists =>
  jsonToLists(Buffer.from(text), { mostValues, part: ALL });

function measured(text: string): JsonSize {
  const { values, depth } = listed(text);
  return { values, depth };
}

const NO_JSON = Symbol('no JSON');

/** What a text stands for, read by way of lists. */
function read(text: string): unknown {
  const { lists } = listed(text);
  try {
    return lists ? valueFromLists(JSON.parse(Buffer.from(lists).toString()) as ListValue) : NO_JSON;
  } catch {
    return NO_JSON;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}

/** The same by walking what the text stands for. */
function counted(value: unknown): JsonSize {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inside = Object.values(value).map(counted);
  return {
    values: 1 + inside.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
  };
}

describe('listJson', () => {
  it.each<[string, number, number]>([
    ['1', 1, 0],
    [' "" ', 1, 0],
    ['{}', 1, 1],
    ['[ \n\t\r ]', 1, 1],
    ['[[],{}]', 3, 2],
    ['[null,true,-1.5e3,"a"]', 5, 1],
    ['{"a":1,"b":[2,{"c":"d"}]}', 6, 3],
    // Keys are no values, and nothing inside a string counts.
    [String.raw`{",[{\"":",]}\\"}`, 2, 1],
    [String.raw`["\\","\\\""," ]","[ "]`, 5, 1],
    ['{"é":"🔧","\u2028":["ü"]}', 4, 2],
  ])('finds in %s %d values, %d deep', (text, values, depth) => {
    JSON.parse(text);
    expect(measured(text)).toEqual({ values, depth });
  });

  it('counts as a walk does, whatever the document and the blanks in it', () => {
    const confusing = fc.string({ unit: fc.constantFrom(...'"\\[]{},: xé🔧\n') });
    const { document } = fc.letrec((tie) => ({
      document: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        confusing,
        fc.jsonValue(),
        fc.array(tie('document'), { maxLength: 5 }),
        fc.dictionary(confusing, tie('document'), { maxKeys: 5 }),
      ),
    }));
    const indents = fc.constantFrom('', ' ', ' \t\r\n');
    fc.assert(
      fc.property(document, indents, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(measured(text)).toEqual(counted(JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('stops as soon as there are too many values', () => {
    const unread = '[[]],1234,"\\ud800",{"a" 1';

    expect(listed(`[${'1,'.repeat(100)}${unread}`, 100)).toMatchObject({
      values: 101,
      depth: 1,
      digits: 99,
      forbidden: [],
      lists: expect.any(Buffer),
    });
  });

  it.each([
    '{"b":{"a":[]},"a":[{"c":null},1]}',
    ' { "a" \t: [ { } , [ ] ] \n} ',
    '{"1":1,"0":2,"":3,"a":4,"a":{"__proto__":5}}',
    '[1,["a",2],[0],[1,"a",2]]',
    '"text"',
  ])('stands for the same as %s', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ...['{"a"}', '{"a":1,"b"}', '{"a":}', '{"a" 1}', '{"a":1,}', '{,}', '{,"a":1}', '{"a":1:2}'],
    ...['{1:2}', '{1}', '{1,"a":2}', '{{}:1}', '{[]}', '{"a":1 "b":2}', '{"a":"b":1}', '{:1}'],
    ...['["a":1]', '[1,]', '[,1]', '[,]', '[1}', '{"a":1]', '{]', '[}', '{"a":[1}]', '[{"a":1]}'],
    ...['{', '[', '}', ']', '{}}', '[]]', '{}{}', '[][]', '"a', '{"a":"', '{"a', '{"a"', '{"a":'],
    ...['{"a"\u0001:1}', '{\u0001}', '[\u0001]', '{"a":1,\u0001}', '{"a\n":1}', '"\\', ''],
  ])('leaves %j what it is, no JSON', (text) => {
    expect([parsed(text), read(text)]).toEqual([NO_JSON, NO_JSON]);
  });

  it('stands for the same as any text does, JSON or not', () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b":',
        '1',
        'null',
        ' ',
        '"',
        '\\',
        '\u0001',
        '{"a":1}',
      ],
    );
    const anything = fc.array(pieces, { maxLength: 12 }).map((text) => text.join(''));
    const nearJson = fc
      .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), anything)
      .map(([text, at, length, other]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + other.slice(0, length) + text.slice(start + length);
      });
    fc.assert(
      fc.property(fc.oneof(anything, nearJson, fc.json()), (text) => {
        expect(read(text)).toEqual(parsed(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('measures any bytes, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
        const { values } = jsonToLists(Buffer.from(bytes), { mostValues: 100, part: ALL });
        expect(values).toBeGreaterThan(0);
      }),
    );
  });
});

it.each([
  ['strings', '""'],
  ['arrays', '[]'],
  ['objects', '{}'],
])('ends with a text that has more %s than its values may have', (_, text) => {
  let looks = 0;
  const part: PartToRead = {
    ...ALL,
    get isRead() {
      looks += 1;
      return true;
    },
    item() {
      looks += 1;
      return ALL;
    },
  };

  const { lists } = jsonToLists(Buffer.from(text.repeat(5_000)), { mostValues: 100, part });

  expect(lists).toBeUndefined();
  expect(looks).toBeLessThanOrEqual(201);
});
