import type { Exchange } from './exchange';
import { ClientLeft } from './read-body';

/** What a request waits for. */
export interface Turn {
  /** Takes what the turn needs, if it is free, and answers whether it was. */
  readonly take: () => boolean;
  /** Whether it goes on when its client has left. */
  readonly outlivesClient: boolean;
  /** The error when its turn does not come in time. */
  readonly tooLate: () => Error;
  /** Called when it stops waiting and has had no turn, so that another one may have it. */
  readonly gaveUp: () => void;
}

/** Requests that wait for their turns, in the order in which they came. */
export interface WaitingLine {
  length(): number;
  /** @throws ClientLeft as soon as the client leaves, and `tooLate` when the turn does not come in time */
  wait(exchange: Exchange, turn: Turn): Promise<void>;
  /** Lets them go on, up to the first that cannot take what it needs. */
  goOn(): void;
}

export function waitingLine(longestWaitMs: number): WaitingLine {
  /** What each turn does once it has been taken. */
  const waiting = new Map<Turn, () => void>();
  return {
    length: () => waiting.size,
    wait: (exchange, turn) =>
      new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          clearTimeout(timer);
          waiting.delete(turn);
        };
        const giveUp = (error: Error): void => {
          stopWaiting();
          turn.gaveUp();
          reject(error);
        };
        const timer = setTimeout(() => giveUp(turn.tooLate()), longestWaitMs);
        waiting.set(turn, () => {
          stopWaiting();
          resolve();
        });
        if (!turn.outlivesClient) exchange.whenLeft = () => giveUp(new ClientLeft());
      }),
    goOn() {
      for (const [turn, begin] of waiting) {
        if (!turn.take()) break;
        begin();
      }
    },
  };
}
