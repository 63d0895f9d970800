import type { DeliveryStatus } from '@svc/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@svc/logging';
import type { ClaimedDelivery, PendingDelivery } from '../persistence/claim-deliveries';
import type { DeliveryAttempt } from '../domain/attempt';

/** An attempt whose request has ended, and which is not in the log yet. */
export interface EndedAttempt<Delivery extends PendingDelivery = ClaimedDelivery> {
  readonly delivery: Delivery;
  readonly attempt: DeliveryAttempt;
  readonly endedAt: Date;
}

export interface RecorderSettings {
  readonly write: (ended: readonly EndedAttempt[]) => Promise<readonly DeliveryStatus[]>;
  readonly renew: (deliveries: readonly ClaimedDelivery[]) => Promise<void>;
  /** No `statuses` when the lease ended before the attempt could be written. */
  readonly onRecorded: (
    ended: readonly EndedAttempt[],
    statuses: readonly DeliveryStatus[],
  ) => void;
  readonly log: Logger;
  readonly leaseMs: number;
  readonly now: () => Date;
}

/**
 * Writes attempts in batches, which cost a quarter of single writes. Companies share each batch, so
 * that large bodies of one do not delay the others.
 */
export interface Recorder {
  add(ended: EndedAttempt): void;
  waitUntilIdle(): Promise<void>;
}

const MAX_BATCH = 256;
const MAX_BATCH_CHARACTERS = 2 * 1024 * 1024;
const GATHER_MS = 3;
const RETRY_MS = 500;
const RENEW_AFTER_MS = 3_000;

export function createRecorder(settings: RecorderSettings): Recorder {
  const { write, renew, onRecorded, log, leaseMs, now } = settings;
  /** By company, the one to serve next first. */
  const waiting = new Map<number, EndedAttempt[]>();
  let waitingCount = 0;
  let writing: Promise<void> | undefined;
  let renewedAtMs = -Infinity;

  function add(ended: EndedAttempt): void {
    const { companyId } = ended.delivery;
    const queue = waiting.get(companyId);
    if (queue) queue.push(ended);
    else waiting.set(companyId, [ended]);
    waitingCount += 1;
  }

  /** Each attempt added is of the company with the fewest characters in the batch. */
  function takeBatch(): EndedAttempt[] {
    const batch: EndedAttempt[] = [];
    let characters = 0;
    const charactersByCompany = new Map([...waiting.keys()].map((companyId) => [companyId, 0]));
    while (batch.length < MAX_BATCH && charactersByCompany.size > 0) {
      const [companyId, companyCharacters] = findLeast(charactersByCompany);
      const queue = waiting.get(companyId) ?? [];
      const [next] = queue;
      const length = next?.attempt.requestBody.length ?? 0;
      if (!next || (batch.length > 0 && characters + length > MAX_BATCH_CHARACTERS)) {
        charactersByCompany.delete(companyId);
        continue;
      }
      batch.push(next);
      characters += length;
      charactersByCompany.set(companyId, companyCharacters + length);
      queue.shift();
      waiting.delete(companyId);
      if (queue.length > 0) waiting.set(companyId, queue);
    }
    waitingCount -= batch.length;
    return batch;
  }

  async function writeBatch(batch: readonly EndedAttempt[]): Promise<void> {
    try {
      onRecorded(batch, await write(batch));
    } catch (error) {
      log.warn({ err: error, attempts: batch.length }, 'could not record attempts; will retry');
      await delay(RETRY_MS);
      await writeOneByOne(batch);
    }
  }

  async function writeOneByOne(batch: readonly EndedAttempt[]): Promise<void> {
    for (const each of batch) {
      try {
        onRecorded([each], await write([each]));
      } catch (error) {
        if (now().getTime() - each.endedAt.getTime() < leaseMs) {
          add(each);
          continue;
        }
        log.error(
          { err: error, delivery_id: each.delivery.deliveryId },
          'could not record an attempt; the event will be sent again',
        );
        onRecorded([each], []);
      }
    }
  }

  /** An attempt that waits behind large bodies would otherwise lose its lease and be sent again. */
  async function renewLeases(): Promise<void> {
    const nowMs = now().getTime();
    if (nowMs - renewedAtMs < RENEW_AFTER_MS) return;
    const overdue = [...waiting.values()]
      .flat()
      .filter(({ endedAt }) => nowMs - endedAt.getTime() >= RENEW_AFTER_MS);
    if (overdue.length === 0) return;
    renewedAtMs = nowMs;
    try {
      await renew(overdue.map(({ delivery }) => delivery));
    } catch (error) {
      log.warn({ err: error, attempts: overdue.length }, 'could not renew leases');
    }
  }

  // `startLoop` polls until stopped; this ends when nothing waits.
  async function writeAll(): Promise<void> {
    while (waitingCount > 0) {
      if (waitingCount < MAX_BATCH) await delay(GATHER_MS);
      await renewLeases();
      await writeBatch(takeBatch());
    }
    writing = undefined;
  }

  return {
    add(ended) {
      add(ended);
      writing ??= writeAll();
    },
    async waitUntilIdle() {
      while (writing) await writing;
    },
  };
}

function findLeast(values: ReadonlyMap<number, number>): readonly [key: number, value: number] {
  let found: readonly [number, number] = [0, Infinity];
  for (const entry of values) if (entry[1] < found[1]) found = entry;
  return found;
}
