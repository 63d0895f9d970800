import { readSizes } from './read-sizes';

const MIB = 1024 * 1024;

it('are the most that a service answers, while records are small', () => {
  const sizes = readSizes();
  expect(sizes.most('jobs of 1')).toBe(100);

  sizes.answered('jobs of 1', 100, 0.2 * MIB);

  expect(sizes.most('jobs of 1')).toBe(100);
});

it('are such that an answer has some two MiB, of the company with large ones alone', () => {
  const sizes = readSizes();

  sizes.answered('jobs of 1', 20, 10 * MIB);

  expect(sizes.most('jobs of 1')).toBe(4);
  expect(sizes.most('jobs of 2')).toBe(100);
});

it('are at least one', () => {
  const sizes = readSizes();

  sizes.answered('jobs of 1', 1, 12 * MIB);
  expect(sizes.most('jobs of 1')).toBe(1);

  sizes.failed('jobs of 1', 1);
  expect(sizes.most('jobs of 1')).toBe(1);
});

it('are much smaller after a failure, and grow again by and by', () => {
  const sizes = readSizes();

  sizes.failed('jobs of 1', 60);
  const seen = [sizes.most('jobs of 1')];
  for (let read = 0; read < 5; read += 1) {
    sizes.answered('jobs of 1', 5, 0.01 * MIB);
    seen.push(sizes.most('jobs of 1'));
  }

  expect(seen).toEqual([15, 30, 60, 100, 100, 100]);
});
