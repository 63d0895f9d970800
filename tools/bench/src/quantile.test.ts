import { quantile } from './quantile';

const HUNDRED = Array.from({ length: 100 }, (_, index) => 100 - index);

it.each([
  [0.5, 51],
  [0.99, 100],
  [1, 100],
])('takes the value below which %d of the values lie', (share, expected) => {
  expect(quantile(HUNDRED, share)).toBe(expected);
});

it('has no value for none', () => {
  expect(quantile([], 0.5)).toBeNaN();
});
