import pg from 'pg';
import { gather } from './gather';

/** Doubles numbers together, and remembers which were asked together. */
function doubling(): { double(number: number): Promise<number>; asked: number[][] } {
  const asked: number[][] = [];
  const double = gather(async (numbers: readonly number[]) => {
    asked.push([...numbers]);
    return numbers.map((number) => 2 * number);
  });
  return { double, asked };
}

const refusal = (): Error => new pg.DatabaseError('refused', 7, 'error');

it('asks together what is asked in one turn, and answers each its own', async () => {
  const { double, asked } = doubling();

  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(asked).toEqual([[1, 2, 3]]);
});

it('asks anew what is asked later', async () => {
  const { double, asked } = doubling();

  await double(1);
  await double(2);

  expect(asked).toEqual([[1], [2]]);
});

it('asks at most 100 together', async () => {
  const { double, asked } = doubling();
  const numbers = Array.from({ length: 250 }, (_, index) => index);

  const answers = await Promise.all(numbers.map(double));

  expect(answers).toEqual(numbers.map((number) => 2 * number));
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
});

it('fails only who asks what PostgreSQL refuses', async () => {
  const asked: number[][] = [];
  const double = gather(async (numbers: readonly number[]) => {
    asked.push([...numbers]);
    if (numbers.includes(2)) throw refusal();
    return numbers.map((number) => 2 * number);
  });

  const answers = await Promise.allSettled([double(1), double(2), double(3)]);

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(asked).toEqual([[1, 2, 3], [1], [2], [3]]);
});

it('does not ask again when nobody knows what became of the statement', async () => {
  const asked: number[][] = [];
  const double = gather(async (numbers: readonly number[]) => {
    asked.push([...numbers]);
    throw new Error('Connection terminated unexpectedly');
  });

  const answers = await Promise.allSettled([double(1), double(2)]);

  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toEqual([[1, 2]]);
});

it('asks apart what is of different groups, and fails none for another', async () => {
  const asked: string[][] = [];
  const upper = gather(
    async (words: readonly string[]) => {
      asked.push([...words]);
      if (words.includes('bad')) throw new Error('Connection terminated unexpectedly');
      return words.map((word) => word.toUpperCase());
    },
    (word) => word[0],
  );

  const answers = await Promise.allSettled(['ant', 'bad', 'ape', 'bee'].map(upper));

  expect(asked).toEqual([
    ['ant', 'ape'],
    ['bad', 'bee'],
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
});
