import { IANAZone } from 'luxon';
import { getOffsets, findZoneRules } from './zone-offsets';

const HOUR = 3_600_000;
const ZONE = 'America/Argentina/Buenos_Aires';

afterEach(() => jest.restoreAllMocks());

const spelling = (number: number): string =>
  [...ZONE.toLowerCase()]
    .map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter))
    .join('');

it('a time of a year that nobody has asked for costs a few questions to Intl, and later ones of its day none', () => {
  const asked = jest.spyOn(IANAZone.prototype, 'offset');
  const offsetAt = getOffsets(ZONE);
  const times = Array.from({ length: 200 }, (_, year) => Date.UTC(1900 + year, 5, 15, 12));

  const offsets = times.map(offsetAt);

  expect(asked.mock.calls.length).toBeLessThanOrEqual(3 * times.length);
  asked.mockClear();
  expect(times.map((time) => offsetAt(time + HOUR))).toEqual(offsets);
  expect(asked).not.toHaveBeenCalled();
});

it('remembers a zone once, however its name is written', () => {
  const created = jest.spyOn(IANAZone, 'create');
  const spellings = new Set(Array.from({ length: 3_000 }, (_, number) => spelling(number)));
  expect(spellings.size).toBeGreaterThan(1_000);

  for (const each of spellings) expect(getOffsets(each)(Date.UTC(2026, 0, 1))).toBe(-3 * HOUR);

  expect(new Set(created.mock.calls.flat()).size).toBe(1);
});

it('lists the rules of a zone between two instants', () => {
  const rules = findZoneRules('America/New_York', Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1));
  expect(rules).toEqual([
    { from: Date.parse('2026-01-01T00:00:00Z'), offset: -5 * HOUR },
    { from: Date.parse('2026-03-08T07:00:00Z'), offset: -4 * HOUR },
    { from: Date.parse('2026-11-01T06:00:00Z'), offset: -5 * HOUR },
  ]);
});

it('lists changes that are only weeks apart', () => {
  const rules = findZoneRules('Africa/Casablanca', Date.UTC(2027, 0, 1), Date.UTC(2028, 0, 1));
  expect(rules.map(({ offset }) => offset / HOUR)).toEqual([1, 0, 1]);
});
