import {
  EVENTS,
  listConsumers,
  SERVICES,
  toInboxPrefix,
  toSubject,
  toWakeSubject,
  type Participant,
  type Publisher,
} from '@svc/contracts';
import { claimTestNats } from '@svc/testing';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { prepareStream, toConnectionTarget } from '../src';
import { givenEvent } from './given';

const PARTICIPANTS = ['gateway', ...SERVICES] as const;
const DURABLES = PARTICIPANTS.flatMap((name) => listConsumers(name).map(({ durable }) => durable));
const PUBLISHERS = Object.keys(EVENTS) as Publisher[];

const { url, urlOf } = claimTestNats();
let administrator: NatsConnection;
let manager: JetStreamManager;
let connections: NatsConnection[] = [];

beforeAll(async () => {
  administrator = await connect(toConnectionTarget([url]));
  manager = await administrator.jetstreamManager();
});

afterEach(async () => {
  await Promise.all(connections.map((nats) => nats.close()));
  connections = [];
  await manager.streams.delete('FSM');
});

afterAll(() => administrator.close());

async function connected(name: Participant): Promise<NatsConnection> {
  const nats = await connect({
    ...toConnectionTarget([urlOf(name)]),
    inboxPrefix: toInboxPrefix(name),
  });
  connections.push(nats);
  return nats;
}

/** One unacknowledged event per consumer; returns their acknowledgement subjects. */
async function givenEvents(): Promise<Map<string, string>> {
  await prepareStream({ servers: [url], replicas: 1 });
  const subjects = PUBLISHERS.flatMap((context) =>
    EVENTS[context].map((type) => toSubject(context, type)),
  );
  for (const subject of [...subjects, ...subjects]) await administrator.request(subject, 'event');
  const underWay = DURABLES.map(async (durable) => {
    const consumer = await administrator.jetstream().consumers.get('FSM', durable);
    const message = await consumer.next();
    return [durable, (message as unknown as { msg: { reply: string } }).msg.reply] as const;
  });
  return new Map(await Promise.all(underWay));
}

async function stateWithout(name: Participant): Promise<object> {
  const { created, config, state } = await manager.streams.info('FSM', { subjects_filter: '>' });
  const { first_seq, num_deleted, subjects = {} } = state;
  const consumers = await manager.consumers.list('FSM').next();
  return {
    stream: { created, config, first_seq, num_deleted },
    events: Object.entries(subjects).filter(([subject]) => !subject.startsWith(`fsm.${name}.`)),
    consumers: consumers.map(({ created, config }) => ({ created, config })),
    settled: consumers
      .filter(({ name: durable }) => !durable.startsWith(`${name}-`))
      .map(({ name, delivered, ack_floor, num_ack_pending }) => {
        return { name, delivered, ack_floor, num_ack_pending };
      }),
  };
}

it.each(PARTICIPANTS)('%s reaches nothing of another by where it wants an answer', async (name) => {
  const underWay = await givenEvents();
  const others = PARTICIPANTS.filter((other) => other !== name);
  const heard: string[] = [];
  for (const other of others) {
    const nats = await connected(other);
    const callback = (_: unknown, { subject }: { subject: string }) => void heard.push(subject);
    nats.subscribe(`${toInboxPrefix(other)}.>`, { callback });
    nats.subscribe(toWakeSubject(other), { callback });
    await nats.flush();
  }
  const before = await stateWithout(name);
  const nats = await connected(name);

  const own = listConsumers(name).map(({ durable }) => durable);
  const asked = [
    '$JS.API.STREAM.INFO.FSM',
    ...PUBLISHERS.filter((context) => context === name).map((context) =>
      toSubject(context, EVENTS[context][0]),
    ),
    ...own.flatMap((durable) => [
      `$JS.API.CONSUMER.INFO.FSM.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.FSM.${durable}`,
      underWay.get(durable) ?? '',
    ]),
  ];
  const bodies = ['', '{"batch":1,"no_wait":true}', '+NXT', '+ACK', givenEvent('evt').body];
  const replies = [
    ...['DELETE', 'PURGE', 'MSG.DELETE', 'UPDATE', 'CREATE'].map(
      (action) => `$JS.API.STREAM.${action}.FSM`,
    ),
    '$JS.API.CONSUMER.CREATE.FSM',
    `$JS.API.CONSUMER.CREATE.FSM.${name}-any`,
    ...DURABLES.flatMap((durable) => [
      `$JS.API.CONSUMER.DELETE.FSM.${durable}`,
      `$JS.API.CONSUMER.DURABLE.CREATE.FSM.${durable}`,
    ]),
    ...DURABLES.filter((durable) => !own.includes(durable)).map(
      (durable) => underWay.get(durable) ?? '',
    ),
    ...others.flatMap((other) => [`${toInboxPrefix(other)}.an-answer`, toWakeSubject(other)]),
    ...PUBLISHERS.filter((context) => context !== name).flatMap((context) =>
      EVENTS[context].map((type) => toSubject(context, type)),
    ),
  ];
  for (const subject of [...asked, toWakeSubject(name)]) {
    for (const reply of replies) {
      for (const body of bodies) nats.publish(subject, body, { reply });
    }
  }
  // Requests are answered in order, so earlier replies have arrived.
  await Promise.allSettled(
    asked.map((subject) =>
      nats.request(subject, subject.includes('MSG.NEXT') ? '{"no_wait":true}' : '+ACK'),
    ),
  );

  expect(await stateWithout(name)).toEqual(before);
  await Promise.all(connections.map((each) => each.flush()));
  expect(heard).toEqual([]);
});
