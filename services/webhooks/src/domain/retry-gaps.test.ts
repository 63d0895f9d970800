import { planNextAttempt, parseDuration, STANDARD_GAPS_MS } from './retry-gaps';

const endedAt = new Date('2026-03-02T14:15:00Z');
const MIDDLE = (): number => 0.5;

const gapAfter = (number: number, retryAfterSeconds: number | null = null, random = MIDDLE) => {
  const next = planNextAttempt({ number, endedAt, retryAfterSeconds }, STANDARD_GAPS_MS, random);
  return next && (next.getTime() - endedAt.getTime()) / 1_000;
};

it('has the gaps of the decisions: eight attempts over about 15 hours', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((number) => gapAfter(number))).toEqual([
    15, 60, 300, 1_800, 7_200, 14_400, 30_600,
  ]);
  expect(gapAfter(8)).toBeUndefined();
});

it('spreads each gap by a tenth either way', () => {
  expect(gapAfter(2, null, () => 0)).toBe(54);
  expect(gapAfter(2, null, () => 1)).toBe(66);
});

it('honours a longer Retry-After up to twice the gap', () => {
  expect(gapAfter(2, 10)).toBe(60);
  expect(gapAfter(2, 90)).toBe(90);
  expect(gapAfter(2, 3_600)).toBe(120);
});

it.each([
  ['1s', 1_000],
  ['250ms', 250],
  ['5m', 300_000],
  ['8h30m', 30_600_000],
  ['1', undefined],
  ['s', undefined],
  ['1s ', undefined],
  ['-1s', undefined],
])('reads the duration %j', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});
