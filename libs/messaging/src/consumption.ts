import { setImmediate as pieceRead, setTimeout as pause } from 'node:timers/promises';
import { LARGEST_EVENT_BYTES, type StreamConsumer } from '@svc/contracts';
import { shouldLogFailure, linePerSecond, type LogFields, type Logger } from '@svc/logging';
import type { JetStreamManager, JsMsg, NatsConnection } from 'nats';
import { MalformedEvent, parseCloudEvent, type ReceivedEvent } from './cloud-event';
import { pullMessages } from './pulls';
import { ACK_WAIT_MS, ensureConsumer } from './stream-settings';

/** Thrown when no event is at fault, as when the database is away: all wait, in order, until it works again. */
export class RetryLater extends Error {
  constructor(cause: unknown) {
    super('Events cannot be handled now.', { cause });
    this.name = 'RetryLater';
  }
}

/** A message that will not be delivered again, with what a person needs to judge it. */
export interface DeadLetter {
  readonly consumer: string;
  readonly subject: string;
  /** Absent when the envelope could not be read. */
  readonly event: ReceivedEvent | undefined;
  readonly body: string;
  readonly error: string;
  readonly deliveries: number;
}

export interface ConsumerSettings extends StreamConsumer {
  /**
   * How many events `handle` may get at once, 100 when absent; fewer where they are large: together they
   * have no more bytes than the largest event may have.
   */
  readonly batchSize?: number;
  /** How long a failed event waits before each further delivery. */
  readonly redeliveryDelaysMs?: readonly number[];
  /** After how long without a sign of life a process's messages are delivered to another one. */
  readonly ackWaitMs?: number;
  /**
   * Handles events in the order of the stream and resolves once their effect is committed. When
   * several fail, each is repeated alone, so that only the event at fault is delayed; after
   * `RetryLater` all are repeated together.
   */
  handle(events: readonly ReceivedEvent[]): Promise<void>;
  /**
   * Keeps messages that are given up, which happens only once this resolves: the unreadable ones of a
   * batch, or one event that failed for the last time.
   */
  storeDeadLetters(letters: readonly DeadLetter[]): Promise<void>;
}

/** A running consumer of the stream. */
export interface Consumption {
  readonly durable: string;
  /** Creates the durable consumer or brings it to these settings, after each connection. */
  ensure(manager: JetStreamManager): Promise<void>;
  /** Starts to pull over a connection; once per connection object, which resumes by itself. */
  attach(connection: NatsConnection): void;
  /** Takes no more messages, returns those not begun, and resolves when the running batch is done. */
  stop(): Promise<void>;
}

/** Deliveries of one message before it becomes a dead letter. */
const MAX_DELIVERIES = 5;
const REDELIVERY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000];
/** How many signs of life are sent within the acknowledgement time-out; all but one may come late. */
const SIGNS_OF_LIFE = 4;

interface Delivery {
  readonly message: JsMsg;
  readonly body: string;
  readonly event: ReceivedEvent;
}

/** A message that cannot be handled any more, and why. */
interface Failed {
  readonly message: JsMsg;
  readonly body: string;
  readonly event: ReceivedEvent | undefined;
  readonly error: unknown;
}

/** With the place in the code where it happened, except of an unreadable message, which no code is at fault for. */
const messageOf = (error: unknown): string => {
  if (error instanceof MalformedEvent) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

export function consumption(
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
  let isStopped = false;
  let isWorking = false;
  let work: Promise<void> = Promise.resolve();
  // At most one line a second of each: a context may publish any number of messages that are no events, and
  // of events that fail. The table of dead letters has them all.
  const logUnreadable = linePerSecond();
  const logFailed = linePerSecond();
  const logGivenUp = linePerSecond();

  const receive = (message: JsMsg): void => {
    if (isStopped) {
      message.nak();
      return;
    }
    waiting.push(message);
    if (isWorking) return;
    isWorking = true;
    work = workOff();
  };

  /** Never rejects: what happens to a message is told to the server, not to a caller. */
  async function workOff(): Promise<void> {
    // The connection reads many messages at once: without this the first would be a batch of its own.
    await pieceRead();
    while (waiting.length > 0 && !isStopped)
      await settleBatch(waiting.splice(0, sizeOfNextBatch()));
    isWorking = false;
  }

  /** A batch is read and written in one go, which must not take long, whatever a context publishes. */
  function sizeOfNextBatch(): number {
    let bytes = 0;
    const next = waiting.slice(0, batchSize);
    const firstTooMany = next.findIndex(({ data }, at) => {
      bytes += data.length;
      return at > 0 && bytes > LARGEST_EVENT_BYTES;
    });
    return firstTooMany < 0 ? next.length : firstTooMany;
  }

  async function settleBatch(batch: readonly JsMsg[]): Promise<void> {
    const stillWorking = setInterval(() => {
      // Has no effect on messages that are acknowledged already.
      for (const message of [...batch, ...waiting]) message.working();
    }, ackWaitMs / SIGNS_OF_LIFE);
    try {
      const deliveries: Delivery[] = [];
      const unreadable: Failed[] = [];
      for (const message of batch) {
        const opened = open(message);
        if (opened.event) deliveries.push(opened);
        else unreadable.push(opened);
      }
      if (unreadable.length > 0) await giveUp(unreadable);
      await handleAll(deliveries);
    } finally {
      clearInterval(stillWorking);
    }
  }

  function open(message: JsMsg): Delivery | (Failed & { readonly event: undefined }) {
    const body = message.string();
    try {
      return { message, body, event: parseCloudEvent(body, message.subject) };
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error;
      return { message, body, event: undefined, error };
    }
  }

  async function handleAll(deliveries: readonly Delivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    try {
      await handleInTime(deliveries.map(({ event }) => event));
      for (const { message } of deliveries) message.ack();
    } catch (error) {
      if (error instanceof RetryLater) {
        for (const { message } of deliveries) message.nak();
        return;
      }
      if (deliveries.length > 1) {
        for (const delivery of deliveries) await handleAll([delivery]);
        return;
      }
      for (const delivery of deliveries) await postpone(delivery, error);
    }
  }

  // No `startLoop`: whoever handles a batch waits for its outcome, so that the next one does not pass it.
  /** Rejects with `RetryLater` only when the consumer is stopped. */
  async function handleInTime(events: readonly ReceivedEvent[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await handle(events);
      } catch (error) {
        if (!(error instanceof RetryLater) || isStopped) throw error;
        if (shouldLogFailure(attempt)) {
          const about = { consumer: durable, events: events.length, attempt };
          log.warn({ err: error.cause, ...about }, 'events wait');
        }
        await pause(delayAfter(1));
      }
    }
  }

  async function postpone({ message, body, event }: Delivery, error: unknown): Promise<void> {
    const deliveries = message.info.deliveryCount;
    const isHopeless = deliveries >= MAX_DELIVERIES || error instanceof MalformedEvent;
    if (isHopeless) return giveUp([{ message, body, event, error }]);
    logFailed((leftOut) => {
      const about = { consumer: durable, event_id: event.id, deliveries, left_out: leftOut };
      log.warn({ err: error, ...about }, 'event failed');
    });
    message.nak(delayAfter(deliveries));
    return undefined;
  }

  async function giveUp(failed: readonly Failed[]): Promise<void> {
    try {
      await storeDeadLetters(failed.map(letterOf));
    } catch (storeError) {
      for (const each of failed) {
        const { deliveryCount } = each.message.info;
        logOf(each, (about) =>
          log.warn({ err: storeError, ...about }, 'dead letter not written, event stays'),
        );
        each.message.nak(delayAfter(deliveryCount));
      }
      return;
    }
    for (const each of failed) {
      each.message.term();
      logOf(each, (about) =>
        log.error({ err: each.error, ...about }, 'event became a dead letter'),
      );
    }
  }

  const letterOf = ({ message, body, event, error }: Failed): DeadLetter => ({
    consumer: durable,
    subject: message.subject,
    event,
    body,
    error: messageOf(error),
    deliveries: message.info.deliveryCount,
  });

  function logOf({ message, event }: Failed, line: (about: LogFields) => void): void {
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
      if (isStopped) return;
      stopPulling = pullMessages({
        connection,
        inboxPrefix,
        durable,
        batch: batchSize,
        log,
        receive,
      });
    },

    async stop() {
      isStopped = true;
      for (const message of waiting.splice(0)) message.nak();
      stopPulling?.();
      await work;
    },
  };
}
