import { toCents } from './cents';

it.each([
  [19.99, 1_999],
  ['0.29', 29],
  [1_234.5, 123_450],
  [0, 0],
])('%p are %d cents', (amount, cents) => {
  expect(toCents(amount)).toBe(cents);
});

it('are none where nothing was entered', () => {
  expect(toCents('')).toBeUndefined();
});
