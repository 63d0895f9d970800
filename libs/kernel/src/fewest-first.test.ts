import { ANSWER_WITHIN_MS } from '@svc/contracts';
import { fewestFirst, type FewestFirst } from './fewest-first';

/** Lets everything happen that waits for nothing. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const given = (atOnce: number, now = (): number => 0): FewestFirst => ({
  atOnce,
  mostWaiting: 24,
  mostOfKey: 20,
  refusal: () => new Error('refused'),
  now,
});

/** Work that notes when it begins, and ends when it is told to. */
function noting() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.push(() => resolve(name));
    });
  return { begun, work, endNext: () => ends.shift()?.() };
}

it('begins next, of keys that had as much, what is of the one that had none for longest', async () => {
  const { begun, work, endNext } = noting();
  const inTurn = fewestFirst(given(1));
  const all = ['busy', 'other', 'busy', 'other', 'busy'].map((key, at) =>
    inTurn(key, work(`${key} ${at}`)),
  );
  all.push(inTurn('new', work('new')));

  for (let ended = 1; ended <= all.length; ended += 1) {
    await settled();
    expect(begun).toHaveLength(ended);
    endNext();
  }

  expect(begun).toEqual(['busy 0', 'other 1', 'new', 'busy 2', 'other 3', 'busy 4']);
  expect(await Promise.all(all)).toHaveLength(6);
});

it('lets a new key pass any number of keys that had work before', async () => {
  const { begun, work, endNext } = noting();
  const inTurn = fewestFirst(given(2));
  const keys = Array.from({ length: 20 }, (_, at) => `client ${at}`);
  for (const key of keys) {
    const first = inTurn(key, work(key));
    endNext();
    await first;
  }
  begun.length = 0;
  for (const key of keys) void inTurn(key, work(key));

  void inTurn('new', work('new'));
  endNext();

  await settled();
  expect(begun).toEqual(['client 0', 'client 1', 'new']);
});

it('begins work of a key that had little lately before that of a key that had more, longer ago', async () => {
  const { begun, work, endNext } = noting();
  let nowMs = 0;
  const inTurn = fewestFirst(given(1, () => nowMs));
  const doOne = async (key: string): Promise<void> => {
    const done = inTurn(key, work(key));
    endNext();
    await done;
  };
  for (let count = 0; count < 10; count += 1) await doOne('busy');
  nowMs += 1_000;
  for (let count = 0; count < 2; count += 1) await doOne('person');
  const running = inTurn('other', work('other'));
  begun.length = 0;

  void inTurn('busy', work('busy'));
  void inTurn('person', work('person'));
  endNext();
  await running;

  await settled();
  expect(begun).toEqual(['person']);
});

it('forgets after some minutes', async () => {
  const { begun, work, endNext } = noting();
  let nowMs = 0;
  const inTurn = fewestFirst(given(1, () => nowMs));
  const doOne = async (key: string): Promise<void> => {
    const done = inTurn(key, work(key));
    endNext();
    await done;
  };
  for (let count = 0; count < 10; count += 1) await doOne('busy');
  nowMs += 10 * 60_000;
  await doOne('person');
  const running = inTurn('other', work('other'));
  begun.length = 0;

  void inTurn('person', work('person'));
  void inTurn('busy', work('busy'));
  endNext();
  await running;

  await settled();
  expect(begun).toEqual(['busy']);
});

it('does not begin what has waited until its caller was answered, and goes on after it', async () => {
  const { begun, work, endNext } = noting();
  let nowMs = 0;
  const inTurn = fewestFirst(given(1, () => nowMs));
  const first = inTurn('one', work('first'));
  const late = inTurn('other', work('late'));
  nowMs = ANSWER_WITHIN_MS + 1;
  const last = inTurn('other', work('last'));
  endNext();

  await expect(late).rejects.toThrow('refused');
  await settled();
  expect(begun).toEqual(['first', 'last']);
  endNext();
  expect(await Promise.all([first, last])).toEqual(['first', 'last']);
});

it('refuses what a key has beyond its own most', async () => {
  const { work, endNext } = noting();
  const inTurn = fewestFirst({ ...given(1), mostOfKey: 2 });
  const all = [1, 2, 3].map((at) => inTurn('one', work(String(at))));

  await expect(inTurn('one', work('4'))).rejects.toThrow('refused');

  for (const each of all) {
    endNext();
    await each;
  }
});

it('where there is no room, whoever has most waiting loses its last, and who has none finds room', async () => {
  const { begun, work, endNext } = noting();
  const inTurn = fewestFirst({ ...given(1), mostWaiting: 5 });
  const running = inTurn('running', work('running'));
  const outcomes = ['one', 'one', 'one', 'other', 'other'].map((key, at) =>
    inTurn(key, work(`${key} ${at}`)).catch((error: Error) => error.message),
  );

  await expect(inTurn('other', work('other 5'))).rejects.toThrow('refused');
  const found = inTurn('new', work('new'));

  expect(await outcomes[2]).toBe('refused');
  endNext();
  await running;
  for (let ended = 2; ended <= 6; ended += 1) {
    await settled();
    expect(begun).toHaveLength(ended);
    endNext();
  }
  expect(await found).toBe('new');
  expect(begun).toEqual(['running', 'one 0', 'other 3', 'new', 'one 1', 'other 4']);
});

it('where everybody has one waiting, whoever had most turns loses it to one who had none', async () => {
  const { begun, work, endNext } = noting();
  const inTurn = fewestFirst({ ...given(1), mostWaiting: 3 });
  const doOne = async (key: string): Promise<void> => {
    const done = inTurn(key, work(key));
    endNext();
    await done;
  };
  for (const key of ['one', 'busy', 'other', 'busy']) await doOne(key);
  const running = inTurn('running', work('running'));
  begun.length = 0;
  const [one, busy, other, newOne] = ['one', 'busy', 'other', 'new'].map((key) =>
    inTurn(key, work(key)).catch((error: Error) => error.message),
  );

  await expect(inTurn('busy', work('busy'))).rejects.toThrow('refused');

  expect(await busy).toBe('refused');
  for (let ended = 1; ended <= 4; ended += 1) {
    endNext();
    await settled();
  }
  expect(await Promise.all([running, one, other, newOne])).toEqual([
    'running',
    'one',
    'other',
    'new',
  ]);
  expect(begun).toEqual(['new', 'one', 'other']);
});

it('refuses what has waited too long, also where others are passing it', async () => {
  const { begun, work, endNext } = noting();
  let nowMs = 0;
  const inTurn = fewestFirst(given(1, () => nowMs));
  const running = inTurn('busy', work('running'));
  const passed = inTurn('busy', work('passed')).catch((error: Error) => error.message);
  nowMs = ANSWER_WITHIN_MS + 1;
  const news = ['one', 'other'].map((key) => inTurn(key, work(key)));
  endNext();
  await running;

  expect(await passed).toBe('refused');
  expect(begun).toEqual(['running', 'one']);
  endNext();
  await settled();
  endNext();
  await Promise.all(news);
});
