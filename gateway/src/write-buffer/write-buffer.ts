import type { Logger } from '@svc/logging';
import { startWriting } from './start-writing';

/** Values by key in memory, written in batches, one batch at a time. */
export interface WriteBuffer<Key, Value> {
  note(key: Key, value: Value): void;
  /** A failed batch stays for the next write. */
  write(): Promise<void>;
  close(): Promise<void>;
}

export interface WriteBufferSettings<Key, Value> {
  readonly what: string;
  /** May change and return the older value: a new object per request costs a tenth of the admission. */
  readonly combine: (older: Value, newer: Value) => Value;
  readonly save: (batch: ReadonlyMap<Key, Value>) => Promise<void>;
  readonly log: Logger;
}

const WRITE_EVERY_MS = 5_000;

export function createWriteBuffer<Key, Value>({
  what,
  combine,
  save,
  log,
}: WriteBufferSettings<Key, Value>): WriteBuffer<Key, Value> {
  let noted = new Map<Key, Value>();
  let underWay: Promise<void> = Promise.resolve();
  /** Begins when the write under way ends; calls until then share it. */
  let next: Promise<void> | undefined;

  async function writeBatch(): Promise<void> {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    try {
      await save(batch);
    } catch (error) {
      log.warn({ err: error }, `${what} not written; will retry`);
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

  const { close } = startWriting({
    what,
    write,
    isWritten: () => noted.size === 0,
    everyMs: WRITE_EVERY_MS,
    log,
  });
  return { note, write, close };
}
