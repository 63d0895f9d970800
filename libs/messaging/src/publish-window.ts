import { createInbox, headers, type Msg, type NatsConnection } from 'nats';

export interface OutgoingEvent {
  readonly id: string;
  /** The server drops repetitions; the event's id by default. */
  readonly messageId?: string;
  readonly subject: string;
  readonly body: string;
}

export interface StreamPosition {
  readonly id: string;
  readonly sequence: number;
}

export interface PublishResult {
  /** Counted from the first. */
  readonly confirmed: number;
  readonly position: StreamPosition | undefined;
  readonly failure: Error | undefined;
}

export type PublishWindow = (events: readonly OutgoingEvent[]) => Promise<PublishResult>;

export const ID_HEADER = 'Nats-Msg-Id';
const TIMEOUT_MS = 2_000;

type Confirmation = number | Error;

/**
 * Uses one inbox and timer, at half the cost of a request per event. A window is one run of bytes: a lost
 * connection loses its end, never its middle.
 */
export function createWindowPublisher(nats: NatsConnection, inboxPrefix: string): PublishWindow {
  const inbox = createInbox(inboxPrefix);
  const open = new Map<string, (index: number, confirmation: Confirmation) => void>();
  let windows = 0;

  nats.subscribe(`${inbox}.>`, {
    callback: (error, message) => {
      const [window = '', index] = message.subject.slice(inbox.length + 1).split('.');
      open.get(window)?.(Number(index), error ?? readConfirmation(message));
    },
  });

  return (events) =>
    new Promise((resolve) => {
      windows += 1;
      const window = String(windows);
      const confirmations: (Confirmation | undefined)[] = [];
      let missing = events.length;
      const close = (): void => {
        clearTimeout(timer);
        open.delete(window);
        resolve(toPublishResult(events, confirmations));
      };
      const timer = setTimeout(close, TIMEOUT_MS);
      open.set(window, (index, confirmation) => {
        if (confirmations[index] !== undefined) return;
        confirmations[index] = confirmation;
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

function readConfirmation(message: Msg): Confirmation {
  if (message.data.length === 0) return new Error('JetStream did not respond.');
  // 0 means not stored.
  const { seq = 0, error } = message.json<{ seq?: number; error?: { description?: string } }>();
  if (error || seq === 0) return new Error(`JetStream: ${error?.description ?? 'not stored'}.`);
  return seq;
}

function toPublishResult(
  events: readonly OutgoingEvent[],
  confirmations: readonly (Confirmation | undefined)[],
): PublishResult {
  let position: StreamPosition | undefined;
  for (const [index, { id }] of events.entries()) {
    const confirmation =
      confirmations[index] ?? new Error(`No confirmation within ${TIMEOUT_MS} ms.`);
    if (confirmation instanceof Error) return { confirmed: index, position, failure: confirmation };
    position = { id, sequence: confirmation };
  }
  return { confirmed: events.length, position, failure: undefined };
}
