import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Milliseconds after which the last failure is the test's. */
  readonly within?: number;
}

/** What takes a moment takes many times that where other tests have the processors. */
const PATIENCE_MS = 20_000;

/** Repeats a check until it passes, and answers what it answered. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { within = PATIENCE_MS }: EventuallyOptions = {},
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
