import type { Logger } from '@svc/logging';
import type { InventoryUseCases } from '../use-cases';

export interface Retries {
  /** Stock may have arrived; called after a commit, as often as one likes. */
  wake(): void;
  /** Resolves when what is under way is done. */
  stop(): Promise<void>;
}

interface KeepRetrying {
  readonly retryReservations: InventoryUseCases['retryReservations'];
  readonly log: Logger;
}

/** Under load, commits of this long share a look. */
const GATHER_MS = 100;
/** The net, for stock that arrived through another replica or just before a crash. */
const POLL_MS = 5_000;

/** Tries waiting reservations again after each change and every few seconds, until stopped. */
export function keepRetrying({ retryReservations, log }: KeepRetrying): Retries {
  let isStopped = false;
  let isWanted = false;
  let isResting = false;
  let endPause = (): void => {};

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function retry(): Promise<void> {
    try {
      const settled = await retryReservations();
      if (settled > 0) log.info({ reservations: settled }, 'waiting reservations covered');
    } catch (error) {
      log.warn({ err: error }, 'retry of reservations failed');
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWanted = false;
      await retry();
      if (isStopped) return;
      await pause(GATHER_MS);
      if (isWanted || isStopped) continue;
      isResting = true;
      await pause(POLL_MS);
      isResting = false;
    }
  }

  const running = run();
  return {
    wake() {
      isWanted = true;
      if (isResting) endPause();
    },

    async stop() {
      isStopped = true;
      endPause();
      await running;
    },
  };
}
