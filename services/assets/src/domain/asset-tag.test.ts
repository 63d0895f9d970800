import { formatAssetTag } from './asset';

it.each([
  [1, 'AST-000001'],
  [42, 'AST-000042'],
  [999_999, 'AST-999999'],
  [1_000_000, 'AST-1000000'],
])('makes of %d the tag %s', (number, tag) => {
  expect(formatAssetTag(number)).toBe(tag);
});
