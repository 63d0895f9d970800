import { RESPONSE_DEADLINE_MS } from '@svc/contracts';
import { startLoop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';

export interface KeptWriting {
  /** What is written, for the log. */
  readonly what: string;
  /** Writes what waits, behind the write under way. Never rejects: what cannot be written goes on waiting. */
  readonly write: () => Promise<void>;
  readonly isWritten: () => boolean;
  readonly everyMs: number;
  readonly log: Logger;
}

/** How long writes that fail at the end are tried again: the launcher ends a process after three seconds. */
const RETRY_FOR_MS = 2_000;
const RETRY_EVERY_MS = 250;
/** The write under way and the one behind it: PostgreSQL ends each statement after so long. */
const CLOSE_WITHIN_MS = 2 * RESPONSE_DEADLINE_MS;

/**
 * Writes what waits in memory every so often, until it is closed: then it writes what is left, behind the write
 * under way; where that fails, it tries again for two seconds.
 */
export function keepWriting({ what, write, isWritten, everyMs, log }: KeptWriting): {
  close(): Promise<void>;
} {
  async function writeAgain(): Promise<LoopResult> {
    await write();
    return 'done';
  }

  const loop = startLoop({ work: writeAgain, pollMs: everyMs });

  /** Answers whether nothing is left. */
  async function writeRest(): Promise<boolean> {
    const untilMs = performance.now() + RETRY_FOR_MS;
    await loop.stop();
    await write();
    while (!isWritten() && performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
      await write();
    }
    return isWritten();
  }

  return {
    async close() {
      const late = new Promise<boolean>((resolve) => {
        setTimeout(resolve, CLOSE_WITHIN_MS, false).unref();
      });
      const isInTime = await Promise.race([writeRest(), late]);
      if (!isInTime) log.warn(`${what} not written before the end`);
    },
  };
}
