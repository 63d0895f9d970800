import { MAX_EVENT_BYTES } from '@svc/contracts';
import { createLogger } from '@svc/logging';
import { claimTestNats } from '@svc/testing';
import { AckPolicy, connect, DiscardPolicy, nanos, type NatsConnection } from 'nats';
import {
  connectStream,
  prepareStream,
  RetryLater,
  type DeadLetter,
  type ReceivedEvent,
  type Stream,
} from '../src';
import { givenEvent, idsOf, log, soon } from './given';

const { url } = claimTestNats();
const streams: Stream[] = [];

function givenStream(): Stream {
  const stream = connectStream({ servers: [url], name: 'test', replicas: 1, log });
  streams.push(stream);
  return stream;
}

async function givenReadyStream(): Promise<Stream> {
  const stream = givenStream();
  await soon(() => expect(stream.isReady()).toBe(true));
  return stream;
}

const noDeadLetter = async ([letter]: readonly DeadLetter[]): Promise<void> => {
  throw new Error(`Unexpected dead letter: ${letter?.error}`);
};

let admin: NatsConnection;

beforeAll(async () => {
  const account = new URL(url);
  admin = await connect({ servers: account.host, user: account.username, pass: account.password });
});

afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.close()));
  const manager = await admin.jetstreamManager();
  await manager.streams.delete('FSM');
});

afterAll(() => admin.close());

describe('the stream', () => {
  it('is made once where several administrators prepare it at the same moment', async () => {
    const prepare = () => prepareStream({ servers: [url], replicas: 1 });

    await Promise.all([prepare(), prepare(), prepare(), prepare(), prepare(), prepare()]);

    const { streams } = await admin.jetstreamManager();
    const [only, ...others] = await streams.list().next();
    expect([only?.config.name, others]).toEqual(['FSM', []]);
  });

  it('is created on disk for every context, with the duplicate window', async () => {
    await givenReadyStream();

    const manager = await admin.jetstreamManager();
    const { config } = await manager.streams.info('FSM');
    expect(config).toMatchObject({
      subjects: ['fsm.>'],
      storage: 'file',
      num_replicas: 1,
      max_age: 7 * 86_400 * 1e9,
      max_msgs: 5_000_000,
      max_bytes: 8 * 2 ** 30,
      max_msg_size: MAX_EVENT_BYTES,
      duplicate_window: 120 * 1e9,
    });
  });

  it('is brought to its settings where it exists with others', async () => {
    const manager = await admin.jetstreamManager();
    await manager.streams.add({ name: 'FSM', subjects: ['fsm.jobs.>'], max_msgs: 10 });

    await givenReadyStream();

    const { config } = await manager.streams.info('FSM');
    expect(config).toMatchObject({ subjects: ['fsm.>'], max_msgs: 5_000_000 });
  });

  it('of a release that knew no limit in bytes keeps what it has', async () => {
    const manager = await admin.jetstreamManager();
    const before = { name: 'FSM', subjects: ['fsm.>'], max_age: nanos(7 * 86_400_000) };
    await manager.streams.add({ ...before, max_msgs: 5_000_000, duplicate_window: nanos(120_000) });
    const larger = new Uint8Array(MAX_EVENT_BYTES + 1);
    await admin.jetstream().publish('fsm.jobs.job.created', larger);

    await givenReadyStream();

    const { config, state } = await manager.streams.info('FSM');
    expect(config).toMatchObject({ max_bytes: 8 * 2 ** 30, max_msg_size: MAX_EVENT_BYTES });
    expect(state.messages).toBe(1);
  });
});

describe('publish', () => {
  it('keeps the order of more events than fit its window, and says where the last one is', async () => {
    const stream = await givenReadyStream();
    const events = Array.from({ length: 600 }, (_, n) => givenEvent(`evt_${n}`));

    const published = await stream.publish(events);

    expect(published).toEqual({
      confirmed: 600,
      position: { id: 'evt_599', sequence: 600 },
      failure: undefined,
    });
    const received: ReceivedEvent[] = [];
    stream.consume({
      durable: 'order',
      filter: 'fsm.jobs.>',
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => void received.push(...batch),
    });
    await soon(() => expect(idsOf(received)).toEqual(events.map(({ id }) => id)));
  });

  it('stores an event once that is published twice', async () => {
    const stream = await givenReadyStream();

    await stream.publish([givenEvent('evt_1')]);
    const again = await stream.publish([givenEvent('evt_1'), givenEvent('evt_2')]);

    expect(again).toMatchObject({ confirmed: 2, position: { id: 'evt_2', sequence: 2 } });
  });

  it('stores an event again that is published under another message id', async () => {
    const stream = await givenReadyStream();
    const again = { ...givenEvent('evt_1'), messageId: 'evt_1.again' };

    await stream.publish([givenEvent('evt_1')]);
    await stream.publish([again]);
    const third = await stream.publish([again, givenEvent('evt_2')]);

    expect(third).toMatchObject({ confirmed: 2, position: { id: 'evt_2', sequence: 3 } });
  });

  it('confirms up to the first event that the server refuses', async () => {
    const stream = await givenReadyStream();
    const outside = { ...givenEvent('evt_2'), subject: 'elsewhere.jobs' };

    const published = await stream.publish([givenEvent('evt_1'), outside, givenEvent('evt_3')]);

    expect(published).toMatchObject({ confirmed: 1, position: { id: 'evt_1', sequence: 1 } });
    expect(published.failure).toBeInstanceOf(Error);
  });

  it('confirms nothing that a full stream does not store', async () => {
    const stream = await givenReadyStream();
    const manager = await admin.jetstreamManager();
    const full = { discard: DiscardPolicy.New, max_msgs: 1 };
    await manager.streams.update('FSM', full);

    const published = await stream.publish([givenEvent('evt_1'), givenEvent('evt_2')]);

    expect(published).toMatchObject({ confirmed: 1, position: { id: 'evt_1', sequence: 1 } });
    expect(published.failure?.message).toBe('JetStream: maximum messages exceeded.');
    expect(stream.problem()).toBe(
      'events wait in the outbox: JetStream: maximum messages exceeded. ' +
        'If stream FSM or the disk of NATS is full, make room.',
    );

    await manager.streams.update('FSM', { max_msgs: 2 });

    expect(await stream.publish([givenEvent('evt_2')])).toMatchObject({ confirmed: 1 });
    expect(stream.problem()).toBeUndefined();
  });
});

describe('the largest event', () => {
  it('is confirmed, and a larger one, of a process that is taken over, is not', async () => {
    const stream = await givenReadyStream();
    const ofBytes = (id: string, bytes: number) => ({ ...givenEvent(id), body: 'x'.repeat(bytes) });
    const forHeadersBytes = 64;

    const largest = await stream.publish([ofBytes('evt_1', MAX_EVENT_BYTES - forHeadersBytes)]);
    const larger = await stream.publish([ofBytes('evt_2', MAX_EVENT_BYTES)]);

    expect(largest).toMatchObject({ confirmed: 1 });
    expect(larger).toMatchObject({
      confirmed: 0,
      failure: { message: expect.stringMatching(/maximum/) as string },
    });
  });
});

describe('holds', () => {
  const subject = 'fsm.jobs.job.updated';
  const elsewhere = 'fsm.jobs.job.created';

  it('knows the event at its place, and stores nothing to find out', async () => {
    const stream = await givenReadyStream();
    await stream.publish([givenEvent('evt_1'), { ...givenEvent('evt_2'), subject: elsewhere }]);

    expect(await stream.hasEvent({ subject, sequence: 1 })).toBe(true);
    expect(await stream.hasEvent({ subject: elsewhere, sequence: 2 })).toBe(true);
    const { state } = await (await admin.jetstreamManager()).streams.info('FSM');
    expect(state.messages).toBe(2);
  });

  it('misses an event that another has the place of, and one past the end', async () => {
    const stream = await givenReadyStream();
    await stream.publish([givenEvent('evt_1'), { ...givenEvent('evt_2'), subject: elsewhere }]);

    expect(await stream.hasEvent({ subject, sequence: 2 })).toBe(false);
    expect(await stream.hasEvent({ subject, sequence: 3 })).toBe(false);
    expect(await stream.hasEvent({ subject: 'fsm.jobs.job.deleted', sequence: 1 })).toBe(false);
  });

  it('counts an event as held that was dropped for its age', async () => {
    const stream = await givenReadyStream();
    await stream.publish([givenEvent('evt_1'), givenEvent('evt_2')]);
    const manager = await admin.jetstreamManager();
    await manager.streams.purge('FSM', { seq: 2 });

    expect(await stream.hasEvent({ subject, sequence: 1 })).toBe(true);
  });
});

describe('consume', () => {
  it('delivers only what the filter names', async () => {
    const stream = await givenReadyStream();
    const received: string[] = [];
    stream.consume({
      durable: 'filtered',
      filter: 'fsm.jobs.>',
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => void received.push(...idsOf(batch)),
    });

    await stream.publish([
      { ...givenEvent('evt_1'), subject: 'fsm.customers.customer.created' },
      givenEvent('evt_2'),
    ]);

    await soon(() => expect(received).toEqual(['evt_2']));
  });

  it('shares the events between replicas, each delivered to one of them', async () => {
    const replicas = [await givenReadyStream(), await givenReadyStream()];
    const received: string[] = [];
    for (const replica of replicas) {
      replica.consume({
        durable: 'shared',
        filter: 'fsm.jobs.>',
        batchSize: 4,
        storeDeadLetters: noDeadLetter,
        handle: async (batch) => void received.push(...idsOf(batch)),
      });
    }
    const events = Array.from({ length: 200 }, (_, n) => givenEvent(`evt_${n}`));

    await replicas[0]?.publish(events);

    await soon(() => expect(received).toHaveLength(200));
    expect(new Set(received).size).toBe(200);
  });

  it('handles together what comes in one piece, the first one included', async () => {
    const stream = await givenReadyStream();
    await stream.publish(Array.from({ length: 50 }, (_, n) => givenEvent(`evt_${n}`)));
    let consumers = 0;

    // The server may, rarely, send the first one apart.
    await soon(async () => {
      consumers += 1;
      const sizes: number[] = [];
      const consumer = stream.consume({
        durable: `pieces-${consumers}`,
        filter: 'fsm.jobs.>',
        storeDeadLetters: noDeadLetter,
        handle: async (batch) => void sizes.push(batch.length),
      });
      await soon(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(50));
      await consumer.stop();
      expect(sizes[0]).toBeGreaterThan(1);
    });
  });

  it('handles no more together than the bytes of the largest event', async () => {
    const stream = await givenReadyStream();
    const large = (id: string) => givenEvent(id, 1, { text: 'x'.repeat(MAX_EVENT_BYTES / 3) });
    const events = ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5'].map(large);
    await stream.publish([...events, givenEvent('evt_6')]);
    const batches: string[][] = [];

    stream.consume({
      durable: 'large',
      filter: 'fsm.jobs.>',
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => void batches.push(idsOf(batch)),
    });

    await soon(() => expect(batches.flat()).toHaveLength(6));
    expect(batches.flat()).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5', 'evt_6']);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(3);
  });

  it('repeats a failed batch one by one, so that only the event at fault waits', async () => {
    const stream = await givenReadyStream();
    const settled: string[] = [];
    let failures = 0;
    await stream.publish(['evt_1', 'evt_2', 'evt_3'].map((id) => givenEvent(id)));

    stream.consume({
      durable: 'one-by-one',
      filter: 'fsm.jobs.>',
      redeliveryDelaysMs: [50],
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => {
        if (idsOf(batch).includes('evt_2') && failures < 3) {
          failures += 1;
          throw new Error('not now');
        }
        settled.push(...idsOf(batch));
      },
    });

    await soon(() => expect(settled).toEqual(['evt_1', 'evt_3', 'evt_2']));
  });

  it('makes a dead letter of an event that failed five times, with its error, and goes on with the rest', async () => {
    const stream = await givenReadyStream();
    const settled: string[] = [];
    const letters: DeadLetter[] = [];
    let attempts = 0;
    await stream.publish([givenEvent('evt_bad'), givenEvent('evt_good')]);

    stream.consume({
      durable: 'dead-letters',
      filter: 'fsm.jobs.>',
      batchSize: 1,
      redeliveryDelaysMs: [10],
      storeDeadLetters: async (given) => void letters.push(...given),
      handle: async (batch) => {
        if (idsOf(batch).includes('evt_bad')) {
          attempts += 1;
          throw new Error('the record has no name');
        }
        settled.push(...idsOf(batch));
      },
    });

    await soon(() => expect(letters).toHaveLength(1));
    expect(attempts).toBe(5);
    expect(settled).toEqual(['evt_good']);
    expect(letters[0]).toMatchObject({
      consumer: 'dead-letters',
      subject: 'fsm.jobs.job.updated',
      event: { id: 'evt_bad' },
      error: expect.stringContaining('the record has no name'),
      deliveries: 5,
    });
    await soon(async () => expect(await stream.readLag('dead-letters')).toBe(0));
  });

  it('waits with all events, in their order, while none of them is at fault', async () => {
    const stream = await givenReadyStream();
    const settled: string[] = [];
    let refusals = 0;
    await stream.publish(['evt_1', 'evt_2', 'evt_3'].map((id) => givenEvent(id)));

    stream.consume({
      durable: 'waiting',
      filter: 'fsm.jobs.>',
      redeliveryDelaysMs: [10],
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => {
        if (refusals < 7) {
          refusals += 1;
          throw new RetryLater(new Error('no database'));
        }
        settled.push(...idsOf(batch));
      },
    });

    await soon(() => expect(settled).toEqual(['evt_1', 'evt_2', 'evt_3']));
    expect(refusals).toBe(7);
  });

  it('keeps an event whose dead letter cannot be written', async () => {
    const stream = await givenReadyStream();
    const letters: DeadLetter[] = [];
    let refusals = 0;
    await stream.publish([givenEvent('evt_bad')]);

    stream.consume({
      durable: 'dead-letter-later',
      filter: 'fsm.jobs.>',
      redeliveryDelaysMs: [10],
      handle: async () => {
        throw new Error('the record has no name');
      },
      storeDeadLetters: async (given) => {
        if (refusals < 2) {
          refusals += 1;
          throw new Error('no database');
        }
        letters.push(...given);
      },
    });

    await soon(() => expect(letters).toMatchObject([{ deliveries: 7 }]));
  });

  async function givenLoggingStream() {
    const lines: { readonly msg: string; readonly left_out?: number; readonly attempt?: number }[] =
      [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const stream = connectStream({
      servers: [url],
      name: 'test',
      replicas: 1,
      log: createLogger({ name: 'test', level: 'warn', destination }),
    });
    streams.push(stream);
    await soon(() => expect(stream.isReady()).toBe(true));
    return { stream, saying: (text: string) => lines.filter(({ msg }) => msg === text) };
  }

  it('says less and less often that all events wait', async () => {
    const { stream, saying } = await givenLoggingStream();
    let refusals = 0;
    await stream.publish([givenEvent('evt_1')]);

    stream.consume({
      durable: 'saying-less',
      filter: 'fsm.jobs.>',
      redeliveryDelaysMs: [1],
      storeDeadLetters: noDeadLetter,
      handle: async () => {
        refusals += 1;
        if (refusals <= 40) throw new RetryLater(new Error('no database'));
      },
    });

    await soon(async () => expect(await stream.readLag('saying-less')).toBe(0));
    const attempts = saying('handling events failed, will retry').map(({ attempt }) => attempt);
    expect(attempts).toEqual([1, 2, 4, 8, 16, 32]);
  });

  it('says of many events that fail one line a second, of each try and of their end', async () => {
    const { stream, saying } = await givenLoggingStream();
    const letters: DeadLetter[] = [];
    const ids = Array.from({ length: 200 }, (_, at) => `evt_${at}`);
    await stream.publish(ids.map((id) => givenEvent(id)));

    stream.consume({
      durable: 'failing',
      filter: 'fsm.jobs.>',
      redeliveryDelaysMs: [1],
      handle: async () => {
        throw new Error('the record has no name');
      },
      storeDeadLetters: async (given) => void letters.push(...given),
    });

    await soon(() => expect(letters).toHaveLength(200));
    for (const text of ['could not process an event', 'event became a dead letter']) {
      const said = saying(text);
      expect(said[0]).toMatchObject({ event_id: expect.any(String), left_out: 0 });
      expect(said.length).toBeLessThan(50);
    }
  });

  it('says of many messages that are no CloudEvents one line a second', async () => {
    const { stream, saying } = await givenLoggingStream();
    const letters: DeadLetter[] = [];
    const ids = Array.from({ length: 200 }, (_, at) => `evt_${at}`);
    await stream.publish(ids.map((id) => ({ ...givenEvent(id), body: '{' })));

    stream.consume({
      durable: 'malformed',
      filter: 'fsm.jobs.>',
      handle: async () => undefined,
      storeDeadLetters: async (given) => void letters.push(...given),
    });

    await soon(() => expect(letters).toHaveLength(200));
    const said = saying('event became a dead letter');
    expect(said[0]).toMatchObject({ subject: 'fsm.jobs.job.updated', left_out: 0 });
    expect(said.length).toBeLessThan(100);
  });

  it('makes a dead letter of what is no CloudEvent at once', async () => {
    const stream = await givenReadyStream();
    const letters: DeadLetter[] = [];
    await stream.publish([{ ...givenEvent('evt_1'), body: '{"specversion":' }]);

    stream.consume({
      durable: 'malformed',
      filter: 'fsm.jobs.>',
      handle: async () => undefined,
      storeDeadLetters: async (given) => void letters.push(...given),
    });

    await soon(() =>
      expect(letters).toMatchObject([{ event: undefined, body: '{"specversion":', deliveries: 1 }]),
    );
  });

  it('stores together, and in their order, dead letters of messages that came together and are no CloudEvents', async () => {
    const stream = await givenReadyStream();
    const calls: (readonly DeadLetter[])[] = [];
    const handled: string[] = [];
    const events = Array.from({ length: 300 }, (_, at) => ({
      ...givenEvent(`evt_${at}`),
      ...(at % 3 > 0 && { body: `${at}` }),
    }));
    await stream.publish(events);

    stream.consume({
      durable: 'many-malformed',
      filter: 'fsm.jobs.>',
      handle: async (batch) => void handled.push(...idsOf(batch)),
      storeDeadLetters: async (letters) => void calls.push(letters),
    });

    await soon(() => expect(handled).toHaveLength(100));
    await soon(() => expect(calls.flat()).toHaveLength(200));
    expect(calls.flat().map(({ body }) => body)).toEqual(
      events.map(({ body }) => body).filter((body) => !body.startsWith('{')),
    );
    const all = events.map(({ id }) => id);
    expect(handled).toEqual(all.filter((_, at) => at % 3 === 0));
    expect(calls.length).toBeLessThan(50);
  });

  it.each([
    ['a record of another context', { source: '/customers', type: 'customer.created' }],
    ['another context', { source: '/customers' }],
    ['another event', { type: 'job.deleted' }],
    ['no context', { source: undefined }],
  ])(
    'makes a dead letter of, and never handles, what names %s than its subject',
    async (_, forged) => {
      const stream = await givenReadyStream();
      const letters: DeadLetter[] = [];
      const handled: string[] = [];
      const { subject, body } = givenEvent('evt_forged');
      const envelope = JSON.stringify({ ...JSON.parse(body), ...forged });
      await stream.publish([{ id: 'evt_forged', subject, body: envelope }, givenEvent('evt_true')]);

      stream.consume({
        durable: 'doubting',
        filter: 'fsm.jobs.>',
        handle: async (batch) => void handled.push(...idsOf(batch)),
        storeDeadLetters: async (given) => void letters.push(...given),
      });

      await soon(() => expect(handled).toEqual(['evt_true']));
      expect(letters).toMatchObject([
        {
          subject: 'fsm.jobs.job.updated',
          event: undefined,
          body: envelope,
          error: expect.stringContaining('source and type are not those of its subject'),
          deliveries: 1,
        },
      ]);
    },
  );

  async function givenDurable(durable_name: string, ackWaitMs: number) {
    const manager = await admin.jetstreamManager();
    await manager.consumers.add('FSM', {
      durable_name,
      filter_subject: 'fsm.jobs.>',
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
    });
    return manager;
  }

  it('brings a consumer that exists with others to its settings', async () => {
    const stream = await givenReadyStream();
    const manager = await givenDurable('older', 60_000);
    await stream.publish([givenEvent('evt_1')]);
    const received: string[] = [];

    stream.consume({
      durable: 'older',
      filter: 'fsm.jobs.>',
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => void received.push(...idsOf(batch)),
    });

    await soon(() => expect(received).toEqual(['evt_1']));
    const { config } = await manager.consumers.info('FSM', 'older');
    expect(config).toMatchObject({ ack_wait: nanos(20_000), max_ack_pending: 2_000 });
  });

  it('gets what a process had taken that is no more', async () => {
    const stream = await givenReadyStream();
    const ackWaitMs = 500;
    await givenDurable('inherited', ackWaitMs);
    await stream.publish([givenEvent('evt_1')]);
    const killed = await admin.jetstream().consumers.get('FSM', 'inherited');
    expect((await killed.next())?.info.deliveryCount).toBe(1);
    const received: string[] = [];

    stream.consume({
      durable: 'inherited',
      filter: 'fsm.jobs.>',
      ackWaitMs,
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => void received.push(...idsOf(batch)),
    });

    await soon(() => expect(received).toEqual(['evt_1']));
  });

  it('keeps an event for as long as it is being handled', async () => {
    const stream = await givenReadyStream();
    const signs: string[] = [];
    admin.subscribe('$JS.ACK.FSM.slow.>', {
      callback: (_, message) => signs.push(message.string()),
    });
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const handled: string[] = [];
    await stream.publish([givenEvent('evt_1')]);

    stream.consume({
      durable: 'slow',
      filter: 'fsm.jobs.>',
      // Long enough for a sign of life from a busy machine.
      ackWaitMs: 2_000,
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => {
        handled.push(...idsOf(batch));
        await finished;
      },
    });
    // Ten signs take more than twice the acknowledgement time-out.
    await soon(() => expect(signs.length).toBeGreaterThanOrEqual(10));
    expect(new Set(signs)).toEqual(new Set(['+WPI']));
    finish();

    await soon(async () => expect(await stream.readLag('slow')).toBe(0));
    expect(handled).toEqual(['evt_1']);
  });

  it('finishes the batch under way before it stops, and returns what it has not begun', async () => {
    const stream = await givenReadyStream();
    const successor = await givenReadyStream();
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const begun: string[] = [];
    const ended: string[] = [];
    await stream.publish([givenEvent('evt_1'), givenEvent('evt_2')]);
    const consumer = stream.consume({
      durable: 'stopping',
      filter: 'fsm.jobs.>',
      batchSize: 1,
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => {
        begun.push(...idsOf(batch));
        await finished;
        ended.push(...idsOf(batch));
      },
    });
    await soon(() => expect(begun).toEqual(['evt_1']));

    const stopped = consumer.stop();
    finish();
    await stopped;

    expect(ended).toEqual(['evt_1']);
    const taken: string[] = [];
    successor.consume({
      durable: 'stopping',
      filter: 'fsm.jobs.>',
      storeDeadLetters: noDeadLetter,
      handle: async (batch) => void taken.push(...idsOf(batch)),
    });
    await soon(() => expect(taken).toEqual(['evt_2']));
  });
});

describe('nudge', () => {
  it('reaches every replica of the context and no other context', async () => {
    const [sender, ...replicas] = [givenStream(), givenStream(), givenStream()];
    const woken: string[] = [];
    replicas[0]?.onWake('jobs', () => woken.push('first'));
    replicas[1]?.onWake('jobs', () => woken.push('second'));
    replicas[0]?.onWake('customers', () => woken.push('customers'));

    await soon(() => {
      sender?.wakeReplicas('jobs');
      expect(new Set(woken)).toEqual(new Set(['first', 'second']));
    });
  });
});
