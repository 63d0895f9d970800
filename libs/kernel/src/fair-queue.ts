import { createFairShare, type FairShare } from './fair-share';

/** A fair share, or a count with its own limits. */
export type LimitedResource<Key extends string | number> = Pick<
  FairShare<Key>,
  'acquire' | 'release'
>;

/**
 * A queue for something limited: first come, first served within a key, round robin among keys. Release
 * here whatever was acquired, at once or after waiting.
 */
export interface FairQueue<Key extends string | number> {
  /** False where there is no room, or the key already has a waiter. */
  acquire(key: Key, weight: number): boolean;
  /**
   * @throws the rejection if the queue is full or the wait too long, and the signal's reason once aborted;
   * then nothing has to be released
   */
  wait(key: Key, weight: number, signal?: AbortSignal): Promise<void>;
  release(key: Key, weight: number): void;
}

export interface FairQueueSettings<Key extends string | number> {
  readonly resource: LimitedResource<Key>;
  /** Over all keys; a single key may take half. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly createRejection: (weight: number) => Error;
}

interface Waiter {
  readonly weight: number;
  readonly begin: () => void;
}

export function createFairQueue<Key extends string | number>({
  resource,
  maxWaiting,
  maxWaitMs,
  createRejection,
}: FairQueueSettings<Key>): FairQueue<Key> {
  const waiters = createFairShare<Key>(maxWaiting);
  const lines = new Map<Key, Waiter[]>();

  /** A served key moves behind all others, where this loop visits it again. */
  function serve(): void {
    for (const [key, line] of lines) {
      const [next] = line;
      if (!next || !resource.acquire(key, next.weight)) continue;
      lines.delete(key);
      line.shift();
      if (line.length > 0) lines.set(key, line);
      next.begin();
    }
  }

  function remove(key: Key, waiter: Waiter): void {
    const line = lines.get(key);
    line?.splice(line.indexOf(waiter), 1);
    if (line?.length === 0) lines.delete(key);
    serve();
  }

  return {
    acquire: (key, weight) => !lines.has(key) && resource.acquire(key, weight),
    wait: (key, weight, signal) =>
      new Promise((resolve, reject) => {
        if (!waiters.acquire(key, 1)) {
          reject(createRejection(weight));
          return;
        }
        const leaveQueue = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          waiters.release(key, 1);
        };
        const giveUp = (error: Error): void => {
          leaveQueue();
          remove(key, waiter);
          reject(error);
        };
        const abort = (): void => giveUp(signal?.reason as Error);
        const timer = setTimeout(() => giveUp(createRejection(weight)), maxWaitMs).unref();
        signal?.addEventListener('abort', abort, { once: true });
        const waiter: Waiter = {
          weight,
          begin() {
            leaveQueue();
            resolve();
          },
        };
        const line = lines.get(key);
        if (line) line.push(waiter);
        else lines.set(key, [waiter]);
      }),
    release(key, weight) {
      resource.release(key, weight);
      serve();
    },
  };
}
