import { createLogger } from '@svc/logging';
import { watchRights, type RightsWatch } from './rights-watch';

let watch: RightsWatch | undefined;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(async () => {
  await watch?.stop();
  jest.useRealTimers();
});

const WITHOUT_NATS = new Error('NATS is not connected.');

/** A watch whose stream answers as the test says; at first, that nothing waits. */
async function givenWatch(waitingEvents: () => Promise<number> = async () => 0) {
  const said: string[] = [];
  const destination = { write: (line: string) => void said.push(JSON.parse(line).msg) };
  const stream = { waitingEvents };
  watch = watchRights({
    waitingEvents: () => stream.waitingEvents(),
    log: createLogger({ name: 'test', level: 'info', destination }),
  });
  await pass(0);
  return { watch, stream, said };
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

const isSilent = (): Promise<number> => new Promise(() => {});

it('knows them at once where nothing waits', async () => {
  const { watch } = await givenWatch();

  expect(watch.areKnown()).toBe(true);
});

it('knows them once all that waits is applied, and then whatever comes', async () => {
  const { watch, stream } = await givenWatch(async () => 3);
  await pass(60_000);
  expect(watch.areKnown()).toBe(false);

  stream.waitingEvents = async () => 0;
  await pass(1_000);
  expect(watch.areKnown()).toBe(true);

  stream.waitingEvents = async () => 1;
  await pass(60_000);
  expect(watch.areKnown()).toBe(true);
});

it.each([
  ['answers nothing', isSilent],
  ['is away', () => Promise.reject(WITHOUT_NATS)],
])('knows them for three seconds more when the stream %s', async (_, waitingEvents) => {
  const { watch, stream } = await givenWatch();

  stream.waitingEvents = waitingEvents;
  await pass(2_900);
  expect(watch.areKnown()).toBe(true);
  await pass(200);
  expect(watch.areKnown()).toBe(false);
});

it('knows them again ten seconds after the stream is back, for the gateway has to be back as well', async () => {
  const { watch, stream } = await givenWatch();
  stream.waitingEvents = () => Promise.reject(WITHOUT_NATS);
  await pass(10_000);

  stream.waitingEvents = async () => 0;
  watch.lookAgain();
  await pass(9_900);
  expect(watch.areKnown()).toBe(false);
  await pass(1_100);
  expect(watch.areKnown()).toBe(true);
});

it('of what waited while the stream was away knows nothing before it is applied', async () => {
  const { watch, stream } = await givenWatch();
  stream.waitingEvents = () => Promise.reject(WITHOUT_NATS);
  await pass(10_000);

  stream.waitingEvents = async () => 1;
  await pass(60_000);
  expect(watch.areKnown()).toBe(false);

  stream.waitingEvents = async () => 0;
  await pass(1_000);
  expect(watch.areKnown()).toBe(true);
});

it('goes on through an interruption of less than three seconds', async () => {
  const { watch, stream } = await givenWatch();
  stream.waitingEvents = () => Promise.reject(WITHOUT_NATS);
  await pass(1_900);
  stream.waitingEvents = async () => 0;

  for (let looks = 0; looks < 12; looks += 1) {
    await pass(1_000);
    expect(watch.areKnown()).toBe(true);
  }
});

it('says once that subscriptions wait, and once that they go on', async () => {
  const { stream, said } = await givenWatch();
  stream.waitingEvents = () => Promise.reject(WITHOUT_NATS);
  await pass(60_000);
  stream.waitingEvents = async () => 0;
  await pass(60_000);

  const known = 'rights of keys are known, subscriptions are sent';
  expect(said).toEqual([
    known,
    'rights of keys may have changed unheard, subscriptions wait',
    known,
  ]);
});
