import { DomainError } from '@svc/contracts';
import type { ChangePosition } from '@svc/kernel';
import fc from 'fast-check';
import { MAX_CURSOR_CHARACTERS, readCursor, writeCursor, type CursorOwner } from './cursor';

const AT = new Date('2026-03-02T12:00:00Z');
const OWNER: CursorOwner = { list: 'listJobs', companyId: 7, filters: { status: 'Pending' } };
const PLACE: ChangePosition = { generation: '0a-00000001', transaction: '4711', key: 31 };
const CURSOR = writeCursor(OWNER, AT, PLACE);

const FAR = 1_000_000_000_000_000;
const places = fc.record({
  generation: fc.stringMatching(/^[0-9A-Fa-f-]{1,60}$/),
  transaction: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }).map(String),
  key: fc.nat(FAR),
});
const filters = fc.dictionary(
  fc.string(),
  fc.oneof(fc.string(), fc.integer(), fc.constant(undefined)),
);

function read(cursor: string, owner = OWNER, at = AT): ChangePosition | string | undefined {
  try {
    return readCursor(cursor, owner, at);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect([error.code, error.details]).toEqual([
      'validation_failed',
      { errors: [{ field: 'cursor', message: error.message }] },
    ]);
    return error.message;
  }
}

function saying(index: number, value: unknown): string {
  const written = JSON.parse(Buffer.from(CURSOR, 'base64url').toString()) as unknown[];
  return Buffer.from(JSON.stringify(written.with(index, value))).toString('base64url');
}

it('begins where it is empty', () => {
  expect(read('')).toBeUndefined();
});

it('leads back to its place, whatever the filters and the order in which they were sent', () => {
  fc.assert(
    fc.property(places, filters, fc.nat(FAR), (place, given, companyId) => {
      const owner = { ...OWNER, companyId, filters: given };
      const turned = Object.fromEntries(Object.entries(given).reverse());

      const cursor = writeCursor(owner, AT, place);

      expect(read(cursor, { ...owner, filters: turned })).toEqual(place);
      expect(cursor.length).toBeLessThanOrEqual(MAX_CURSOR_CHARACTERS);
    }),
  );
});

it.each([
  ['another company or mode', { ...OWNER, companyId: 8 }, /another company or another mode/],
  ['another list', { ...OWNER, list: 'listAssets' }, /another list, listJobs/],
  ['another filter', { ...OWNER, filters: { status: 'Paid' } }, /other filters/],
  ['one filter more', { ...OWNER, filters: { ...OWNER.filters, search: 'x' } }, /other filters/],
  ['one filter less', { ...OWNER, filters: {} }, /other filters/],
])('is refused by %s', (_, owner, why) => {
  expect(read(CURSOR, owner)).toMatch(why);
});

it('lasts thirty days', () => {
  const days = (count: number, more = 0): Date =>
    new Date(AT.getTime() + count * 86_400_000 + more);

  expect(read(CURSOR, OWNER, days(30))).toEqual(PLACE);
  expect(read(CURSOR, OWNER, days(30, 1_000))).toMatch(/older than 30 days/);
});

it('of another release is refused as such, and as nothing else', () => {
  expect(read(saying(0, 2))).toMatch(/another release/);
  const shorter = Buffer.from(JSON.stringify([2, 'listJobs'])).toString('base64url');
  expect(read(shorter)).toMatch(/another release/);
});

it.each([
  ['no number for a company', 2, '7'],
  ['a digest of another length', 3, 'abc'],
  ['a moment below zero', 4, -1],
  ['a generation with a quote', 5, "0a'"],
  ['a transaction that no database counts to', 6, '9'.repeat(19)],
  ['a transaction with a zero in front', 6, '07'],
  ['a transaction that is a number', 6, 4711],
  ['a key that is none', 7, 1.5],
])('with %s is none of ours', (_, index, value) => {
  expect(read(saying(index, value))).toMatch(/not one that this list returned/);
});

it('is refused or leads to a place that could be written, whatever it says', () => {
  const said = fc.tuple(fc.nat(8), fc.oneof(fc.anything(), fc.json(), fc.string()));
  const texts = fc.oneof(
    said.map(([index, value]) => {
      const written = JSON.parse(Buffer.from(CURSOR, 'base64url').toString()) as unknown[];
      written[index] = value;
      return Buffer.from(JSON.stringify(written, (_, each: unknown) => shown(each))).toString(
        'base64url',
      );
    }),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const found = read(text);

      if (typeof found !== 'object') return;
      expect(read(writeCursor(OWNER, AT, found))).toEqual(found);
    }),
    { numRuns: 200 },
  );
});

const shown = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
