import { formatSuccessRate } from './success-rate';

it.each([
  [0, 0, undefined],
  [5, 0, '100% succeeded'],
  [1_999, 1, '99.9% succeeded'],
  [99_999, 1, '99.9% succeeded'],
  [2, 1, '66.6% succeeded'],
  [0, 3, '0% succeeded'],
])('of %d that succeeded and %d that failed: %s', (succeeded, failed, text) => {
  expect(formatSuccessRate(succeeded, failed)).toBe(text);
});
