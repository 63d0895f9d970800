import { isQuestion } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import type { Progress } from '@svc/messaging';
import { watchRights, type RightsWatch } from './rights-watch';

let watch: RightsWatch | undefined;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(async () => {
  const stopped = watch?.stop();
  // A question that the stream never answers ends after two seconds.
  await pass(2_000);
  await stopped;
  jest.useRealTimers();
});

const WITHOUT_NATS = new Error('NATS is not connected.');

const KNOWN = 'rights of keys are known, subscriptions are sent';
const WAITING = 'rights of keys may have changed unheard, subscriptions wait';

type Answering = (question: string, hear: RightsWatch['hear']) => void;

/** A gateway whose oldest event that is not announced waits for so long. */
const waitingFor =
  (waitingMs: number): Answering =>
  (question, hear) =>
    hear(JSON.stringify({ questions: ['of another process', question], waitingMs }));

const isSilent = (): void => {};

/** A watch whose stream and gateway answer as the test says; at first, that nothing waits. */
async function givenWatch({
  progress = async (): Promise<Progress> => allApplied,
  answer = waitingFor(0),
  haveAnswered = false,
  isDatabaseAway = false,
} = {}) {
  const said: string[] = [];
  const asked: string[] = [];
  const destination = { write: (line: string) => void said.push(JSON.parse(line).msg) };
  const stream = { progress };
  const gateway = { answer };
  const database = { haveAnswered, isAway: isDatabaseAway };
  const unlessAway = (): void => {
    if (database.isAway) throw new Error('The database is away.');
  };
  const watching = watchRights({
    progress: () => stream.progress(),
    ask(question) {
      asked.push(question);
      // No answer is there before the question has been sent.
      queueMicrotask(() => gateway.answer(question, watching.hear));
    },
    answers: {
      async exist() {
        unlessAway();
        return database.haveAnswered;
      },
      async note() {
        unlessAway();
        database.haveAnswered = true;
      },
    },
    log: createLogger({ name: 'test', level: 'info', destination }),
  });
  watch = watching;
  await pass(10);
  return { watch: watching, stream, gateway, database, asked, said };
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

const allApplied: Progress = { settledUntil: 5, announcedUntil: 5 };
/** The last event was taken, and is not applied. */
const lastWaits: Progress = { settledUntil: 5, announcedUntil: 6 };

const hangs = (): Promise<Progress> => new Promise(() => {});
const isAway = (): Promise<Progress> => Promise.reject(WITHOUT_NATS);

/** How long it takes until they are known, in steps of 100 ms. */
async function timeUntilKnown({ areKnown }: RightsWatch): Promise<number> {
  let elapsed = 0;
  for (; !areKnown() && elapsed < 60_000; elapsed += 100) await pass(100);
  return elapsed;
}

it('knows them at once where nothing waits', async () => {
  const { watch } = await givenWatch();

  expect(watch.areKnown()).toBe(true);
});

it('asks once a second, each time by another name, and is never long without an answer', async () => {
  const { watch, asked } = await givenWatch();
  const before = asked.length;

  for (let second = 0; second < 60; second += 1) {
    await pass(1_000);
    expect(watch.areKnown()).toBe(true);
  }

  expect(asked.length - before).toBeGreaterThanOrEqual(59);
  expect(asked.length - before).toBeLessThanOrEqual(60);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.filter(isQuestion)).toEqual(asked);
});

it('knows them once all that waits is applied', async () => {
  const { watch, stream } = await givenWatch({ progress: async () => lastWaits });
  await pass(60_000);
  expect(watch.areKnown()).toBe(false);

  stream.progress = async () => allApplied;
  await pass(1_000);
  expect(watch.areKnown()).toBe(true);
});

it('goes on while there is always something that waits, and is applied soon', async () => {
  const { watch, stream } = await givenWatch();
  let place = 5;

  stream.progress = async () => {
    place += 10;
    return { settledUntil: place - 2, announcedUntil: place };
  };
  for (let looks = 0; looks < 60; looks += 1) {
    await pass(1_000);
    expect(watch.areKnown()).toBe(true);
  }
});

it('knows them for three seconds more when an event is taken and not applied, and again once it is', async () => {
  const { watch, stream } = await givenWatch();
  let place = 5;

  // Those behind it are applied by other replicas.
  stream.progress = async () => {
    place += 10;
    return { settledUntil: 5, announcedUntil: place };
  };
  await pass(2_900);
  expect(watch.areKnown()).toBe(true);
  await pass(200);
  expect(watch.areKnown()).toBe(false);
  await pass(60_000);
  expect(watch.areKnown()).toBe(false);

  stream.progress = async () => ({ settledUntil: place, announcedUntil: place });
  await pass(1_000);
  expect(watch.areKnown()).toBe(true);
});

it.each([
  ['answers nothing', hangs],
  ['is away', isAway],
])('knows them for three seconds more when the stream %s', async (_, progress) => {
  const { watch, stream } = await givenWatch();

  stream.progress = progress;
  await pass(2_900);
  expect(watch.areKnown()).toBe(true);
  await pass(200);
  expect(watch.areKnown()).toBe(false);
});

describe('when no gateway says any more that all is announced', () => {
  it.each<[string, Answering]>([
    ['is gone', isSilent],
    ['answers no question of this process', (_, hear) => waitingFor(0)('of another', hear)],
    ['says nothing that is an answer', (_, hear) => hear('{"waitingMs":0}')],
    ['says what cannot be read', (_, hear) => hear('{')],
    ['says null', (_, hear) => hear('null')],
    ['waits for less than nothing', (question, hear) => waitingFor(-60_000)(question, hear)],
  ])('knows them for three seconds more: it %s', async (_, answer) => {
    const { watch, gateway } = await givenWatch();

    gateway.answer = answer;
    await pass(2_900);
    expect(watch.areKnown()).toBe(true);
    await pass(200);
    expect(watch.areKnown()).toBe(false);
    await pass(60_000);
    expect(watch.areKnown()).toBe(false);
  });

  it('knows them until the oldest event has waited for three seconds', async () => {
    const { watch, gateway } = await givenWatch();
    const committedAt = performance.now();

    gateway.answer = (question, hear) =>
      waitingFor(performance.now() - committedAt)(question, hear);
    await pass(2_900);
    expect(watch.areKnown()).toBe(true);
    await pass(200);
    expect(watch.areKnown()).toBe(false);
    await pass(60_000);
    expect(watch.areKnown()).toBe(false);
  });

  it('believes no answer for longer because NATS was late with it', async () => {
    const { watch, gateway } = await givenWatch();
    const held: (() => void)[] = [];

    gateway.answer = (question, hear) => held.push(() => waitingFor(0)(question, hear));
    await pass(2_900);
    gateway.answer = isSilent;
    await pass(7_000);
    for (const arrive of held) arrive();
    await pass(0);
    expect(watch.areKnown()).toBe(false);
  });

  it.each([1, 2, 3, 10, 60])('knows them a second after its return, %d s later', async (s) => {
    const { watch, gateway } = await givenWatch();
    gateway.answer = isSilent;
    await pass(s * 1_000);

    gateway.answer = waitingFor(0);

    expect(await timeUntilKnown(watch)).toBeLessThanOrEqual(1_100);
  });

  it('knows them then only once what was announced late is applied', async () => {
    const { watch, stream, gateway } = await givenWatch();
    gateway.answer = isSilent;
    await pass(10_000);

    stream.progress = async () => lastWaits;
    gateway.answer = waitingFor(0);
    await pass(10_000);
    expect(watch.areKnown()).toBe(false);

    stream.progress = async () => allApplied;
    await pass(1_000);
    expect(watch.areKnown()).toBe(true);
  });

  it('does not take for applied what the stream told before the answer', async () => {
    const { watch, stream, gateway } = await givenWatch();
    gateway.answer = isSilent;
    await pass(10_000);

    // The stream was asked before the late event came to it, and answers after that.
    let tell = (_progress: Progress): void => {};
    stream.progress = () => new Promise((resolve) => (tell = resolve));
    gateway.answer = waitingFor(0);
    await pass(1_000);
    stream.progress = async () => lastWaits;
    tell(allApplied);
    await pass(5_000);

    expect(watch.areKnown()).toBe(false);
  });

  it('knows them where one of several gateways still says so', async () => {
    const { watch, gateway } = await givenWatch();

    gateway.answer = (question, hear) => {
      waitingFor(3_600_000)(question, hear);
      waitingFor(20)(question, hear);
      waitingFor(60_000)(question, hear);
    };

    for (let second = 0; second < 12; second += 1) {
      await pass(1_000);
      expect(watch.areKnown()).toBe(true);
    }
  });
});

it('knows them as soon as the stream is back, the gateway says so and all is applied', async () => {
  const { watch, stream, gateway } = await givenWatch();
  stream.progress = isAway;
  gateway.answer = isSilent;
  await pass(10_000);

  stream.progress = async () => allApplied;
  watch.lookAgain();
  await pass(1_000);
  expect(watch.areKnown()).toBe(false);

  gateway.answer = waitingFor(0);
  expect(await timeUntilKnown(watch)).toBeLessThanOrEqual(1_100);
});

it('of what waited while the stream was away knows nothing before it is applied', async () => {
  const { watch, stream } = await givenWatch();
  stream.progress = isAway;
  await pass(10_000);

  stream.progress = async () => lastWaits;
  await pass(60_000);
  expect(watch.areKnown()).toBe(false);

  stream.progress = async () => allApplied;
  await pass(1_000);
  expect(watch.areKnown()).toBe(true);
});

it('keeps that a gateway has answered', async () => {
  const { database } = await givenWatch();
  await pass(1_000);

  expect(database.haveAnswered).toBe(true);
});

it('never takes silence for the release before where a gateway has answered some process', async () => {
  const { watch, gateway } = await givenWatch({ answer: isSilent, haveAnswered: true });
  await pass(60_000);
  expect(watch.areKnown()).toBe(false);

  gateway.answer = waitingFor(0);
  expect(await timeUntilKnown(watch)).toBeLessThanOrEqual(2_100);
});

it('knows nothing before it has read from the database whether a gateway has answered', async () => {
  const { watch, database } = await givenWatch({ answer: isSilent, isDatabaseAway: true });
  await pass(60_000);
  expect(watch.areKnown()).toBe(false);

  database.isAway = false;
  expect(await timeUntilKnown(watch)).toBeLessThanOrEqual(1_100);
});

it('goes on through an interruption of less than three seconds', async () => {
  const { watch, stream, gateway } = await givenWatch();
  stream.progress = isAway;
  gateway.answer = isSilent;
  await pass(1_900);
  stream.progress = async () => allApplied;
  gateway.answer = waitingFor(0);

  for (let looks = 0; looks < 12; looks += 1) {
    await pass(1_000);
    expect(watch.areKnown()).toBe(true);
  }
});

describe('where the gateway is of the release before, which answers nothing', () => {
  it('knows them ten seconds after its start, for as long as the stream answers', async () => {
    const { watch, stream } = await givenWatch({ answer: isSilent });
    await pass(9_900);
    expect(watch.areKnown()).toBe(false);
    await pass(1_100);
    expect(watch.areKnown()).toBe(true);
    await pass(60_000);
    expect(watch.areKnown()).toBe(true);

    stream.progress = isAway;
    await pass(3_100);
    expect(watch.areKnown()).toBe(false);
  });

  it('knows them again ten seconds after the stream is back, for the gateway has to be back as well', async () => {
    const { watch, stream } = await givenWatch({ answer: isSilent });
    await pass(11_000);
    stream.progress = isAway;
    await pass(10_000);

    stream.progress = async () => allApplied;
    watch.lookAgain();
    await pass(9_900);
    expect(watch.areKnown()).toBe(false);
    await pass(1_100);
    expect(watch.areKnown()).toBe(true);
  });

  it('follows the first that answers, from then on', async () => {
    const { watch, gateway } = await givenWatch({ answer: isSilent });
    await pass(11_000);

    gateway.answer = waitingFor(0);
    await pass(2_000);
    expect(watch.areKnown()).toBe(true);

    gateway.answer = isSilent;
    await pass(3_100);
    expect(watch.areKnown()).toBe(false);
    await pass(60_000);
    expect(watch.areKnown()).toBe(false);
  });
});

it('says once that subscriptions wait, and once that they go on', async () => {
  const { stream, said } = await givenWatch();
  stream.progress = isAway;
  await pass(60_000);
  stream.progress = async () => allApplied;
  await pass(60_000);

  expect(said).toEqual([KNOWN, WAITING, KNOWN]);
});
