import { ANSWER_WITHIN_MS } from '@svc/contracts';
import { startLoop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';

/** Values that are noted in memory, one a key, and written in batches, one batch after the other. */
export interface NotedValues<Key, Value> {
  note(key: Key, value: Value): void;
  /** Writes what has been noted until now; what cannot be written is kept for the next time. */
  write(): Promise<void>;
  /** Writes what is left, behind the write under way; where that fails, tries again for two seconds. */
  close(): Promise<void>;
}

export interface NotedValuesSettings<Key, Value> {
  /** What they are, for the log. */
  readonly what: string;
  /** The value of a key for which there is an older one that is not written yet. */
  readonly combine: (older: Value, newer: Value) => Value;
  readonly save: (batch: ReadonlyMap<Key, Value>) => Promise<void>;
  readonly log: Logger;
}

const WRITE_EVERY_MS = 5_000;
/** How long writes that fail at the end are tried again: the launcher ends a process after three seconds. */
const RETRY_FOR_MS = 2_000;
const RETRY_EVERY_MS = 250;
/** The write under way and the one behind it: PostgreSQL ends each statement after so long. */
const CLOSE_WITHIN_MS = 2 * ANSWER_WITHIN_MS;

export function notedValues<Key, Value>({
  what,
  combine,
  save,
  log,
}: NotedValuesSettings<Key, Value>): NotedValues<Key, Value> {
  let noted = new Map<Key, Value>();
  let underWay: Promise<void> = Promise.resolve();
  /** The write that begins when the one under way has ended; whoever asks until then shares it. */
  let next: Promise<void> | undefined;

  async function writeBatch(): Promise<void> {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    try {
      await save(batch);
    } catch (error) {
      log.warn({ err: error }, `${what} not written; it is tried again`);
      const since = noted;
      noted = batch;
      since.forEach((value, key) => note(key, value));
    }
  }

  function note(key: Key, value: Value): void {
    const older = noted.get(key);
    noted.set(key, older === undefined ? value : combine(older, value));
  }

  const write = (): Promise<void> =>
    (next ??= underWay.then(() => {
      next = undefined;
      underWay = writeBatch();
      return underWay;
    }));

  async function writeAgain(): Promise<Next> {
    await write();
    return 'done';
  }

  const loop = startLoop({ work: writeAgain, pollMs: WRITE_EVERY_MS });

  /** Answers whether nothing is left. */
  async function writeRest(): Promise<boolean> {
    const untilMs = performance.now() + RETRY_FOR_MS;
    await loop.stop();
    await write();
    while (noted.size > 0 && performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
      await write();
    }
    return noted.size === 0;
  }

  return {
    note,
    write,
    async close() {
      const late = new Promise<boolean>((resolve) => {
        setTimeout(resolve, CLOSE_WITHIN_MS, false).unref();
      });
      const isWritten = await Promise.race([writeRest(), late]);
      if (!isWritten) log.warn(`${what} not written before the end`);
    },
  };
}
