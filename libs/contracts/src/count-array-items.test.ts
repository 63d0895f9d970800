import { countArrayItems } from './count-array-items';

it.each([
  [null, 0],
  ['text', 0],
  [{ name: 'Unit', address: { city: 'Rome' } }, 0],
  [{ ids: [1, 2], skills: [{ name: 'A' }], notes: null }, 3],
  [{ meters: [{ readings: [1, 2, 3] }, { readings: [] }], area: { ids: [1] } }, 6],
])('counts the items inside %j', (value, expected) => {
  expect(countArrayItems(value)).toBe(expected);
});
