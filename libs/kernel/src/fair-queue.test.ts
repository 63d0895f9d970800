import { createFairShare } from './fair-share';
import { createFairQueue, type FairQueue, type FairQueueSettings } from './fair-queue';

function queueFor(
  slots: number,
  settings: Partial<FairQueueSettings<string>> = {},
): FairQueue<string> {
  let used = 0;
  return createFairQueue<string>({
    resource: {
      acquire(_, weight) {
        if (used + weight > slots) return false;
        used += weight;
        return true;
      },
      release: (_, weight) => void (used -= weight),
    },
    maxWaiting: 100,
    maxWaitMs: 10_000,
    createRejection: (weight) => new Error(`refused ${weight}`),
    ...settings,
  });
}

function waitAll(queue: FairQueue<string>, keys: string): string[] {
  const served: string[] = [];
  for (const key of keys) {
    queue.wait(key, 1).then(
      () => served.push(key),
      () => undefined,
    );
  }
  return served;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('acquires at once while there is room, and nothing of a key past one that waits', async () => {
  const queue = queueFor(2);
  expect([queue.acquire('a', 1), queue.acquire('a', 2), queue.acquire('a', 1)]).toEqual([
    true,
    false,
    true,
  ]);

  const large = queue.wait('a', 2);
  queue.release('a', 1);
  expect([queue.acquire('a', 1), queue.acquire('b', 1)]).toEqual([false, true]);

  queue.release('a', 1);
  queue.release('b', 1);
  await large;
  expect(queue.acquire('a', 1)).toBe(false);
});

it('serves a key in the order in which it came, and keys in turn', async () => {
  const queue = queueFor(1);
  queue.acquire('a', 1);
  const served = waitAll(queue, 'aaaabcb');

  for (let n = 0; n < 7; n += 1) {
    queue.release('a', 1);
    await settled();
    expect(served).toHaveLength(n + 1);
  }

  expect(served.join('')).toBe('abcabaa');
});

it('lets others go on where the next of a key has no room', async () => {
  const share = createFairShare<string>(10);
  const queue = queueFor(0, { resource: share });
  expect([queue.acquire('a', 5), queue.acquire('b', 2)]).toEqual([true, true]);
  const served = waitAll(queue, 'ab');

  await settled();
  expect(served).toEqual([]);
  queue.release('b', 2);

  await settled();
  expect(served).toEqual(['b']);
});

it('refuses one that finds no place, of which a key has as many as it leaves free', async () => {
  const queue = queueFor(1, { maxWaiting: 4 });
  queue.acquire('a', 1);
  const served = waitAll(queue, 'aa');

  await expect(queue.wait('a', 1)).rejects.toThrow('refused 1');
  const other = queue.wait('b', 1);

  queue.release('a', 1);
  queue.release('a', 1);
  await other;
  queue.release('b', 1);
  await settled();
  expect(served).toEqual(['a', 'a']);
});

it('refuses one whose turn does not come in time, and serves the one behind it', async () => {
  const queue = queueFor(3, { maxWaitMs: 20 });
  queue.acquire('a', 2);

  const late = queue.wait('a', 3);
  const behind = queue.wait('a', 1);

  await expect(late).rejects.toThrow('refused 3');
  await behind;
  expect(queue.acquire('b', 1)).toBe(false);
});

it('forgets one that is aborted, and gives its place to others', async () => {
  const queue = queueFor(1, { maxWaiting: 2 });
  queue.acquire('a', 1);
  const leaving = new AbortController();
  const left = queue.wait('a', 1, leaving.signal);
  await expect(queue.wait('a', 1)).rejects.toThrow('refused 1');

  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');

  const next = queue.wait('a', 1);
  queue.release('a', 1);
  await next;
  expect(queue.acquire('a', 1)).toBe(false);
});
