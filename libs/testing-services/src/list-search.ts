import { trimText } from '@svc/contracts';
import fc from 'fast-check';
import type { CompanyWithList } from './list-input';

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
