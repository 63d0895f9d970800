import {
  getConsumer,
  listSubscriptions,
  MAX_EVENT_BYTES,
  SERVICES,
  type Participant,
} from '@svc/contracts';
import { claimTestNats } from '@svc/testing';
import { connect, ErrorCode, type JetStreamManager, type NatsConnection } from 'nats';
import {
  connectStream,
  prepareStream,
  toConnectionTarget,
  type ReceivedEvent,
  type Stream,
} from '../src';
import { givenEvent, idsOf, log, soon } from './given';

const PARTICIPANTS = ['gateway', ...SERVICES] as const;
const { url, urlOf } = claimTestNats();
const closing: { close(): Promise<void> }[] = [];

const prepare = () => prepareStream({ servers: [url], replicas: 1 });

function streamOf(name: Participant): Stream {
  const stream = connectStream({ servers: [urlOf(name)], name, replicas: 1, log });
  closing.push(stream);
  return stream;
}

/** A compromised process: it has the credentials and ignores our code. */
async function takenOver(name: Participant): Promise<NatsConnection> {
  const nats = await connect({
    ...toConnectionTarget([urlOf(name)]),
    inboxPrefix: `_INBOX.${name}`,
  });
  closing.push(nats);
  return nats;
}

async function administrator(): Promise<NatsConnection> {
  const nats = await connect(toConnectionTarget([url]));
  closing.push(nats);
  return nats;
}

const isReady = (stream: Stream) => soon(() => expect(stream.isReady()).toBe(true));

beforeEach(prepare);

afterEach(async () => {
  await Promise.all(closing.splice(0).map((each) => each.close()));
  const nats = await connect(toConnectionTarget([url]));
  await (await nats.jetstreamManager()).streams.delete('FSM');
  await nats.close();
});

it('every process announces, hears and wakes with its own user', async () => {
  const streams = PARTICIPANTS.map((name) => [name, streamOf(name)] as const);
  for (const [, stream] of streams) await isReady(stream);
  const { jobs, inventory, webhooks } = Object.fromEntries(streams);
  const heard: string[] = [];
  const hear = (by: string) => ({
    handle: async (events: readonly ReceivedEvent[]) =>
      void heard.push(...idsOf(events).map((id) => `${by} ${id}`)),
    storeDeadLetters: async () => undefined,
  });
  inventory?.consume({ ...getConsumer('inventory', 'job-parts'), ...hear('inventory') });
  webhooks?.consume({ ...getConsumer('webhooks', 'jobs'), ...hear('webhooks') });

  expect(await jobs?.publish([givenEvent('evt_1')])).toMatchObject({ confirmed: 1 });

  await soon(() => expect([...heard].sort()).toEqual(['inventory evt_1', 'webhooks evt_1']));
  await soon(async () => expect(await webhooks?.readLag('webhooks-jobs')).toBe(0));
  expect(await jobs?.hasEvent({ subject: 'fsm.jobs.job.updated', sequence: 1 })).toBe(true);
  let wakes = 0;
  const replica = streamOf('jobs');
  replica.onWake('jobs', () => (wakes += 1));
  await soon(() => {
    jobs?.wakeReplicas('jobs');
    expect(wakes).toBeGreaterThan(0);
  });
});

it('every replica of the dashboard hears all events and hints as they are published', async () => {
  const [jobs, webhooks, one, other] = [
    streamOf('jobs'),
    streamOf('webhooks'),
    streamOf('dashboard'),
    streamOf('dashboard'),
  ];
  const heard = [new Set<string>(), new Set<string>()] as const;
  const subjects = listSubscriptions('dashboard').map(({ subject }) => subject);
  one.listen(subjects, (subject, body) => heard[0].add(`${subject} ${body}`));
  other.listen(subjects, (subject, body) => heard[1].add(`${subject} ${body}`));
  for (const stream of [jobs, webhooks, one, other]) await isReady(stream);

  const event = givenEvent('evt_1');
  await jobs.publish([event]);
  jobs.notifyChange('jobs', { companyId: 1, kind: 'invoice' });
  webhooks.notifyChange('webhooks', { companyId: 2, kind: 'delivery' });
  one.notifyChange('dashboard', { companyId: 3, kind: 'notification' });

  const all = [
    `fsm.jobs.job.updated ${event.body}`,
    'hint.dashboard {"companyId":3,"kind":"notification"}',
    'hint.jobs {"companyId":1,"kind":"invoice"}',
    'hint.webhooks {"companyId":2,"kind":"delivery"}',
  ];
  for (const each of heard) await soon(() => expect([...each].sort()).toEqual(all));
});

it('says when the users of the server are those of a release before', async () => {
  const jobs = streamOf('jobs');
  jobs.listen(['fsm.customers.>'], () => undefined);

  await soon(() =>
    expect(jobs.problem()).toBe(
      'NATS does not let jobs listen to fsm.customers.>: an administrator has to bring its users up to date.',
    ),
  );
});

describe.each(PARTICIPANTS)('the user of %s', (name) => {
  const others = PARTICIPANTS.filter((other) => other !== name);
  const own = { assets: 'assets-customer-names', jobs: 'jobs-asset-cards' } as const;
  const durable = Reflect.get(own, name) ?? `${name}-any`;

  const forbidden = [
    ...others.flatMap((other) => [
      `fsm.${other}.job.created`,
      `nudge.${other}`,
      `hint.${other}`,
      `_INBOX.${other}.an-answer`,
    ]),
    'fsm.elsewhere',
    ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT'].map(
      (action) => `$JS.API.STREAM.${action}.FSM`,
    ),
    '$JS.API.STREAM.CREATE.ANOTHER',
    '$JS.API.STREAM.NAMES',
    '$JS.API.DIRECT.GET.FSM',
    `$JS.API.DIRECT.GET.FSM.fsm.${name}.job.created`,
    '$JS.API.CONSUMER.CREATE.FSM',
    `$JS.API.CONSUMER.CREATE.FSM.${durable}`,
    `$JS.API.CONSUMER.CREATE.FSM.${durable}.fsm.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.FSM.${durable}`,
    `$JS.API.CONSUMER.DELETE.FSM.${durable}`,
    '$JS.API.CONSUMER.LIST.FSM',
    ...['inventory-job-parts', 'webhooks-jobs', 'jobs-customer-names']
      .filter((other) => !other.startsWith(name))
      .flatMap((other) => [
        `$JS.API.CONSUMER.INFO.FSM.${other}`,
        `$JS.API.CONSUMER.MSG.NEXT.FSM.${other}`,
        `$JS.ACK.FSM.${other}.1.1.1.1.0`,
      ]),
    '$SYS.REQ.USER.INFO',
    '$SYS.REQ.SERVER.PING',
  ];

  it('asks and tells nobody what is not its own', async () => {
    const nats = await takenOver(name);

    const refusals = await Promise.all(
      forbidden.map(async (subject) => {
        const asked = nats.request(subject, '{}', { timeout: 10_000 });
        return asked.then(
          () => `${subject} was answered`,
          ({ code }: { code: string }) => (code === ErrorCode.PermissionsViolation ? '' : subject),
        );
      }),
    );

    expect(refusals.filter(Boolean)).toEqual([]);
  });

  it('listens to nobody but itself', async () => {
    const nats = await takenOver(name);
    const subjects = ['>', '*.>', 'fsm.>', '_INBOX.>', '$SYS.>', '$JS.>'];
    subjects.push('$JS.EVENT.ADVISORY.>', 'nudge.*', 'hint.*', 'hint.gateway');
    subjects.push(...others.flatMap((other) => [`_INBOX.${other}.>`, `nudge.${other}`]));
    subjects.push(`fsm.${name}.>`);
    if (name !== 'dashboard') {
      const hints = ['hint.jobs', 'hint.customers', 'hint.webhooks', 'hint.dashboard'];
      const own = name === 'webhooks' ? ['hint.webhooks'] : [];
      subjects.push(...hints.filter((hint) => !own.includes(hint)));
      subjects.push(...others.map((other) => `fsm.${other}.>`));
    }

    for (const subject of subjects) {
      const refused = new Promise<string | undefined>((resolve) => {
        nats.subscribe(subject, { callback: (error) => resolve(error?.code) });
      });
      await expect(refused).resolves.toBe(ErrorCode.PermissionsViolation);
    }
  });
});

describe('a process that is taken over', () => {
  it('opens a hundred connections, and keeps no other process from its own', async () => {
    for (let count = 1; count <= 100; count += 1) await takenOver('jobs');

    const refused = connect({
      ...toConnectionTarget([urlOf('jobs')]),
      reconnect: false,
      timeout: 2_000,
    });

    await expect(refused).rejects.toThrow();
    await takenOver('webhooks');
  });

  it('makes a hundred subscriptions with each', async () => {
    const nats = await takenOver('jobs');
    let refusal: unknown;
    void (async () => {
      for await (const { data } of nats.status()) refusal = data;
    })();

    for (let count = 1; count <= 100; count += 1) nats.subscribe('_INBOX.jobs.>');
    await nats.flush();
    expect(refusal).toBeUndefined();
    nats.subscribe('_INBOX.jobs.>');

    await soon(() => expect(refusal).toBe(ErrorCode.ProtocolError));
  });

  it('sends no message that is larger than an event', async () => {
    const nats = await takenOver('jobs');

    await soon(() => expect(nats.info?.max_payload).toBe(MAX_EVENT_BYTES));
    expect(() => nats.publish('nudge.jobs', new Uint8Array(MAX_EVENT_BYTES + 1))).toThrow(
      ErrorCode.MaxPayloadExceeded,
    );
  });
});

it('leaves the stream as it is, whatever a process asks of it', async () => {
  await isReady(streamOf('jobs'));
  const manager = await (await administrator()).jetstreamManager();
  const before = await manager.streams.info('FSM');
  const hostile = await (await takenOver('jobs')).jetstreamManager({ checkAPI: false });

  for (const attempt of [
    () => hostile.streams.delete('FSM'),
    () => hostile.streams.purge('FSM'),
    () => hostile.streams.update('FSM', { max_msgs: 1 }),
    () => hostile.consumers.delete('FSM', 'webhooks-jobs'),
    () => hostile.consumers.add('FSM', { durable_name: 'jobs-all', filter_subject: 'fsm.>' }),
    () => hostile.consumers.update('FSM', 'jobs-asset-cards', { filter_subject: 'fsm.>' }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: ErrorCode.PermissionsViolation });
  }

  const after = await manager.streams.info('FSM');
  expect(after.config).toEqual(before.config);
  expect(after.state.consumer_count).toBe(before.state.consumer_count);
});

it('is not ready, and says so, until an administrator has prepared the stream', async () => {
  const manager = await (await administrator()).jetstreamManager();
  await manager.streams.delete('FSM');
  const stream = streamOf('jobs');
  const says = (trouble: string) => soon(() => expect(stream.problem()).toBe(trouble));

  await says('NATS has no stream FSM: an administrator has to prepare it.');
  await manager.streams.add({ name: 'FSM', subjects: ['fsm.>'], max_msgs: 10 });
  await soon(() => expect(stream.problem()).toMatch(/has another .*max_msgs.* for stream FSM/));
  expect(stream.isReady()).toBe(false);

  await prepare();

  await isReady(stream);
});

it.each([
  ['stream FSM', (manager: JetStreamManager) => manager.streams.delete('FSM')],
  [
    'consumer webhooks-jobs',
    (manager: JetStreamManager) => manager.consumers.delete('FSM', 'webhooks-jobs'),
  ],
])('tells that the %s was taken away, and goes on when it is back', async (what, takeAway) => {
  const [jobs, webhooks] = [streamOf('jobs'), streamOf('webhooks')];
  const heard: string[] = [];
  webhooks.consume({
    ...getConsumer('webhooks', 'jobs'),
    handle: async (events) => void heard.push(...idsOf(events)),
    storeDeadLetters: async () => undefined,
  });
  await isReady(jobs);
  await jobs.publish([givenEvent('evt_1')]);
  await soon(() => expect(heard).toEqual(['evt_1']));

  await takeAway(await (await administrator()).jetstreamManager());

  const trouble = `NATS has no ${what}: an administrator has to prepare it.`;
  await soon(() => expect(webhooks.problem()).toBe(trouble));
  expect(webhooks.isReady()).toBe(false);
  await prepare();
  await isReady(webhooks);
  await isReady(jobs);
  await jobs.publish([givenEvent('evt_2')]);
  await soon(() => expect(heard).toContain('evt_2'));
});

it('tells of a stream that was made anew between two looks at it', async () => {
  const jobs = streamOf('jobs');
  let times = 0;
  jobs.onReady(() => (times += 1));
  await soon(() => expect(times).toBe(1));

  await (await (await administrator()).jetstreamManager()).streams.delete('FSM');
  await prepare();

  await soon(() => expect(times).toBe(2));
});

it('goes on beside a release that has prepared the stream in another way', async () => {
  const jobs = streamOf('jobs');
  await isReady(jobs);
  const nats = await administrator();
  await (await nats.jetstreamManager()).streams.update('FSM', { max_msgs: 10 });
  const looked = new Promise<void>((resolve) => {
    nats.subscribe('$JS.API.STREAM.INFO.FSM', { max: 1, callback: () => resolve() });
  });

  await looked;

  for (let n = 1; n <= 100; n += 1) {
    expect(await jobs.publish([givenEvent(`evt_${n}`)])).toMatchObject({ confirmed: 1 });
  }
});
