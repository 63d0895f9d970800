import { eventually } from '@svc/testing';
import { startRounds, type Rounds, type RoundSettings } from './rounds';

/** Longer than any test waits. */
const NEVER_MS = 600_000;

const started: Rounds[] = [];
afterEach(() => Promise.all(started.splice(0).map((rounds) => rounds.stop())));

/** Rounds that are counted, and that end when the test says so. */
function counting(settings: Partial<RoundSettings> = {}) {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  const rounds = startRounds(
    () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })),
    { gatherMs: 0, pollMs: NEVER_MS, onError: (error) => errors.push(error), ...settings },
  );
  started.push(rounds);
  return {
    rounds,
    errors,
    begun: () => ends.length,
    end: () => ends.at(-1)?.resolve(),
    fail: () => ends.at(-1)?.reject(new Error('failed')),
    hasBegun: (count: number) => eventually(() => expect(ends).toHaveLength(count)),
  };
}

it('begins at once, and again when it is woken', async () => {
  const { rounds, begun, end, hasBegun } = counting();
  expect(begun()).toBe(1);

  end();
  rounds.wake();
  await hasBegun(2);
  end();
});

it('does once what was asked for many times during a round', async () => {
  const { rounds, begun, end, hasBegun } = counting();
  for (let count = 0; count < 5; count += 1) rounds.wake();

  end();
  await hasBegun(2);
  end();
  await rounds.stop();

  expect(begun()).toBe(2);
});

it('begins again after a while though nobody asks', async () => {
  const { end, hasBegun } = counting({ pollMs: 1 });

  end();
  await hasBegun(2);
  end();
});

it('does not begin again at once after a round that failed, whoever asked meanwhile', async () => {
  const { rounds, errors, begun, end, fail, hasBegun } = counting();
  rounds.wake();

  fail();
  await eventually(() => expect(errors).toEqual([new Error('failed')]));
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(begun()).toBe(1);

  rounds.wake();
  await hasBegun(2);
  end();
});

it('is stopped when the last round has ended, and begins no other', async () => {
  const { rounds, begun, end } = counting();
  let hasStopped = false;

  const stopping = rounds.stop().then(() => (hasStopped = true));
  rounds.wake();
  expect(rounds.isStopped()).toBe(true);
  expect(hasStopped).toBe(false);
  end();
  await stopping;

  expect(begun()).toBe(1);
});
