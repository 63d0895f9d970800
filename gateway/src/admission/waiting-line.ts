import type { Exchange } from './exchange';
import { ClientLeft } from './read-body';

/** A request that waits for its turn. */
export interface Turn {
  readonly exchange: Exchange;
  begin(): void;
}

export interface WaitOptions {
  /** Whether it goes on when its client has left. */
  readonly outlivesClient: boolean;
  /** The text of the Error when its turn does not come in time. */
  readonly tooLate: string;
  /** Called when it stops waiting without its turn, which another one may have. */
  readonly gaveUp: () => void;
}

/** Requests that wait for their turns. */
export interface WaitingLine {
  /** In the order in which they came. */
  readonly turns: ReadonlySet<Turn>;
  /** @throws ClientLeft as soon as the client leaves, and an Error when the turn does not come in time */
  wait(exchange: Exchange, options: WaitOptions): Promise<void>;
}

export function waitingLine(longestWaitMs: number): WaitingLine {
  const turns = new Set<Turn>();
  return {
    turns,
    wait: (exchange, { outlivesClient, tooLate, gaveUp }) =>
      new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          clearTimeout(timer);
          turns.delete(turn);
        };
        const turn: Turn = {
          exchange,
          begin() {
            stopWaiting();
            resolve();
          },
        };
        const giveUp = (error: Error): void => {
          stopWaiting();
          gaveUp();
          reject(error);
        };
        const timer = setTimeout(() => giveUp(new Error(tooLate)), longestWaitMs);
        turns.add(turn);
        if (!outlivesClient) exchange.whenLeft = () => giveUp(new ClientLeft());
      }),
  };
}
