import { ANSWER, QUESTION, type Answer } from '@svc/contracts';
import type { Stream } from '@svc/messaging';
import { eventually, ownNats, testNats, type OwnNats, type TestDatabase } from '@svc/testing';
import { Registry } from 'prom-client';
import { answerQuestions, startRelay, type Relay } from '../src';
import { allRelayed, anEvent, announce, givenDatabase, givenStream, log, ready } from './given';

let database: TestDatabase;
let url: string;
let asking: Stream;
let answers: Answer[];
let asked = 0;
const started: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  database = await givenDatabase();
  answers = [];
  url = testNats().url;
});
afterEach(async () => {
  for (const each of started.splice(0).toReversed()) await each.stop();
  await database.close();
});

async function givenAsker(): Promise<void> {
  asking = givenStream(url);
  asking.listen([ANSWER.subject], (_, body) => answers.push(JSON.parse(body) as Answer));
  started.push({ stop: () => asking.close() });
  await ready(asking);
}

interface Answering {
  readonly relay: Relay;
  readonly stream: Stream;
  /** How often it looked at the outbox to answer. */
  looks(): number;
  stop(): Promise<void>;
}

/** A process of the context that relays and answers. */
async function givenProcess(): Promise<Answering> {
  const stream = givenStream(url);
  await ready(stream);
  let looks = 0;
  const relay = startRelay({
    db: database.db,
    context: 'jobs',
    stream,
    log,
    metrics: new Registry(),
  });
  const isVerified = (): boolean => relay.isVerified();
  const say: Stream['say'] = (subject, body) => {
    looks += 1;
    stream.say(subject, body);
  };
  const answering = answerQuestions({
    db: database.db,
    stream: { ...stream, say },
    relay: { isVerified, wake: relay.wake },
  });
  const parts = [answering.stop, relay.stop, stream.close];
  const stop = async (): Promise<void> => {
    for (const end of parts.splice(0)) await end();
  };
  started.push({ stop });
  await eventually(() => expect(relay.isVerified()).toBe(true));
  return { relay, stream, looks: () => looks, stop };
}

/** Asks again and again, as it may be heard by nobody yet; answers what is said first to one of these. */
async function ask(): Promise<Answer> {
  const mine = new Set<string>();
  return eventually(
    () => {
      asked += 1;
      mine.add(`question.${asked}`);
      asking.say(QUESTION.subject, `question.${asked}`);
      const answer = answers.find(({ questions }) => questions.some((each) => mine.has(each)));
      expect(answer).toBeDefined();
      return answer as Answer;
    },
    { within: 10_000 },
  );
}

/** Takes the turn of all relays until it is called. */
async function holdRelays(): Promise<() => Promise<void>> {
  const holder = database.db.createQueryRunner();
  await holder.startTransaction();
  await holder.query('select from outbox_relay for no key update');
  return async () => {
    await holder.rollbackTransaction();
    await holder.release();
  };
}

it('says that nothing waits where all is in the stream', async () => {
  await givenAsker();
  const { relay } = await givenProcess();
  await announce(database.db, anEvent(), anEvent());
  relay.wake();
  await allRelayed(database.db);

  expect(await ask()).toMatchObject({ waitingMs: 0 });
});

it('says how long the oldest has waited while the relay is held up, also after younger ones', async () => {
  await givenAsker();
  const { relay } = await givenProcess();
  await ask();
  const letGo = await holdRelays();
  const before = Date.now();
  await announce(database.db, anEvent());
  const after = Date.now();
  relay.wake();

  let since = Infinity;
  await eventually(
    async () => {
      await announce(database.db, anEvent());
      const askedAt = Date.now();
      const { waitingMs } = await ask();
      since = Math.min(since, Date.now() - waitingMs);
      // The database's clock is this machine's.
      expect(askedAt - waitingMs).toBeLessThanOrEqual(after);
      expect(Date.now() - waitingMs).toBeGreaterThanOrEqual(before - 5);
      expect(waitingMs).toBeGreaterThan(3_000);
    },
    { within: 20_000 },
  );

  await letGo();
  relay.wake();
  await allRelayed(database.db);
  expect(await ask()).toMatchObject({ waitingMs: 0 });
}, 40_000);

it('counts an event from the beginning of the transaction that recorded it', async () => {
  await givenAsker();
  await givenProcess();
  const letGo = await holdRelays();
  const slow = database.db.createQueryRunner();
  await slow.startTransaction();
  await slow.query('select now()');
  const begun = Date.now();
  await announce(database.db, anEvent());
  const insert = `insert into outbox (event_id, company_id, type, envelope)
    values ('evt_slow', 1, 'job.updated', '{}')`;
  await slow.query(insert);
  await slow.commitTransaction();
  await slow.release();

  const { waitingMs } = await ask();

  // The one that is first in the outbox was committed before the other, and is not younger than that.
  expect(waitingMs).toBeGreaterThan(0);
  expect(Date.now() - waitingMs).toBeGreaterThanOrEqual(begun - 5);
  await database.db.query(`delete from outbox where event_id = 'evt_slow'`);
  await letGo();
});

it('one of several answers for all, and announces what another left', async () => {
  await givenAsker();
  const [gone, stays] = [await givenProcess(), await givenProcess()];
  await ask();
  await gone.stop();
  await announce(database.db, anEvent());

  // The relay alone would look after five seconds at most.
  await eventually(async () => expect((await ask()).waitingMs).toBe(0), { within: 10_000 });

  await allRelayed(database.db);
  expect(stays.relay.isVerified()).toBe(true);
});

it('answers all who ask within a second by one look at the outbox', async () => {
  await givenAsker();
  const { looks } = await givenProcess();
  await ask();
  const before = looks();
  const begun = performance.now();

  const names = Array.from({ length: 40 }, (_, at) => `replica.${at}`);
  for (const name of names) {
    asking.say(QUESTION.subject, name);
    await asking.filledRatio();
  }
  const answered = (): string[] => answers.flatMap(({ questions }) => questions);
  await eventually(() => expect(answered()).toEqual(expect.arrayContaining(names)), {
    within: 10_000,
  });

  const seconds = (performance.now() - begun) / 1_000;
  expect(looks() - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

it('answers nothing that is no question, and no more than a hundred at once', async () => {
  await givenAsker();
  await givenProcess();
  await ask();
  for (const text of ['', 'a b', '{"a":1}', 'x'.repeat(1_000)]) asking.say(QUESTION.subject, text);
  for (let at = 0; at < 500; at += 1) asking.say(QUESTION.subject, `many.${at}`);

  const many = await eventually(
    () => {
      const answer = answers.find(({ questions }) => questions.includes('many.0'));
      expect(answer).toBeDefined();
      return answer as Answer;
    },
    { within: 10_000 },
  );

  expect(many.questions.length).toBeLessThanOrEqual(100);
  expect(many.questions.filter((each) => !/^[\w.]+$/.test(each))).toEqual([]);
});

describe('with a NATS server of its own', () => {
  let nats: OwnNats;

  beforeEach(async () => {
    nats = await ownNats();
    url = nats.url;
  });
  afterEach(async () => {
    for (const each of started.splice(0).toReversed()) await each.stop();
    await nats.remove();
  });

  it('says nothing before what the stream has lost is in it again', async () => {
    await givenAsker();
    const { relay, stream } = await givenProcess();
    await announce(database.db, anEvent());
    relay.wake();
    await allRelayed(database.db);
    await ask();

    await nats.kill();
    nats.loseStreams();
    const letGo = await holdRelays();
    await nats.restart();
    await ready(stream);
    await ready(asking);
    const before = answers.length;
    let heard = 0;
    stream.onNudge('technicians', () => (heard += 1));
    await eventually(
      () => {
        asking.say(QUESTION.subject, 'after.the.loss');
        // Says that messages get from one to the other again.
        asking.nudge('technicians');
        expect(heard).toBeGreaterThan(3);
      },
      { within: 20_000 },
    );
    expect(relay.isVerified()).toBe(false);
    expect(answers.slice(before)).toEqual([]);

    await letGo();
    expect(await ask()).toMatchObject({ waitingMs: 0 });
    expect(await stream.filledRatio()).toBeGreaterThan(0);
  }, 60_000);
});
