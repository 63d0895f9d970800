import fc from 'fast-check';
import { readTime } from './read-time';

it.each([
  ['2026-07-01 12:00:00+00', '2026-07-01T12:00:00.000Z'],
  ['2026-07-01 12:00:00.25+00', '2026-07-01T12:00:00.250Z'],
  ['2024-02-29 23:59:59.999999+00', '2024-02-29T23:59:59.999Z'],
  ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31 23:59:59.000001+00', '9999-12-31T23:59:59.000Z'],
])('%s is %s', (text, iso) => {
  expect(readTime(text).toISOString()).toBe(iso);
});

it('reads every time of the years 1 to 9999', () => {
  const bounds = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') };
  fc.assert(
    fc.property(fc.date({ ...bounds, noInvalidDate: true }), fc.nat(999), (time, microseconds) => {
      const [date, clock = ''] = time.toISOString().split('T');
      const text = `${date} ${clock.slice(0, -1)}${String(microseconds).padStart(3, '0')}+00`;
      expect(readTime(text)).toEqual(time);
    }),
    { numRuns: 2000 },
  );
});
