import { setTimeout as pause } from 'node:timers/promises';
import { MAX_EVENT_BYTES, type StreamConsumer } from '@svc/contracts';
import { yieldToEventLoop } from '@svc/kernel';
import { createLinePerSecond, shouldLogFailure, type LogFields, type Logger } from '@svc/logging';
import type { JetStreamManager, JsMsg, NatsConnection } from 'nats';
import { MalformedEvent, parseCloudEvent, type ReceivedEvent } from './cloud-event';
import { startPulling } from './pulls';
import { ACK_WAIT_MS, ensureConsumer } from './stream-settings';

/** No event is at fault, such as without a database: all wait, in order. */
export class RetryLater extends Error {
  constructor(cause: unknown) {
    super('Events cannot be handled now; they will be retried.', { cause });
    this.name = 'RetryLater';
  }
}

export interface DeadLetter {
  readonly consumer: string;
  readonly subject: string;
  /** Absent if unreadable. */
  readonly event: ReceivedEvent | undefined;
  readonly body: string;
  readonly error: string;
  readonly deliveries: number;
}

export interface ConsumerSettings extends StreamConsumer {
  /** 100 by default; together no larger than one event may be. */
  readonly batchSize?: number;
  readonly redeliveryDelaysMs?: readonly number[];
  /** Without a sign of life for so long, messages go to another process. */
  readonly ackWaitMs?: number;
  /**
   * Resolves after commit. When several fail, each is repeated alone; after `RetryLater` all are repeated
   * together.
   */
  handle(events: readonly ReceivedEvent[]): Promise<void>;
  /** A message stays until this resolves. */
  storeDeadLetters(letters: readonly DeadLetter[]): Promise<void>;
}

/**
 * | State     | Moves to                                                   |
 * | --------- | ---------------------------------------------------------- |
 * | `idle`    | `working` with a message; `stopped` by `stop()`            |
 * | `working` | `idle` when no message waits; `stopped` by `stop()`        |
 * | `stopped` | – (messages are returned; a batch under way is completed)  |
 */
export type ConsumptionState = 'idle' | 'working' | 'stopped';

export interface Consumption {
  readonly durable: string;
  ensure(manager: JetStreamManager): Promise<void>;
  /** Once per connection object, which reconnects itself. */
  attach(connection: NatsConnection): void;
  /** Resolves when the running batch is done. */
  stop(): Promise<void>;
}

const MAX_DELIVERIES = 5;
const REDELIVERY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000];
/** Reports within the time to acknowledge: a single one in time keeps the messages here. */
const PROGRESS_REPORTS = 4;

interface ReadableMessage {
  readonly message: JsMsg;
  readonly body: string;
  readonly event: ReceivedEvent;
}

interface Failed {
  readonly message: JsMsg;
  readonly body: string;
  readonly event: ReceivedEvent | undefined;
  readonly error: unknown;
}

const describeFailure = (error: unknown): string => {
  if (error instanceof MalformedEvent) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

export function createConsumption(
  settings: ConsumerSettings,
  { inboxPrefix, log }: { readonly inboxPrefix: string; readonly log: Logger },
): Consumption {
  const {
    durable,
    filter,
    batchSize = 100,
    redeliveryDelaysMs = REDELIVERY_DELAYS_MS,
    ackWaitMs = ACK_WAIT_MS,
    handle,
    storeDeadLetters,
  } = settings;
  const waiting: JsMsg[] = [];
  let stopPulling: (() => void) | undefined;
  let state: ConsumptionState = 'idle';
  let work: Promise<void> = Promise.resolve();
  // A context may publish any number of bad messages; the dead letters have them.
  const logUnreadable = createLinePerSecond();
  const logFailed = createLinePerSecond();
  const logGivenUp = createLinePerSecond();

  const receive = (message: JsMsg): void => {
    if (state === 'stopped') {
      message.nak();
      return;
    }
    waiting.push(message);
    if (state === 'working') return;
    state = 'working';
    work = processWaiting();
  };

  async function processWaiting(): Promise<void> {
    // Messages that arrived together form one batch.
    await yieldToEventLoop();
    while (waiting.length > 0 && state !== 'stopped')
      await processBatch(waiting.splice(0, countNextBatch()));
    if (state !== 'stopped') state = 'idle';
  }

  function countNextBatch(): number {
    let bytes = 0;
    const next = waiting.slice(0, batchSize);
    const firstTooMany = next.findIndex(({ data }, index) => {
      bytes += data.length;
      return index > 0 && bytes > MAX_EVENT_BYTES;
    });
    return firstTooMany < 0 ? next.length : firstTooMany;
  }

  async function processBatch(batch: readonly JsMsg[]): Promise<void> {
    const progressTimer = setInterval(() => {
      for (const message of [...batch, ...waiting]) message.working();
    }, ackWaitMs / PROGRESS_REPORTS);
    try {
      const readable: ReadableMessage[] = [];
      const unreadable: Failed[] = [];
      for (const message of batch) {
        const parsed = parseMessage(message);
        if (parsed.event) readable.push(parsed);
        else unreadable.push(parsed);
      }
      if (unreadable.length > 0) await giveUp(unreadable);
      await handleAll(readable);
    } finally {
      clearInterval(progressTimer);
    }
  }

  function parseMessage(
    message: JsMsg,
  ): ReadableMessage | (Failed & { readonly event: undefined }) {
    const body = message.string();
    try {
      return { message, body, event: parseCloudEvent(body, message.subject) };
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error;
      return { message, body, event: undefined, error };
    }
  }

  async function handleAll(messages: readonly ReadableMessage[]): Promise<void> {
    if (messages.length === 0) return;
    try {
      await handleWithRetries(messages.map(({ event }) => event));
      for (const { message } of messages) message.ack();
    } catch (error) {
      if (error instanceof RetryLater) {
        for (const { message } of messages) message.nak();
        return;
      }
      if (messages.length > 1) {
        for (const each of messages) await handleAll([each]);
        return;
      }
      for (const each of messages) await postpone(each, error);
    }
  }

  // Not `startLoop`: the next batch must not overtake this one.
  /** Rejects with `RetryLater` only when stopped. */
  async function handleWithRetries(events: readonly ReceivedEvent[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await handle(events);
      } catch (error) {
        if (!(error instanceof RetryLater) || state === 'stopped') throw error;
        if (shouldLogFailure(attempt)) {
          const about = { consumer: durable, events: events.length, attempt };
          log.warn({ err: error.cause, ...about }, 'handling events failed, will retry');
        }
        await pause(delayAfter(1));
      }
    }
  }

  async function postpone(
    { message, body, event }: ReadableMessage,
    error: unknown,
  ): Promise<void> {
    const deliveries = message.info.deliveryCount;
    const isHopeless = deliveries >= MAX_DELIVERIES || error instanceof MalformedEvent;
    if (isHopeless) return giveUp([{ message, body, event, error }]);
    logFailed((leftOut) => {
      const about = { consumer: durable, event_id: event.id, deliveries, left_out: leftOut };
      log.warn({ err: error, ...about }, 'could not process an event');
    });
    message.nak(delayAfter(deliveries));
    return undefined;
  }

  async function giveUp(failed: readonly Failed[]): Promise<void> {
    try {
      await storeDeadLetters(failed.map(toDeadLetter));
    } catch (storeError) {
      for (const each of failed) {
        const { deliveryCount } = each.message.info;
        logMessage(each, (about) =>
          log.warn({ err: storeError, ...about }, 'storing a dead letter failed, will retry'),
        );
        each.message.nak(delayAfter(deliveryCount));
      }
      return;
    }
    for (const each of failed) {
      each.message.term();
      logMessage(each, (about) =>
        log.error({ err: each.error, ...about }, 'event became a dead letter'),
      );
    }
  }

  const toDeadLetter = ({ message, body, event, error }: Failed): DeadLetter => ({
    consumer: durable,
    subject: message.subject,
    event,
    body,
    error: describeFailure(error),
    deliveries: message.info.deliveryCount,
  });

  function logMessage({ message, event }: Failed, line: (about: LogFields) => void): void {
    const { subject } = message;
    const deliveries = message.info.deliveryCount;
    const about = { consumer: durable, subject, deliveries, ...(event && { event_id: event.id }) };
    const logLine = event ? logGivenUp : logUnreadable;
    logLine((leftOut) => line({ ...about, left_out: leftOut }));
  }

  const delayAfter = (deliveries: number): number =>
    redeliveryDelaysMs[Math.min(deliveries, redeliveryDelaysMs.length) - 1] ?? 0;

  return {
    durable,

    ensure: (manager) => ensureConsumer(manager, { durable, filter }, ackWaitMs),

    attach(connection) {
      if (state === 'stopped') return;
      stopPulling = startPulling({
        connection,
        inboxPrefix,
        durable,
        batch: batchSize,
        log,
        receive,
      });
    },

    async stop() {
      state = 'stopped';
      for (const message of waiting.splice(0)) message.nak();
      stopPulling?.();
      await work;
    },
  };
}
