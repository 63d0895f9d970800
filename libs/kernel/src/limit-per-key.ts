import { RESPONSE_DEADLINE_MS } from '@svc/contracts';

export type RunWithinLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits concurrent work per key within this process; the rest waits in order of arrival. Work whose
 * caller has timed out meanwhile is rejected.
 */
export function createLimitPerKey(
  max = 1,
  now: () => number = () => performance.now(),
): RunWithinLimit {
  const lines = new Map<string, Line>();

  function acquire(key: string): Promise<void> | undefined {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running >= max) return new Promise((begin) => line.waiting.push(begin));
    line.running += 1;
    return undefined;
  }

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
      if (now() - askedMs > RESPONSE_DEADLINE_MS) throw new Error('Timed out waiting for a slot.');
      return await work();
    } finally {
      release(key);
    }
  };
}
