import { createLimitPerKey } from './limit-per-key';

function held() {
  let end: (value: string) => void = () => undefined;
  const ending = new Promise<string>((resolve) => (end = resolve));
  return { work: jest.fn(() => ending), end: (value: string) => end(value) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('begins the next of a key when the one before has ended, and keeps no other key waiting', async () => {
  const inTurn = createLimitPerKey();
  const [first, second, other] = [held(), held(), held()];
  const answers = [inTurn('a', first.work), inTurn('a', second.work), inTurn('b', other.work)];
  await settled();
  expect(first.work).toHaveBeenCalled();
  expect(other.work).toHaveBeenCalled();
  expect(second.work).not.toHaveBeenCalled();

  first.end('first');
  await settled();
  expect(second.work).toHaveBeenCalled();
  second.end('second');
  other.end('other');

  expect(await Promise.all(answers)).toEqual(['first', 'second', 'other']);
});

it('goes on after a failure', async () => {
  const inTurn = createLimitPerKey();

  const failed = inTurn('a', () => Promise.reject(new Error('broken')));
  const next = inTurn('a', async () => 'done');

  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('does not begin what has waited for more than eight seconds', async () => {
  let nowMs = 0;
  const inTurn = createLimitPerKey(1, () => nowMs);
  const [first, late] = [held(), held()];
  const answer = inTurn('a', first.work);
  const refused = inTurn('a', late.work);
  await settled();

  nowMs = 8_001;
  first.end('done');

  await expect(refused).rejects.toThrow('Timed out waiting for a slot.');
  expect(await answer).toBe('done');
  expect(late.work).not.toHaveBeenCalled();
});

it('begins as many of a key at a time as it is told to, in the order in which they came', async () => {
  const inTurn = createLimitPerKey(2);
  const works = [held(), held(), held(), held()];
  const answers = works.map(({ work }) => inTurn('a', work));
  const begun = async (): Promise<number[]> => {
    await settled();
    return works.map(({ work }) => work.mock.calls.length);
  };
  expect(await begun()).toEqual([1, 1, 0, 0]);

  works[1]?.end('second');
  expect(await begun()).toEqual([1, 1, 1, 0]);
  works[2]?.end('third');
  expect(await begun()).toEqual([1, 1, 1, 1]);
  works[0]?.end('first');
  works[3]?.end('fourth');

  expect(await Promise.all(answers)).toEqual(['first', 'second', 'third', 'fourth']);
});
