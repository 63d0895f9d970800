import { yieldToEventLoop } from '@svc/kernel';
import pg from 'pg';
import { batchQueries } from './batch-queries';

function doubling(): { double(number: number): Promise<number>; asked: number[][] } {
  const asked: number[][] = [];
  const double = batchQueries(async (numbers: readonly number[]) => {
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
  const double = batchQueries(async (numbers: readonly number[]) => {
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
  const double = batchQueries(async (numbers: readonly number[]) => {
    asked.push([...numbers]);
    throw new Error('Connection terminated unexpectedly');
  });

  const answers = await Promise.allSettled([double(1), double(2)]);

  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toEqual([[1, 2]]);
});

it('asks apart what is of different groups, and fails none for another', async () => {
  const asked: string[][] = [];
  const upper = batchQueries(
    async (words: readonly string[]) => {
      asked.push([...words]);
      if (words.includes('bad')) throw new Error('Connection terminated unexpectedly');
      return words.map((word) => word.toUpperCase());
    },
    { groupBy: (word) => word[0] },
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

describe('a group', () => {
  function held(now?: () => number) {
    const asked: string[][] = [];
    const ends: ((error?: Error) => void)[] = [];
    const upper = batchQueries(
      (words: readonly string[]) =>
        new Promise<string[]>((resolve, reject) => {
          asked.push([...words]);
          ends.push((error) =>
            error ? reject(error) : resolve(words.map((word) => word.toUpperCase())),
          );
        }),
      { groupBy: (word) => word[0], maxConcurrent: 1, now },
    );
    const end = async (error?: Error): Promise<void> => {
      ends.shift()?.(error);
      await settled();
    };
    return { upper, asked, end };
  }
  const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

  it('has one statement under way; what it is asked meanwhile shares the next', async () => {
    const { upper, asked, end } = held();
    const first = upper('ant');
    await settled();
    const later = [upper('ape'), upper('bee')];
    await settled();
    later.push(upper('auk'));
    await settled();
    expect(asked).toEqual([['ant'], ['bee']]);

    await end();
    await end();
    expect(asked).toEqual([['ant'], ['bee'], ['ape', 'auk']]);
    await end();

    expect(await Promise.all([first, ...later])).toEqual(['ANT', 'APE', 'BEE', 'AUK']);
    void upper('asp');
    await settled();
    expect(asked).toHaveLength(4);
  });

  it('is asked one by one, and not all at once, what PostgreSQL refuses', async () => {
    const { upper, asked, end } = held();
    const answers = Promise.allSettled(['ant', 'ape'].map(upper));
    await settled();

    await end(refusal());
    expect(asked).toEqual([['ant', 'ape'], ['ant']]);
    await end();
    expect(asked).toEqual([['ant', 'ape'], ['ant'], ['ape']]);
    await end(refusal());

    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it.each(['55P03', '57014'])('is not asked again what waited too long: %s', async (code) => {
    const { upper, asked, end } = held();
    const answers = Promise.allSettled(['ant', 'ape'].map(upper));
    await settled();

    await end(Object.assign(refusal(), { code }));

    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toEqual([['ant', 'ape']]);
  });

  it('is not asked what has waited for more than eight seconds', async () => {
    let nowMs = 0;
    const { upper, asked, end } = held(() => nowMs);
    const first = upper('ant');
    await settled();
    const late = upper('ape');
    await settled();
    nowMs = 1;
    const inTime = upper('auk');
    await settled();

    const refused = expect(late).rejects.toThrow('Timed out waiting for a slot.');
    nowMs = 8_001;
    await end();
    await refused;
    expect(asked).toEqual([['ant'], ['auk']]);
    await end();

    expect(await Promise.all([first, inTime])).toEqual(['ANT', 'AUK']);
  });
});

function repeating() {
  const asked: string[][] = [];
  const ends: (() => void)[] = [];
  const repeat = batchQueries(
    (words: readonly string[]) =>
      new Promise<readonly string[]>((resolve) => {
        asked.push([...words]);
        ends.push(() => resolve(words));
      }),
    { groupBy: (word) => word[0], maxConcurrent: 2 },
  );
  return { repeat, asked, ends };
}

it('has two statements of a group under way, and asks together what comes meanwhile', async () => {
  const { repeat, asked, ends } = repeating();
  const answers: Promise<string>[] = [];
  for (const word of ['ant', 'ape', 'asp', 'auk']) {
    answers.push(repeat(word));
    await yieldToEventLoop();
  }
  expect(asked).toEqual([['ant'], ['ape']]);

  ends[0]?.();
  await answers[0];
  await yieldToEventLoop();
  expect(asked).toEqual([['ant'], ['ape'], ['asp', 'auk']]);

  ends[1]?.();
  ends[2]?.();
  expect(await Promise.all(answers)).toEqual(['ant', 'ape', 'asp', 'auk']);
});

it('holds up no group for the statements of another', async () => {
  const { repeat, asked, ends } = repeating();
  void repeat('ant');
  await yieldToEventLoop();
  void repeat('ape');
  await yieldToEventLoop();

  const answer = repeat('bee');
  await yieldToEventLoop();

  expect(asked).toEqual([['ant'], ['ape'], ['bee']]);
  ends[2]?.();
  expect(await answer).toBe('bee');
});
