import fc from 'fast-check';
import { jsonInPieces, parseInPieces } from './json-in-pieces';

const written = async (body: object): Promise<string> => {
  const { first, last } = await jsonInPieces(body);
  return `${Buffer.concat(first).toString()}${last}}`;
};

/** How often other work has its turn until something is done. */
async function turnsUntil(done: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const taken = (): void => {
    turns += 1;
    if (!isDone) setImmediate(taken);
  };
  setImmediate(taken);
  await done;
  isDone = true;
  return turns;
}

const LARGEST_ROW = { before: '\u0001'.repeat(10_000), after: '\u0002'.repeat(10_000) };
const small = Array.from({ length: 15 }, (_, id) => ({ id }));
/** Those before the large ones tell nothing of them. */
const LARGEST_PAGE = [...small, ...Array<object>(85).fill(LARGEST_ROW)];

it.each<[string, object]>([
  ['no list', { success: true, data: { id: 1 }, item_id: undefined }],
  ['an empty list', { success: true, data: [], pagination: { total: 0 } }],
  ['a list with more', { success: true, message: 'Done.', data: [1, 'é', null], item_id: 7 }],
  ['a list alone', { data: small }],
  ['a record with lists', { success: true, data: { id: 1, none: undefined, a: small, b: [1] } }],
  ['the largest page', { success: true, data: LARGEST_PAGE, pagination: { total: 100 } }],
])('writes and reads %s as JSON does', async (_, body) => {
  const json = JSON.stringify(body);

  expect(await written(body)).toBe(json);
  expect(await parseInPieces(Buffer.from(json))).toEqual(JSON.parse(json));
});

it('writes and reads lists of any rows as JSON does', async () => {
  const texts = fc
    .constantFrom('a', '"\\', '],[{', '\u{1f600}', '\u0001')
    .chain((unit) => fc.integer({ min: 0, max: 9_000 }).map((count) => unit.repeat(count)));
  const rows = fc.array(fc.oneof(fc.jsonValue(), texts, fc.record({ a: texts, b: texts })));
  await fc.assert(
    fc.asyncProperty(rows, async (data) => {
      const body = { success: true, data, pagination: { total: 1 } };
      const json = JSON.stringify(body);
      expect(await written(body)).toBe(json);
      expect(await parseInPieces(Buffer.from(json))).toEqual(JSON.parse(json));
    }),
    { numRuns: 100 },
  );
}, 30_000);

it('lets others have their turns between pieces of a large page, and loses none for a small one', async () => {
  const page = { success: true, data: LARGEST_PAGE };
  const record = { success: true, data: { id: 1, locations: LARGEST_PAGE } };
  const usual = { success: true, data: Array<object>(50).fill({ text: 'x'.repeat(700) }) };
  const json = Buffer.from(JSON.stringify(page));

  expect(await turnsUntil(jsonInPieces(page))).toBeGreaterThanOrEqual(70);
  expect(await turnsUntil(jsonInPieces(record))).toBeGreaterThanOrEqual(70);
  expect(await turnsUntil(parseInPieces(json))).toBeGreaterThanOrEqual(70);
  expect(await turnsUntil(jsonInPieces(usual))).toBe(0);
});

it.each(['{"success":true,"data":[', '{"success":true,"data":[{"a":1}', 'x', '{"data":[1]'])(
  'refuses what is no JSON: %s',
  async (start) => {
    await expect(parseInPieces(Buffer.from(start))).rejects.toThrow(SyntaxError);
    const long = `${start}${'"'.padEnd(200_000)}`;
    await expect(parseInPieces(Buffer.from(long))).rejects.toThrow(SyntaxError);
  },
);
