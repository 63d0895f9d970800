import { tally } from './tally';

it('counts by key, and of all keys together', () => {
  const counts = tally<string>();
  counts.add('a');
  counts.add('a', 4);
  counts.add('b');
  expect([counts.of('a'), counts.of('b'), counts.of('c'), counts.total()]).toEqual([5, 1, 0, 6]);

  counts.remove('a', 2);
  counts.remove('b');
  expect([counts.of('a'), counts.of('b'), counts.total()]).toEqual([3, 0, 3]);
});

it('never counts less than none', () => {
  const counts = tally<number>();
  counts.add(7, 2);
  counts.remove(7, 3);
  counts.remove(8);
  expect([counts.of(7), counts.of(8), counts.total()]).toEqual([0, 0, 0]);
});
