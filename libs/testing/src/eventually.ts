import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  readonly within?: number;
}

/** Other tests share the processors. */
const MAX_WAIT_MS = 20_000;

const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { within = MAX_WAIT_MS }: EventuallyOptions = {},
): Promise<Result> {
  const begin = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= begin + within) throw error;
    }
    // Checks take processors from the awaited work.
    const longer = (Date.now() - begin) / 20;
    await pause(Math.min(Math.max(MIN_PAUSE_MS, longer), MAX_PAUSE_MS));
  }
}
