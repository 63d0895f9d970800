import fc from 'fast-check';
import { measureJson, type JsonSize } from './measure-json';

const measured = (text: string, mostValues = Infinity): JsonSize =>
  measureJson(Buffer.from(text), mostValues);

/** The same by walking what the text stands for. */
function counted(value: unknown): JsonSize {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inside = Object.values(value).map(counted);
  return {
    values: 1 + inside.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
  };
}

describe('measureJson', () => {
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
    let read = 0;
    const text = new Proxy(Buffer.from(`[${'1,'.repeat(500_000)}1]`), {
      get(target, name) {
        read += 1;
        return Reflect.get(target, name, target) as unknown;
      },
    });

    expect(measureJson(text, 100).values).toBe(101);
    expect(read).toBeLessThan(1_000);
  });

  it('measures any bytes, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
        expect(measureJson(bytes, 100).values).toBeGreaterThan(0);
      }),
    );
  });
});
