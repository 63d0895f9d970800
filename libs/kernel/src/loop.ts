/**
 * When to work again: `more` at once, `done` at a wake-up or the next poll, `failed` after a delay. An
 * object means `done` with other times.
 */
export type LoopResult =
  | 'more'
  | 'done'
  | 'failed'
  | Partial<Pick<LoopSettings, 'minIntervalMs' | 'pollMs'>>;

export interface LoopSettings {
  /** One unit of work, given the number of failures in a row. It logs its errors and never rejects. */
  readonly work: (failures: number) => Promise<LoopResult>;
  /** The minimum time between two units, so that one serves many wake-ups. */
  readonly minIntervalMs?: number;
  /** The maximum wait for a wake-up, after `minIntervalMs`. */
  readonly pollMs: number;
  /**
   * Delays after the first, second, … failure in a row; the last one repeats. Without them a failure waits
   * like `done`, and drops wake-ups that came during it.
   */
  readonly retryMs?: readonly number[];
}

export interface Loop {
  wake(): void;
  stop(): Promise<void>;
  isStopped(): boolean;
}

export function startLoop({ work, minIntervalMs = 0, pollMs, retryMs = [] }: LoopSettings): Loop {
  let isStopped = false;
  let isWoken = false;
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

  async function waitForNext(next: LoopResult): Promise<void> {
    const retryInMs = retryMs[Math.min(failures, retryMs.length) - 1];
    if (retryInMs !== undefined) return pause(retryInMs);
    if (next === 'failed') isWoken = false;
    const times = { minIntervalMs, pollMs, ...(typeof next === 'object' && next) };
    await pause(times.minIntervalMs);
    if (isWoken || isStopped) return undefined;
    isPolling = true;
    await pause(times.pollMs);
    isPolling = false;
    return undefined;
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      const next = await work(failures);
      failures = next === 'failed' ? failures + 1 : 0;
      if (next !== 'more' && !isStopped) await waitForNext(next);
    }
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
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
