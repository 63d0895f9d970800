import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';
import { createKeyReads } from '../admin/persistence/key-repository';
import { createTransact, type OnChanged } from '../admin/persistence/transaction';
import { announceExpiringKeys, revokeExpiredKeys } from '../admin/use-cases/follow-key-expiry';

export interface KeyExpirySettings {
  readonly db: DataSource;
  /** Called after a revocation. */
  readonly onChanged: OnChanged;
  /** Called after an announcement, which changes no cached key. */
  readonly onAnnounced: () => void;
  readonly now: () => Date;
  readonly log: Logger;
}

const EVERY_MS = 60_000;

/** Admission rejects an expired key without waiting for this. */
export function followKeyExpiry({ db, onChanged, onAnnounced, now, log }: KeyExpirySettings): Loop {
  const announce = announceExpiringKeys({ transact: createTransact(db, onAnnounced), now });
  const revoke = revokeExpiredKeys({
    keys: createKeyReads(db),
    transact: createTransact(db, onChanged),
    now,
  });

  async function work(): Promise<LoopResult> {
    try {
      const followed = (await announce()) + (await revoke());
      return followed > 0 ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, 'could not follow the expiry of keys; will retry');
      return 'failed';
    }
  }
  return startLoop({ work, pollMs: EVERY_MS });
}
