import { createInbox, headers, type Msg, type NatsConnection } from 'nats';

/** An event on its way to the stream. Consumers recognise a repetition by its id. */
export interface OutgoingEvent {
  readonly id: string;
  /** By which the server recognises a repetition, whoever published it first; the event's id when absent. */
  readonly messageId?: string;
  readonly subject: string;
  readonly body: string;
}

/** Where the stream keeps an event. */
export interface Position {
  readonly id: string;
  readonly sequence: number;
}

export interface Published {
  /** How many events, counted from the first, the stream has confirmed. */
  readonly confirmed: number;
  /** The last confirmed event. */
  readonly position: Position | undefined;
  /** Why the next event was not confirmed. */
  readonly failure: Error | undefined;
}

export type PublishWindow = (events: readonly OutgoingEvent[]) => Promise<Published>;

/** Carries the message id; the stream drops a repetition within its duplicate window. */
export const ID_HEADER = 'Nats-Msg-Id';
const TIMEOUT_MS = 2_000;

/** The sequence number at which the stream keeps a message, or why it does not. */
type Answer = number | Error;

/**
 * Publishes events at once and collects their confirmations.
 *
 * One inbox and one timer serve the whole window; the client's own publish makes a request of each
 * event, at twice the cost. The events of a window are sent in one run of bytes, so that a lost
 * connection can lose the last of them and never some in the middle.
 */
export function windowPublisher(nats: NatsConnection, inboxPrefix: string): PublishWindow {
  const inbox = createInbox(inboxPrefix);
  const open = new Map<string, (index: number, answer: Answer) => void>();
  let windows = 0;

  nats.subscribe(`${inbox}.>`, {
    callback: (error, message) => {
      const [window = '', index] = message.subject.slice(inbox.length + 1).split('.');
      open.get(window)?.(Number(index), error ?? answerIn(message));
    },
  });

  return (events) =>
    new Promise((resolve) => {
      windows += 1;
      const window = String(windows);
      const answers: (Answer | undefined)[] = [];
      let missing = events.length;
      const close = (): void => {
        clearTimeout(timer);
        open.delete(window);
        resolve(outcome(events, answers));
      };
      const timer = setTimeout(close, TIMEOUT_MS);
      open.set(window, (index, answer) => {
        if (answers[index] !== undefined) return;
        answers[index] = answer;
        missing -= 1;
        if (missing === 0) close();
      });
      events.forEach(({ id, messageId = id, subject, body }, index) => {
        const named = headers();
        named.set(ID_HEADER, messageId);
        nats.publish(subject, body, { headers: named, reply: `${inbox}.${window}.${index}` });
      });
    });
}

function answerIn(message: Msg): Answer {
  if (message.data.length === 0) return new Error('JetStream does not answer.');
  // An event that was not stored has the number 0.
  const { seq = 0, error } = message.json<{ seq?: number; error?: { description?: string } }>();
  if (error || seq === 0) return new Error(`JetStream: ${error?.description ?? 'not stored'}.`);
  return seq;
}

function outcome(
  events: readonly OutgoingEvent[],
  answers: readonly (Answer | undefined)[],
): Published {
  let position: Position | undefined;
  for (const [index, { id }] of events.entries()) {
    const answer = answers[index] ?? new Error(`No confirmation within ${TIMEOUT_MS} ms.`);
    if (answer instanceof Error) return { confirmed: index, position, failure: answer };
    position = { id, sequence: answer };
  }
  return { confirmed: events.length, position, failure: undefined };
}
