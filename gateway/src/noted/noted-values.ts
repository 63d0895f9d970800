import type { Logger } from '@svc/logging';
import { keepWriting } from './keep-writing';

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

  const { close } = keepWriting({
    what,
    write,
    isWritten: () => noted.size === 0,
    everyMs: WRITE_EVERY_MS,
    log,
  });
  return { note, write, close };
}
