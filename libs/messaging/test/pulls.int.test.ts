import { setTimeout as pause } from 'node:timers/promises';
import { startOwnNats, type OwnNats } from '@svc/testing';
import { connect, type NatsConnection } from 'nats';
import { connectStream, type Stream } from '../src';
import { givenEvent, idsOf, log, soon } from './given';

const SILENT_MS = 4_000;

let nats: OwnNats;
let stream: Stream;
let admin: NatsConnection;
let received: string[];

beforeAll(async () => {
  nats = await startOwnNats();
});
afterAll(() => nats.remove());

beforeEach(async () => {
  received = [];
  stream = connectStream({ servers: [nats.url], name: 'test', replicas: 1, log });
  stream.consume({
    durable: 'pulling',
    filter: 'fsm.jobs.>',
    batchSize: 10,
    handle: async (batch) => void received.push(...idsOf(batch)),
    storeDeadLetters: async () => undefined,
  });
  await soon(() => expect(stream.isReady()).toBe(true));
  const { host, username, password } = new URL(nats.url);
  admin = await connect({ servers: host, user: username, pass: password });
});
afterEach(async () => {
  await admin.close();
  await stream.close();
});

async function questions(): Promise<number> {
  const { consumers } = await admin.jetstreamManager();
  return (await consumers.info('FSM', 'pulling')).num_waiting;
}

async function publish(...ids: readonly string[]): Promise<void> {
  await soon(async () => {
    const { failure } = await stream.publish(ids.map((id) => givenEvent(id)));
    expect(failure).toBeUndefined();
  });
}

it('asks one question at a time, and more than are answered at once get all', async () => {
  const ids = Array.from({ length: 500 }, (_, n) => `evt_${n}`);

  await publish(...ids);

  await soon(() => expect(received).toHaveLength(500));
  expect(new Set(received)).toEqual(new Set(ids));
  await soon(async () => expect(await questions()).toBe(1));
});

it('asks one question at a time again after NATS was silent for a while', async () => {
  nats.freeze();
  await pause(SILENT_MS);
  nats.thaw();

  await publish('evt_after_silence');

  await soon(() => expect(received).toEqual(['evt_after_silence']));
  await soon(async () => expect(await questions()).toBe(1));
});

it('goes on at once after NATS was away', async () => {
  await publish('evt_before');
  await soon(() => expect(received).toEqual(['evt_before']));
  await nats.kill();
  await nats.restart();

  await publish('evt_after');

  // Killed, NATS may have lost acknowledgements, and sends those events again.
  await soon(() => expect(received).toContain('evt_after'));
  await soon(async () => expect(await questions()).toBe(1));
});
