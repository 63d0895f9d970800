import { createFairShare, type FairShare } from './fair-share';

/** Something scarce: a fair share, or a count with limits of its own. */
export type Scarce<Key extends string | number> = Pick<FairShare<Key>, 'acquire' | 'release'>;

/**
 * A queue for something scarce: first come, first served within a key, and keys take turns.
 *
 * Whoever acquires a weight, at once or after waiting, releases it here.
 */
export interface TurnQueue<Key extends string | number> {
  /** Acquires at once; false where there is no room, or another one of the key waits already. */
  acquire(key: Key, weight: number): boolean;
  /**
   * Acquires in its turn.
   *
   * @throws the refusal where there is no place to wait or its turn does not come in time, and the
   * signal's reason once that is aborted; then there is nothing to release
   */
  wait(key: Key, weight: number, signal?: AbortSignal): Promise<void>;
  release(key: Key, weight: number): void;
}

export interface TurnQueueSettings<Key extends string | number> {
  readonly scarce: Scarce<Key>;
  /** Of all keys; one key may have as many places as it leaves free, so half when it is alone. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly refusal: (weight: number) => Error;
}

interface Waiter {
  readonly weight: number;
  /** Called once its weight has been acquired. */
  readonly begin: () => void;
}

export function createTurnQueue<Key extends string | number>({
  scarce,
  maxWaiting,
  maxWaitMs,
  refusal,
}: TurnQueueSettings<Key>): TurnQueue<Key> {
  const places = createFairShare<Key>(maxWaiting);
  /** The key that was served longest ago is first. */
  const lines = new Map<Key, Waiter[]>();

  /** A key that was served goes behind all others, where this loop comes to it again. */
  function serve(): void {
    for (const [key, line] of lines) {
      const [next] = line;
      if (!next || !scarce.acquire(key, next.weight)) continue;
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
    // The one behind it may need less.
    serve();
  }

  return {
    acquire: (key, weight) => !lines.has(key) && scarce.acquire(key, weight),
    wait: (key, weight, signal) =>
      new Promise((resolve, reject) => {
        if (!places.acquire(key, 1)) {
          reject(refusal(weight));
          return;
        }
        const leavePlace = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          places.release(key, 1);
        };
        const giveUp = (error: Error): void => {
          leavePlace();
          remove(key, waiter);
          reject(error);
        };
        const abort = (): void => giveUp(signal?.reason as Error);
        const timer = setTimeout(() => giveUp(refusal(weight)), maxWaitMs).unref();
        signal?.addEventListener('abort', abort, { once: true });
        const waiter: Waiter = {
          weight,
          begin() {
            leavePlace();
            resolve();
          },
        };
        const line = lines.get(key);
        if (line) line.push(waiter);
        else lines.set(key, [waiter]);
      }),
    release(key, weight) {
      scarce.release(key, weight);
      serve();
    },
  };
}
