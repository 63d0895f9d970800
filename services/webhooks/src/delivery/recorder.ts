import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@svc/logging';
import type { DeliveryStatus } from '../domain/delivery';
import type { Claimed } from '../persistence/delivery-queue';
import type { Attempted } from './attempt-delivery';

/** An attempt that has ended, with any outcome. */
export interface EndedAttempt extends Attempted {
  readonly claimed: Claimed;
  readonly endedAt: Date;
}

export interface RecorderSettings {
  readonly settle: (ended: readonly EndedAttempt[]) => Promise<readonly DeliveryStatus[]>;
  /**
   * Called for what is settled, with what has become of each, or given up because its lease has
   * ended, with nothing.
   */
  readonly settled: (ended: readonly EndedAttempt[], statuses: readonly DeliveryStatus[]) => void;
  readonly log: Logger;
  readonly leaseMs: number;
}

/** Records ended attempts in batches, because a transaction for each would cost four times as much. */
export interface Recorder {
  add(ended: EndedAttempt): void;
  /** Resolves when everything that was added is settled. */
  idle(): Promise<void>;
}

const BATCH = 256;
const GATHER_MS = 3;
const RETRY_MS = 500;

export function createRecorder({ settle, settled, log, leaseMs }: RecorderSettings): Recorder {
  const waiting: EndedAttempt[] = [];
  let writing: Promise<void> | undefined;

  async function write(batch: readonly EndedAttempt[]): Promise<void> {
    try {
      settled(batch, await settle(batch));
    } catch (error) {
      log.warn({ err: error, attempts: batch.length }, 'attempts not recorded, trying again');
      await delay(RETRY_MS);
      await writeOneByOne(batch);
    }
  }

  /** So that one that cannot be written does not hold up the others. */
  async function writeOneByOne(batch: readonly EndedAttempt[]): Promise<void> {
    for (const each of batch) {
      try {
        settled([each], await settle([each]));
      } catch (error) {
        if (Date.now() - each.endedAt.getTime() < leaseMs) {
          waiting.push(each);
          continue;
        }
        // The delivery's lease has ended: it is sent again, under the same event id.
        log.error({ err: error, delivery_id: each.claimed.deliveryId }, 'attempt not recorded');
        settled([each], []);
      }
    }
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < BATCH) await delay(GATHER_MS);
      await write(waiting.splice(0, BATCH));
    }
    writing = undefined;
  }

  return {
    add(ended) {
      waiting.push(ended);
      writing ??= writeAll();
    },
    async idle() {
      while (writing) await writing;
    },
  };
}
