import { fairShares } from '@svc/kernel';
import type { Answer } from './answer';
import type { Exchange } from './exchange';

/** Of all companies together: a third of the memory that `deploy` gives the process. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * The answers that are in memory because their clients have not taken them yet, weighed by company.
 */
export interface UnreadAnswers {
  hasRoom(companyId: number, bytes: number): boolean;
  /**
   * @throws when a read's answer has no room. A write's answer is always sent: it is small, and its
   * change has been made.
   */
  requireRoom(exchange: Exchange, answer: Answer): void;
  /** Counts an answer that was sent, unless the client has taken it at once, until it has or leaves. */
  keep(exchange: Exchange, answer: Answer): void;
  /** Has a listener called when a client has taken an answer that was kept, or has left. */
  onTaken(listener: () => void): void;
}

export function unreadAnswers(): UnreadAnswers {
  const { hasRoom, add, giveBack } = fairShares<number>(MOST_BYTES);
  const listeners: (() => void)[] = [];

  return {
    hasRoom,
    requireRoom({ key, request }, { body }) {
      if (!key || request.method !== 'GET' || hasRoom(key.company.id, body.length)) return;
      throw new Error(`Company ${key.company.id} leaves too many answers unread.`);
    },
    keep(exchange, { body }) {
      const { key, response } = exchange;
      if (!key || exchange.hasLeft || response.writableFinished) return;
      const companyId = key.company.id;
      const bytes = body.length;
      add(companyId, bytes);
      exchange.whenTaken = () => {
        giveBack(companyId, bytes);
        for (const listener of listeners) listener();
      };
    },
    onTaken: (listener) => void listeners.push(listener),
  };
}
