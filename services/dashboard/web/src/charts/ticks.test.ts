import { listDays, createTicks } from './ticks';

describe('ticksOf', () => {
  it.each([
    [0, 10, 6, [0, 2, 4, 6, 8, 10]],
    [3, 97, 5, [0, 50, 100]],
    [498, 503, 6, [498, 499, 500, 501, 502, 503]],
    [0, 0.3, 4, [0, 0.1, 0.2, 0.3]],
    [0, 0, 5, [0, 0.5, 1]],
    [7, 7, 5, [7, 7.5, 8]],
    [12_000, 88_000, 5, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
  ])('writes %d to %d with some %d round numbers', (low, high, most, ticks) => {
    expect(createTicks(low, high, most)).toEqual(ticks);
  });
});

describe('daysBetween', () => {
  const days = (first: string, last: string, most: number): string[] =>
    listDays(Date.parse(first), Date.parse(last), most).map((day) =>
      new Date(day).toISOString().slice(0, 10),
    );

  it('names each day once where there are few', () => {
    expect(days('2026-03-01', '2026-03-03', 6)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
    expect(days('2026-03-01', '2026-03-01', 6)).toEqual(['2026-03-01']);
  });

  it('leaves days out where there are many', () => {
    expect(days('2026-01-01', '2026-01-10', 4)).toEqual([
      '2026-01-01',
      '2026-01-04',
      '2026-01-07',
      '2026-01-10',
    ]);
    expect(days('2025-01-01', '2026-12-31', 5)).toHaveLength(5);
  });
});
