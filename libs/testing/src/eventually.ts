import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Milliseconds after which the last failure is the test's. */
  readonly within?: number;
}

/** Repeats a check until it passes, and answers what it answered. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { within = 5_000 }: EventuallyOptions = {},
): Promise<Result> {
  const deadline = Date.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
    }
    await pause(20);
  }
}
