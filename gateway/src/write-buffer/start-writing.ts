import { RESPONSE_DEADLINE_MS } from '@svc/contracts';
import { startLoop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';

export interface WritingSettings {
  readonly what: string;
  /** Never rejects: values that cannot be written stay buffered. */
  readonly write: () => Promise<void>;
  readonly isWritten: () => boolean;
  readonly everyMs: number;
  readonly log: Logger;
}

/** The launcher kills a process after three seconds. */
const RETRY_FOR_MS = 2_000;
const RETRY_EVERY_MS = 250;
const CLOSE_WITHIN_MS = 2 * RESPONSE_DEADLINE_MS;

/** Writes at intervals until `close`, which writes the rest and retries for two seconds. */
export function startWriting({ what, write, isWritten, everyMs, log }: WritingSettings): {
  close(): Promise<void>;
} {
  async function writeAgain(): Promise<LoopResult> {
    await write();
    return 'done';
  }

  const loop = startLoop({ work: writeAgain, pollMs: everyMs });

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
      if (!isInTime) log.warn(`${what} not written before the shutdown`);
    },
  };
}
