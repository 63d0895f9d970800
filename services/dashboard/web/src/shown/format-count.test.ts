import { formatCount } from './format-count';

it.each([
  [0, '0 jobs'],
  [1, '1 job'],
  [1_200, '1,200 jobs'],
])('says how many %d are', (count, said) => expect(formatCount(count, 'job')).toBe(said));

it('takes a plural that is not formed with an s', () => {
  expect([1, 2].map((count) => formatCount(count, 'delivery', 'deliveries'))).toEqual([
    '1 delivery',
    '2 deliveries',
  ]);
});
