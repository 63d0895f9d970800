import { claimTestNats } from '@svc/testing';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { prepareStream, readStoredMessages, toConnectionTarget } from '../src';

const { url } = claimTestNats();
let nats: NatsConnection;
let manager: JetStreamManager;

beforeEach(async () => {
  await prepareStream({ servers: [url], replicas: 1 });
  nats = await connect(toConnectionTarget([url]));
  manager = await nats.jetstreamManager();
});
afterEach(async () => {
  await manager.streams.delete('FSM');
  await nats.close();
});

async function publish(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await nats
      .jetstream()
      .publish(at % 2 ? 'fsm.jobs.job.created' : 'fsm.gateway.key.created', '{}');
  }
}

async function sequencesAfter(after: number): Promise<number[]> {
  const sequences: number[] = [];
  for await (const { seq } of readStoredMessages(nats, manager, { after })) sequences.push(seq);
  return sequences;
}

it('gives what the stream holds behind each place in it', async () => {
  await publish(5);

  expect(await sequencesAfter(0)).toEqual([1, 2, 3, 4, 5]);
  expect(await sequencesAfter(3)).toEqual([4, 5]);
  expect(await sequencesAfter(5)).toEqual([]);
});

it('gives what is left where messages were deleted', async () => {
  await publish(6);
  for (const sequence of [2, 5, 6]) await manager.streams.deleteMessage('FSM', sequence, false);

  expect(await sequencesAfter(0)).toEqual([1, 3, 4]);
  expect(await sequencesAfter(4)).toEqual([]);
});

it('gives more than one batch, in order', async () => {
  await publish(1_100);

  expect(await sequencesAfter(50)).toEqual(Array.from({ length: 1_050 }, (_, at) => 51 + at));
});

it('gives nothing where there never was a message, or is none any more', async () => {
  expect(await sequencesAfter(0)).toEqual([]);

  await publish(3);
  await manager.streams.purge('FSM');
  expect(await sequencesAfter(0)).toEqual([]);
});
