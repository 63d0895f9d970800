import { getConsumer, STREAM } from '@svc/contracts';
import { claimTestNats, type TestNats } from '@svc/testing';
import { connect, type NatsConnection } from 'nats';
import {
  connectStream,
  copyUnreadEvents,
  prepareStream,
  toConnectionTarget,
  type Stream,
} from '../src';
import { givenEvent, idsOf, log, soon } from './given';

const EVENTS = 700;

let from: TestNats;
let to: TestNats;
let streams: Stream[];
let connections: NatsConnection[];

beforeEach(async () => {
  [from, to] = [claimTestNats(), claimTestNats()];
  streams = [];
  connections = [];
  for (const { url } of [from, to]) await prepareStream({ servers: [url], replicas: 1 });
});

afterEach(async () => {
  await Promise.all(streams.map((stream) => stream.close()));
  await Promise.all(connections.map((connection) => connection.close()));
});

async function givenStream(nats: TestNats, process: 'jobs' | 'webhooks'): Promise<Stream> {
  const servers = [nats.urlOf(process)];
  const stream = connectStream({ servers, name: process, replicas: 1, log });
  streams.push(stream);
  await soon(() => expect(stream.isReady()).toBe(true));
  return stream;
}

function hear(stream: Stream) {
  const heard: string[] = [];
  const { stop } = stream.consume({
    ...getConsumer('webhooks', 'jobs'),
    handle: async (events) => void heard.push(...idsOf(events)),
    storeDeadLetters: async () => {},
  });
  return { heard, stop };
}

async function administrator({ url }: TestNats) {
  const connection = await connect(toConnectionTarget([url]));
  connections.push(connection);
  return { jetstream: connection.jetstream(), manager: await connection.jetstreamManager() };
}

const ids = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `evt_${first + at}`);

const copy = () =>
  copyUnreadEvents({ from: [from.url], to: [to.url], signal: new AbortController().signal });

/** The consumers of jobs acknowledged only the first ten. */
async function givenUnread(): Promise<void> {
  const jobs = await givenStream(from, 'jobs');
  const first = ids(0, 10);
  await jobs.publish(first.map((id) => givenEvent(id)));
  const { heard, stop } = hear(await givenStream(from, 'webhooks'));
  await soon(() => expect(heard).toEqual(first));
  await stop();
  const { jetstream, manager } = await administrator(from);
  const { durable } = getConsumer('inventory', 'job-parts');
  const other = await jetstream.consumers.get(STREAM, durable);
  for await (const message of await other.fetch({ max_messages: 10 })) message.ack();
  await soon(async () =>
    expect(await manager.consumers.info(STREAM, durable)).toMatchObject({
      num_pending: 0,
      num_ack_pending: 0,
    }),
  );
  await jobs.publish(ids(10, EVENTS).map((id) => givenEvent(id)));
}

it('carries over what is unread, in its order, with the ids by which it is known', async () => {
  await givenUnread();

  expect(await copy()).toBe(EVENTS);

  const { heard } = hear(await givenStream(to, 'webhooks'));
  await soon(() => expect(heard).toEqual(ids(10, EVENTS)));
  const jobs = await givenStream(to, 'jobs');
  await jobs.publish([givenEvent('evt_12')]);
  const { manager } = await administrator(to);
  expect((await manager.streams.info(STREAM)).state.messages).toBe(EVENTS);
});

it('carries the same over when it is begun again', async () => {
  await givenUnread();
  const broken = new AbortController();
  broken.abort(new Error('stopped'));
  const breaking = copyUnreadEvents({ from: [from.url], to: [to.url], signal: broken.signal });
  await expect(breaking).rejects.toThrow('stopped');

  expect(await copy()).toBe(EVENTS);
  expect(await copy()).toBe(EVENTS);

  const { heard } = hear(await givenStream(to, 'webhooks'));
  await soon(() => expect([...new Set(heard)]).toEqual(ids(10, EVENTS)));
});

it('carries nothing over where all is settled, or nothing was ever announced', async () => {
  expect(await copy()).toBe(0);
});
