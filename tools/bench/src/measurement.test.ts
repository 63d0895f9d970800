import { calculateRatio, interleave, isMet, isUnclear, median, type Finding } from './measurement';

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('takes the median of %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

it('takes a value without a bound as it is', () => {
  expect(isMet({ what: '', unit: '', value: 7, detail: '' })).toBe(true);
});

it('measures variants in turns, the order turned around each round', async () => {
  const order: string[] = [];
  const variant = (name: string) => async (): Promise<string> => {
    order.push(name);
    return `${name}${order.length}`;
  };

  const results = await interleave(3, [variant('a'), variant('b')]);

  expect(order.join('')).toBe('abbaab');
  expect(results).toEqual([
    ['a1', 'a4', 'a5'],
    ['b2', 'b3', 'b6'],
  ]);
});

it.each<[number, NonNullable<Finding['bound']>, boolean]>([
  [0.7, { atLeast: 0.7 }, true],
  [0.69, { atLeast: 0.7 }, false],
  [1.5, { atMost: 1.5 }, true],
  [1.51, { atMost: 1.5 }, false],
])('judges %d against %j', (value, bound, expected) => {
  expect(isMet({ what: '', unit: '', value, bound, detail: '' })).toBe(expected);
});

const finding = (overrides: Partial<Finding>): Finding => ({
  what: 'a line',
  unit: 'times',
  value: 1,
  detail: '',
  ...overrides,
});

it('compares medians, and each round with the one it stood beside', () => {
  expect(calculateRatio([10, 30, 20], [10, 10, 40])).toEqual({ value: 2, spread: [0.5, 3] });
});

it('calls a line unclear whose rounds lie on both sides of its bound', () => {
  const near = finding({ value: 0.65, bound: { atLeast: 0.6 }, spread: [0.5, 0.8] });
  const far = finding({ value: 0.65, bound: { atLeast: 0.6 }, spread: [0.61, 0.8] });
  const below = finding({ value: 2.5, bound: { atMost: 2 }, spread: [1.9, 2.6] });

  expect([near, far, below].map(isMet)).toEqual([true, true, false]);
  expect([near, far, below].map(isUnclear)).toEqual([true, false, true]);
});

it('knows no doubt without a bound or rounds', () => {
  expect(isUnclear(finding({ spread: [0, 9] }))).toBe(false);
  expect(isUnclear(finding({ bound: { atLeast: 0.6 } }))).toBe(false);
});
