import type { DeliveryStatus } from '@svc/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@svc/logging';
import type { Claimed } from '../persistence/claim-deliveries';
import type { Attempted } from './attempt-delivery';

export interface EndedAttempt extends Attempted {
  readonly claimed: Claimed;
  readonly endedAt: Date;
}

export interface RecorderSettings {
  readonly settle: (ended: readonly EndedAttempt[]) => Promise<readonly DeliveryStatus[]>;
  /** Extends the leases of deliveries whose attempts still wait to be written. */
  readonly renew: (claimed: readonly Claimed[]) => Promise<void>;
  /** `statuses` is empty for an attempt that was given up because its lease ended. */
  readonly settled: (ended: readonly EndedAttempt[], statuses: readonly DeliveryStatus[]) => void;
  readonly log: Logger;
  readonly leaseMs: number;
  readonly now: () => Date;
}

/**
 * Writes ended attempts in batches, at a quarter of the cost of single transactions. Companies
 * alternate, so that one with large bodies delays no other.
 */
export interface Recorder {
  add(ended: EndedAttempt): void;
  /** Resolves when all added attempts are written or given up. */
  idle(): Promise<void>;
}

const BATCH = 256;
/** Bounds the bodies in a batch. */
const BATCH_CHARACTERS = 2 * 1024 * 1024;
const GATHER_MS = 3;
const RETRY_MS = 500;
/** By then, sending has used up most of a lease. */
const RENEW_AFTER_MS = 3_000;

export function createRecorder(settings: RecorderSettings): Recorder {
  const { settle, renew, settled, log, leaseMs, now } = settings;
  /** By company; the next to be served first. */
  const waiting = new Map<number, EndedAttempt[]>();
  let writing: Promise<void> | undefined;
  let renewedAtMs = -Infinity;

  function add(ended: EndedAttempt): void {
    const { companyId } = ended.claimed;
    const own = waiting.get(companyId);
    if (own) own.push(ended);
    else waiting.set(companyId, [ended]);
  }

  /**
   * Adds from the company with the fewest characters in the batch, so that small attempts travel
   * with large ones.
   */
  function takeBatch(): EndedAttempt[] {
    const batch: EndedAttempt[] = [];
    let characters = 0;
    const taken = new Map([...waiting.keys()].map((companyId) => [companyId, 0]));
    while (batch.length < BATCH && taken.size > 0) {
      const [companyId, ofCompany] = least(taken);
      const own = waiting.get(companyId) ?? [];
      const [next] = own;
      const length = next?.attempt.requestBody.length ?? 0;
      if (!next || (batch.length > 0 && characters + length > BATCH_CHARACTERS)) {
        taken.delete(companyId);
        continue;
      }
      batch.push(next);
      characters += length;
      taken.set(companyId, ofCompany + length);
      own.shift();
      waiting.delete(companyId);
      if (own.length > 0) waiting.set(companyId, own);
    }
    return batch;
  }

  async function write(batch: readonly EndedAttempt[]): Promise<void> {
    try {
      settled(batch, await settle(batch));
    } catch (error) {
      log.warn({ err: error, attempts: batch.length }, 'attempts not recorded, trying again');
      await delay(RETRY_MS);
      await writeOneByOne(batch);
    }
  }

  /** One attempt that cannot be written must not hold up the others. */
  async function writeOneByOne(batch: readonly EndedAttempt[]): Promise<void> {
    for (const each of batch) {
      try {
        settled([each], await settle([each]));
      } catch (error) {
        if (now().getTime() - each.endedAt.getTime() < leaseMs) {
          add(each);
          continue;
        }
        // The lease has ended: the event is sent again, under the same id.
        log.error({ err: error, delivery_id: each.claimed.deliveryId }, 'attempt not recorded');
        settled([each], []);
      }
    }
  }

  /** Attempts behind a company's large bodies would otherwise be sent again. */
  async function renewLeases(): Promise<void> {
    const nowMs = now().getTime();
    if (nowMs - renewedAtMs < RENEW_AFTER_MS) return;
    const long = [...waiting.values()]
      .flat()
      .filter(({ endedAt }) => nowMs - endedAt.getTime() >= RENEW_AFTER_MS);
    if (long.length === 0) return;
    renewedAtMs = nowMs;
    try {
      await renew(long.map(({ claimed }) => claimed));
    } catch (error) {
      log.warn({ err: error, attempts: long.length }, 'leases not renewed');
    }
  }

  // `startLoop` polls until stopped; this ends when nothing waits.
  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      if (isFewerThan(BATCH)) await delay(GATHER_MS);
      await renewLeases();
      await write(takeBatch());
    }
    writing = undefined;
  }

  function isFewerThan(many: number): boolean {
    let count = 0;
    for (const own of waiting.values()) {
      count += own.length;
      if (count >= many) return false;
    }
    return true;
  }

  return {
    add(ended) {
      add(ended);
      writing ??= writeAll();
    },
    async idle() {
      while (writing) await writing;
    },
  };
}

function least(values: ReadonlyMap<number, number>): readonly [key: number, value: number] {
  let found: readonly [number, number] = [0, Infinity];
  for (const entry of values) if (entry[1] < found[1]) found = entry;
  return found;
}
