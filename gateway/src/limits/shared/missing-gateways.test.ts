import { later, missingIn } from './missing-gateways';

const told = (gateway: string, agoMs: number, known: Record<string, Record<string, number[]>>) => ({
  gateway,
  agoMs,
  admitted: {},
  known,
});

describe('the gateways that are missing in reports', () => {
  it('are those that only others tell of, each as the one tells that knows most', () => {
    const reports = [
      told('a', 30, { b: { '7 reads': [1] }, c: { '7 reads': [5, 9] } }),
      told('b', 20, { c: { '7 reads': [6], '8 reads': [2, 4] }, d: {} }),
    ];

    expect(missingIn(reports)).toEqual([
      { gateway: 'c', agoMs: 20, ages: { '7 reads': [6], '8 reads': [2, 4] } },
      { gateway: 'd', agoMs: 20, ages: {} },
    ]);
  });

  it('are none where all have reported', () => {
    expect(missingIn([told('a', 1, { b: {} }), told('b', 1, { a: {} })])).toEqual([]);
  });
});

it('what was admitted a minute ago or longer counts no more', () => {
  const ages = { '7 reads': [0, 49_999, 50_000], '8 reads': [55_000] };

  expect(later(ages, 10_000)).toEqual({ '7 reads': [10_000, 59_999] });
});
