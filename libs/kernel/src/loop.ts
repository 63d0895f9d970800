/**
 * How a loop goes on after its work: at once when there is `more`; when it is `done`, as soon as
 * somebody asks for it; `failed`, later. An object is `done` with a gathering time of its own.
 */
export type Next = 'more' | 'done' | 'failed' | { readonly gatherMs: number };

export interface LoopSettings {
  /** One piece of the work. It tells of its errors itself, and never rejects. */
  readonly work: () => Promise<Next>;
  /** Work begins so long after the one before at the earliest, so that one does what many ask for. */
  readonly gatherMs?: number;
  /** It begins so long after that at the latest, whether it was asked for or not. */
  readonly pollMs: number;
  /**
   * How long to wait after the first, second, … failure in a row, however often work is asked for; the
   * last one holds for all that follow. Where there are none, a failure is like work that is done and
   * that nobody has asked for meanwhile.
   */
  readonly retryMs?: readonly number[];
}

export interface Loop {
  /** There may be something to do; called as often as one likes. */
  wake(): void;
  /** Begins no other work, and resolves when what is under way has ended. */
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
    failures = next === 'failed' ? failures + 1 : 0;
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
      const next = await work();
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
