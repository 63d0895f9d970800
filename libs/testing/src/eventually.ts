import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Milliseconds after which the last failure is the test's. */
  readonly within?: number;
}

/** What takes a moment takes many times that where other tests have the processors. */
const PATIENCE_MS = 20_000;

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** Repeats a check until it passes, and answers what it answered. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { within = PATIENCE_MS }: EventuallyOptions = {},
): Promise<Result> {
  const begin = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= begin + within) throw error;
    }
    // What has taken long may take long yet, and a check takes processors from what is waited for.
    const longer = (Date.now() - begin) / 20;
    await pause(Math.min(Math.max(SHORTEST_PAUSE_MS, longer), LONGEST_PAUSE_MS));
  }
}
