import { reachesThreshold } from './meter';

const meter = { companyId: 1, id: 2, assetId: 3, name: 'Run hours', unit: 'h' };

it.each([
  [499.99, false],
  [500, true],
  [500.01, true],
])('says of a reading of %d at a threshold of 500: %s', (value, reached) => {
  expect(reachesThreshold({ ...meter, threshold: 500 }, value)).toBe(reached);
});

it('has a threshold of 0 reached by every reading, and none by nothing', () => {
  expect(reachesThreshold({ ...meter, threshold: 0 }, 0)).toBe(true);
  expect(reachesThreshold({ ...meter, threshold: null }, 1e9)).toBe(false);
});
