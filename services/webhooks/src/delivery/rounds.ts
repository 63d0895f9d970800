import { setTimeout as delay } from 'node:timers/promises';

/** Something that is done again and again. */
export interface Rounds {
  /** There may be something to do; called as often as one likes. */
  wake(): void;
  /** Begins no other round, and resolves when the last one has ended. */
  stop(): Promise<void>;
  isStopped(): boolean;
}

export interface RoundSettings {
  /** A round begins so long after the one before at the earliest, so that one does what many ask for. */
  readonly gatherMs: number;
  /** It begins so long after that at the latest, whether it was asked for or not. */
  readonly pollMs: number;
  /** A round has failed; the next one begins as if nobody had asked for it. */
  readonly onError: (error: unknown) => void;
}

export function startRounds(
  round: () => Promise<void>,
  { gatherMs, pollMs, onError }: RoundSettings,
): Rounds {
  let isStopped = false;
  let isWanted = false;
  let endPause = (): void => {};

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!isStopped) {
      isWanted = false;
      await round().catch((error: unknown) => {
        onError(error);
        isWanted = false;
      });
      await delay(gatherMs);
      if (!isWanted && !isStopped) await pause();
    }
  }

  const running = run();
  return {
    wake() {
      isWanted = true;
      endPause();
    },
    async stop() {
      isStopped = true;
      endPause();
      await running;
    },
    isStopped: () => isStopped,
  };
}
