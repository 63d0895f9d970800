import type { Logger } from '@svc/logging';

export type SaveLastUsed = (used: ReadonlyMap<number, Date>) => Promise<void>;

/** Keeps when each key was last used, written in batches: one write per request would cost more than the request. */
export interface LastUsed {
  note(keyId: number, at: Date): void;
  /** Writes the times that were noted; those that cannot be written now are kept for the next time. */
  write(): Promise<void>;
  /** Writes the times that were noted and stops the timer. */
  close(): Promise<void>;
}

const WRITE_EVERY_MS = 5_000;

export function lastUsed(save: SaveLastUsed, log: Logger): LastUsed {
  let noted = new Map<number, Date>();
  const write = async (): Promise<void> => {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    try {
      await save(batch);
    } catch (error) {
      log.warn({ err: error }, 'last use of keys not written; it is tried again');
      noted = new Map([...batch, ...noted]);
    }
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS);
  timer.unref();
  return {
    note: (keyId, at) => void noted.set(keyId, at),
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
