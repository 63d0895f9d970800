import { createNewNames } from './new-names';

const names = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `x${from + n}`);

it('takes a name once for each key and operation, until the next hour', () => {
  let at = new Date('2026-03-02T12:59:59Z');
  const { listNew } = createNewNames(() => at);

  expect(listNew(1, 'listJobs', ['a', 'b'])).toEqual(['a', 'b']);
  expect(listNew(1, 'listJobs', ['b', 'c'])).toEqual(['c']);
  expect(listNew(1, 'getJob', ['a'])).toEqual(['a']);
  expect(listNew(2, 'listJobs', ['a'])).toEqual(['a']);
  at = new Date('2026-03-02T13:00:00Z');
  expect(listNew(1, 'listJobs', ['a'])).toEqual(['a']);
});

it('remembers 100 names of a key and 10,000 of all', () => {
  const { listNew } = createNewNames(() => new Date(0));

  expect(listNew(0, 'listJobs', names(0, 101))).toHaveLength(100);
  for (let key = 1; key < 100; key += 1) listNew(key, 'listJobs', names(0, 100));
  expect(listNew(100, 'listJobs', ['a'])).toEqual([]);
});
