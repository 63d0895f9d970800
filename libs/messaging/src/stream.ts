import {
  STREAM,
  toInboxPrefix,
  toNotificationSubject,
  toWakeSubject,
  type ChangeNotification,
  type NotifyingProcess,
  type Publisher,
} from '@svc/contracts';
import type { Logger } from '@svc/logging';
import { Empty, type ConsumerInfo, type JetStreamManager, type NatsConnection } from 'nats';
import { keepConnected } from './connection';
import { createConsumption, type ConsumerSettings, type Consumption } from './consumption';
import { createChangeNotifier } from './change-notifier';
import { readLastSequence } from './last-sequence';
import {
  createWindowPublisher,
  type OutgoingEvent,
  type PublishResult,
  type PublishWindow,
  type StreamPosition,
} from './publish-window';
import { ensureStream, isJetStreamNotFound, JETSTREAM_TIMEOUT_MS } from './stream-settings';

export interface StreamSettings {
  readonly servers: readonly string[];
  /** Also the prefix of the reply inbox. */
  readonly name: string;
  readonly replicas: number;
  readonly log: Logger;
}

export type MessageListener = (subject: string, body: string) => void;

export interface Stream {
  /** Repeat unconfirmed events with the same ids. */
  publish(events: readonly OutgoingEvent[]): Promise<PublishResult>;
  /** Also true if it was dropped only for its age. */
  hasEvent(last: { readonly subject: string; readonly sequence: number }): Promise<boolean>;
  consume(settings: ConsumerSettings): { stop(): Promise<void> };
  /** Unacknowledged events. */
  readLag(durable: string): Promise<number>;
  /** From 0 to 1; at 1 the stream drops its oldest events. */
  readFilledRatio(): Promise<number>;
  /** Wakes the relays of other replicas; may be lost. */
  wakeReplicas(context: Publisher): void;
  onWake(context: Publisher, wake: () => void): void;
  /** Call after the commit; lost without a connection. */
  notifyChange(process: NotifyingProcess, notification: ChangeNotification): void;
  /** Messages during an outage are missed, after which `onReady` calls back. */
  listen(subjects: readonly string[], listener: MessageListener): void;
  /** Also called after the stream was recreated. */
  onReady(wake: () => void): void;
  isReady(): boolean;
  /** Undefined while all is well. */
  problem(): string | undefined;
  close(): Promise<void>;
}

interface Subscription {
  readonly subject: string;
  readonly listener: MessageListener;
}

/** 256 at a time publish ten times as fast as one by one. */
const MAX_WINDOW_EVENTS = 256;

const ADVICE = `If stream ${STREAM} or the disk of NATS is full, make room.`;

const createNotConnectedError = (): Error => new Error('NATS is not connected.');

const countUnacknowledged = ({ num_pending, num_ack_pending }: ConsumerInfo): number =>
  num_pending + num_ack_pending;

/** The client's check reads the whole account, which a process may not. */
const openManager = (nats: NatsConnection): Promise<JetStreamManager> =>
  nats.jetstreamManager({ checkAPI: false, timeout: JETSTREAM_TIMEOUT_MS });

const readCreated = async ({ streams }: JetStreamManager): Promise<string> =>
  (await streams.info(STREAM)).created;

export function connectStream({ servers, name, replicas, log }: StreamSettings): Stream {
  const consumptions = new Set<Consumption>();
  const wakers: { readonly context: Publisher; wake(): void }[] = [];
  const subscriptions: Subscription[] = [];
  const readyListeners: (() => void)[] = [];
  const notifiers = new Map<NotifyingProcess, ReturnType<typeof createChangeNotifier>>();
  const publishers = new WeakMap<NatsConnection, PublishWindow>();
  const finishedByConnection = new WeakMap<NatsConnection, Set<unknown>>();
  /** A newer stream of the same name lacks the events. */
  let created: string | undefined;
  let notStored: string | undefined;

  /** Subscriptions survive reconnects. */
  async function runOncePerConnection(
    nats: NatsConnection,
    key: unknown,
    action: () => unknown,
  ): Promise<void> {
    const finished = finishedByConnection.get(nats) ?? new Set();
    finishedByConnection.set(nats, finished);
    if (finished.has(key)) return;
    await action();
    finished.add(key);
  }

  async function prepare(nats: NatsConnection): Promise<void> {
    const manager = await openManager(nats);
    await ensureStream(manager, { replicas });
    created = await readCreated(manager);
    if (!publishers.has(nats))
      publishers.set(nats, createWindowPublisher(nats, toInboxPrefix(name)));
    for (const each of consumptions) {
      await each.ensure(manager);
      await runOncePerConnection(nats, each, () => each.attach(nats));
    }
    for (const waker of wakers) {
      const callback = (): void => waker.wake();
      await runOncePerConnection(nats, waker, () =>
        nats.subscribe(toWakeSubject(waker.context), { callback }),
      );
    }
    for (const each of subscriptions)
      await runOncePerConnection(nats, each, () => subscribeTo(nats, each));
  }

  /** The server reports a missing permission before it responds to the flush. */
  async function subscribeTo(
    nats: NatsConnection,
    { subject, listener }: Subscription,
  ): Promise<void> {
    let refusal: Error | null = null;
    nats.subscribe(subject, {
      callback(error, message) {
        if (error) refusal = error;
        else listener(message.subject, message.string());
      },
    });
    await nats.flush();
    if (refusal === null) return;
    const problem = `NATS does not let ${name} listen to ${subject}`;
    throw new Error(`${problem}: an administrator has to bring its users up to date.`, {
      cause: refusal,
    });
  }

  /** Settings are not compared: a newer release may have changed them. */
  async function isPrepared(nats: NatsConnection): Promise<boolean> {
    try {
      const manager = await openManager(nats);
      for (const { durable } of consumptions) await manager.consumers.info(STREAM, durable);
      return created === (await readCreated(manager));
    } catch (error) {
      if (isJetStreamNotFound(error)) return false;
      throw error;
    }
  }

  const connection = keepConnected({
    servers,
    name,
    log,
    prepare,
    isPrepared,
    onReady: () => readyListeners.forEach((wake) => wake()),
  });

  function requireConnection(): NatsConnection {
    const nats = connection.current();
    if (!nats) throw createNotConnectedError();
    return nats;
  }

  return {
    async publish(events) {
      let confirmed = 0;
      let failure: Error | undefined;
      let position: StreamPosition | undefined;
      while (confirmed < events.length && !failure) {
        const nats = connection.current();
        const publishWindow = nats && publishers.get(nats);
        if (!publishWindow) return { confirmed, position, failure: createNotConnectedError() };
        const sent = await publishWindow(events.slice(confirmed, confirmed + MAX_WINDOW_EVENTS));
        confirmed += sent.confirmed;
        position = sent.position ?? position;
        failure = sent.failure;
      }
      notStored = failure && `events wait in the outbox: ${failure.message} ${ADVICE}`;
      return { confirmed, position, failure };
    },

    async hasEvent({ subject, sequence }) {
      const nats = requireConnection();
      const manager = await openManager(nats);
      const { state } = await manager.streams.info(STREAM);
      return sequence < state.first_seq || sequence <= (await readLastSequence(nats, subject));
    },

    consume(settings) {
      const consumer = createConsumption(settings, { inboxPrefix: toInboxPrefix(name), log });
      consumptions.add(consumer);
      connection.prepareAgain();
      return {
        async stop() {
          consumptions.delete(consumer);
          await consumer.stop();
        },
      };
    },

    async readLag(durable) {
      const manager = await openManager(requireConnection());
      return countUnacknowledged(await manager.consumers.info(STREAM, durable));
    },

    async readFilledRatio() {
      const manager = await openManager(requireConnection());
      const { state, config } = await manager.streams.info(STREAM);
      return Math.max(state.bytes / config.max_bytes, state.messages / config.max_msgs);
    },

    wakeReplicas(context) {
      connection.current()?.publish(toWakeSubject(context), Empty);
    },

    onWake(context, wake) {
      wakers.push({ context, wake });
      connection.prepareAgain();
    },

    notifyChange(process, notification) {
      const publish = (each: ChangeNotification): void =>
        connection.current()?.publish(toNotificationSubject(process), JSON.stringify(each));
      const notifier = notifiers.get(process) ?? createChangeNotifier(publish);
      notifiers.set(process, notifier);
      notifier.notify(notification);
    },

    listen(subjects, listener) {
      subscriptions.push(...subjects.map((subject) => ({ subject, listener })));
      connection.prepareAgain();
    },

    onReady(wake) {
      readyListeners.push(wake);
      if (connection.current()) wake();
    },

    isReady: () => connection.current() !== undefined,

    problem: () => (connection.current() && notStored) ?? connection.problem(),

    async close() {
      await Promise.all([...consumptions].map((each) => each.stop()));
      consumptions.clear();
      for (const { stop } of notifiers.values()) stop();
      await connection.close();
    },
  };
}
