import { trimText } from '@svc/contracts';
import fc from 'fast-check';
import type { CompanyWithList, Query } from './list-input';

const LETTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function describeSearch(field: string, newCompany: () => Promise<CompanyWithList>): void {
  it(`finds any part of ${field} in any case and form, and takes % and _ for themselves`, async () => {
    const { keys, record } = await newCompany();
    const sought = await record({ [field]: 'Cooling ÖLPUMPE 100%_\\ of №7 ΟΔΟΣ e\u0301' });
    await record({ [field]: '1000 QQ' });
    const found = ['Cooling', 'COOL', 'ölpumpe', 'ÖL', 'lp', 'ö', '№', '100%', '%_', '_\\', '%'];
    found.push('O\u0308lpumpe', 'οδος', 'οδοσ', 'É', 'é', '\u200Bcool\u2060');
    const cases: readonly (readonly [term: string, keys: readonly unknown[]])[] = [
      ...[...found, '_', '\\', '  pumpe  ', 'g ö'].map((term) => [term, [sought]] as const),
      ...['nowhere', '10%0', 'c_oling', 'c%g', 'olpumpe', '\\\\'].map(
        (term) => [term, []] as const,
      ),
    ];

    const outcomes: unknown[] = [];
    for (const [search] of cases) outcomes.push([search, await keys({ search })]);

    expect(outcomes).toEqual(cases);
  });

  it(`finds whatever stands in ${field} by whatever part of it`, async () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const { list, keysOf, record } = await newCompany();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(names, fc.nat(19), fc.nat(19), async (name, start, length) => {
        fc.pre(trimText(name) !== '');
        made += 1;
        // A letter is found as a whole, with its accents.
        const letters = [...LETTERS.segment(`${made} ${name}`.trim())].map(
          ({ segment }) => segment,
        );
        const term = letters.slice(start, start + length + 1).join('');
        fc.pre(trimText(term) !== '' && term.isWellFormed());
        const sought = await record({ [field]: `${made} ${name}` });

        expect(keysOf(await list({ search: term, per_page: 100 }))).toContain(sought);
      }),
      { numRuns: 50 },
    );
  });
}

/** Creation times in New York; 01:30 comes twice on 1 November. */
const TIMES = [
  '2026-03-08T04:59:59.400Z', // 7 March, 23:59:59
  '2026-03-08T05:00:00.900Z', // 8 March, 00:00:00
  '2026-03-08T07:30:00Z', // 03:30, which 02:30 moves forward to
  '2026-03-09T03:59:59.999Z', // 23:59:59
  '2026-03-09T04:00:00Z', // 9 March, 00:00:00
  '2026-11-01T05:30:00Z', // 1 November, 01:30
  '2026-11-01T06:30:00Z', // 01:30 again
] as const;

export function describeTimes(newCompany: () => Promise<CompanyWithList>): void {
  it('reads times as the decisions say', async () => {
    const { keys, record, inOrder } = await newCompany();
    const made: unknown[] = [];
    for (const at of TIMES) made.push(await record({ at }));
    const from = (first: number, last = TIMES.length - 1) =>
      Array.from({ length: last - first + 1 }, (_, n) => first + n);
    const cases: readonly (readonly [query: Query, positions: readonly number[]])[] = [
      [{ created_after: '2026-03-08' }, from(1)],
      [{ created_before: '2026-03-08' }, from(0, 3)],
      [{ created_before: '2026-03-07' }, [0]],
      [{ created_after: '2026-03-08', created_before: '2026-03-08' }, from(1, 3)],
      [{ created_after: '2026-03-09' }, from(4)],
      // Both ends are inclusive, at the precision of responses.
      [{ created_after: '2026-03-08T05:00:00Z' }, from(1)],
      [{ created_after: '2026-03-08T05:00:00.999Z' }, from(1)],
      [{ created_after: '2026-03-08T05:00:01Z' }, from(2)],
      [{ created_before: '2026-03-08T05:00:00Z' }, from(0, 1)],
      [{ created_before: '2026-03-08T04:59:59Z' }, [0]],
      [{ created_before: '2026-03-08T00:00:00' }, from(0, 1)],
      [{ created_before: '2026-03-08 00:00' }, from(0, 1)],
      [{ created_after: '2026-03-08T00:00:00-05:00' }, from(1)],
      [{ created_after: '2026-03-08T06:00:00+01:00' }, from(1)],
      // A `+` that is not encoded becomes a space.
      [{ created_after: '2026-03-08T06:00:00 01:00' }, from(1)],
      [{ created_before: '2026-03-08 06:00:00 0100' }, from(0, 1)],
      [{ created_after: '2026-03-08T02:30', created_before: '2026-03-08 02:30:00' }, [2]],
      [{ created_after: '2026-11-01T01:30', created_before: '2026-11-01T01:30:00' }, [5]],
      [{ created_after: '2026-11-01T01:30:00' }, from(5)],
      [{ created_after: '2026-11-01T06:30:01Z' }, []],
      [{ created_before: '0001-01-01' }, []],
      [{ created_before: '9999-12-31T23:59:59+14:00' }, from(0)],
    ];

    const found: unknown[] = [];
    for (const [query] of cases) found.push([query, await keys(query)]);

    expect(found).toEqual(
      cases.map(([query, positions]) => [query, inOrder(positions.map((at) => made[at]))]),
    );
  });
}
