import { chooseLaneHeight } from './rows';

const rowsWith = (...lanes: readonly number[]) => lanes.map((count) => ({ lanes: count }));

it('shares the height among all lanes', () => {
  expect(chooseLaneHeight(rowsWith(1, 2, 1), 344, 'day')).toBe(80);
});

it('keeps lanes readable where there are many, and not too high where there are few', () => {
  const many = rowsWith(...Array.from({ length: 200 }, () => 1));
  expect(chooseLaneHeight(many, 600, 'day')).toBe(44);
  expect(chooseLaneHeight(many, 600, 'week')).toBe(60);
  expect(chooseLaneHeight(rowsWith(1), 600, 'day')).toBe(108);
  expect(chooseLaneHeight([], 600, 'day')).toBe(108);
});
