/**
 * When a loop works again: `more` means at once, `done` when it is woken or at the next poll, `failed`
 * after a delay. An object means `done`, with a gathering time of its own.
 */
export type Next = 'more' | 'done' | 'failed' | { readonly gatherMs: number };

export interface LoopSettings {
  /** One piece of the work, given how many before it failed in a row. It logs its errors itself, and never rejects. */
  readonly work: (failures: number) => Promise<Next>;
  /** The shortest time between two pieces of work, so that one piece serves many wake-ups. */
  readonly gatherMs?: number;
  /** After `gatherMs`, how long to wait at most for a wake-up. */
  readonly pollMs: number;
  /**
   * How long to wait after the first, second, … failure in a row, whatever wakes the loop; the last one
   * holds for all that follow. Without them, a failure waits like work that is done, and wake-ups that
   * came during the failed work are dropped.
   */
  readonly retryMs?: readonly number[];
}

export interface Loop {
  /** There may be something to do; may be called at any time and often. */
  wake(): void;
  /** Begins no further work, and resolves when the work under way has ended. */
  stop(): Promise<void>;
  isStopped(): boolean;
}

/** Does work again and again, one piece at a time, from now on until it is stopped. */
export function startLoop({ work, gatherMs = 0, pollMs, retryMs = [] }: LoopSettings): Loop {
  let isStopped = false;
  /** Somebody asked for work since the last one began. */
  let isWanted = false;
  let isPolling = false;
  let failures = 0;
  let endPause = (): void => {};

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function rest(next: Next): Promise<void> {
    const retryInMs = retryMs[Math.min(failures, retryMs.length) - 1];
    if (retryInMs !== undefined) return pause(retryInMs);
    if (next === 'failed') isWanted = false;
    await pause(typeof next === 'object' ? next.gatherMs : gatherMs);
    if (isWanted || isStopped) return undefined;
    isPolling = true;
    await pause(pollMs);
    isPolling = false;
    return undefined;
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWanted = false;
      const next = await work(failures);
      failures = next === 'failed' ? failures + 1 : 0;
      if (next !== 'more' && !isStopped) await rest(next);
    }
  }

  const running = run();
  return {
    wake() {
      isWanted = true;
      if (isPolling) endPause();
    },
    async stop() {
      isStopped = true;
      endPause();
      await running;
    },
    isStopped: () => isStopped,
  };
}
