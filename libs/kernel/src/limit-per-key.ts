import { ANSWER_WITHIN_MS } from '@svc/contracts';

/** Runs work once few enough pieces of work of the same key are under way. */
export type RunWithinLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits, within this process, how many pieces of work of one key run at once; the others wait and
 * begin in the order in which they came. Work that has waited for so long that its caller has been
 * answered is rejected and not begun.
 */
export function limitPerKey(max = 1, now: () => number = () => performance.now()): RunWithinLimit {
  const lines = new Map<string, Line>();

  /** Resolves once one more may run. */
  function acquire(key: string): Promise<void> | undefined {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running >= max) return new Promise((begin) => line.waiting.push(begin));
    line.running += 1;
    return undefined;
  }

  /** Passes its slot on to the next that waits. */
  function release(key: string): void {
    const line = lines.get(key);
    const next = line?.waiting.shift();
    if (next) next();
    else if (line && (line.running -= 1) === 0) lines.delete(key);
  }

  return async (key, work) => {
    const askedMs = now();
    const turn = acquire(key);
    if (turn) await turn;
    try {
      if (now() - askedMs > ANSWER_WITHIN_MS) throw new Error('Timed out waiting for a slot.');
      return await work();
    } finally {
      release(key);
    }
  };
}
