import { blockOf, midnightAfter, type AllowanceStore } from '../daily-allowance';
import { limitHit, type LimitHit } from '../limit-hit';
import type { Quota } from '../quota';
import { PolicyChanged } from '../request-limits';
import type { OwnAdmissions } from './own-admissions';
import { dayKey } from './keys';
import type { SharedLimitMode } from './limit-mode';
import { StoreLost, type LimitStore } from './store';
import {
  addBlock,
  admit,
  type Admitted,
  type Charge,
  type Daily,
  type KnownStore,
  type StoreVerdict,
} from './store-commands';

export interface StoreCountingSettings {
  readonly mode: SharedLimitMode;
  readonly store: LimitStore;
  readonly ownAdmissions: OwnAdmissions;
  readonly allowances: AllowanceStore;
}

/**
 * Counts a request in the store until that admits or refuses it; `full` is the refusal where its minute has
 * too little left.
 *
 * @throws LimitHit; and PolicyChanged, also when the store is lost meanwhile: the request is then judged by
 * PostgreSQL.
 */
export type CountInStore = (
  known: KnownStore,
  charge: Charge,
  full: (quota: Quota, nowMs: number) => LimitHit,
) => Promise<Admitted>;

export function storeCounting(settings: StoreCountingSettings): CountInStore {
  const { mode, store, ownAdmissions, allowances } = settings;
  const reserving = new Map<string, Promise<void>>();

  async function ask(known: KnownStore, charge: Charge): Promise<StoreVerdict> {
    const { window, requests } = charge;
    const number = ownAdmissions.takeNumbers(requests);
    try {
      const verdict = await admit(store, known, { gateway: mode.gateway, number }, charge);
      if (verdict.kind === 'admitted') ownAdmissions.noteAdmitted({ window, number, requests });
      return verdict;
    } catch (error) {
      if (error instanceof StoreLost) ownAdmissions.noteUnanswered({ window, number, requests });
      throw error;
    }
  }

  /** Reserves a block once for all requests that wait for it; a block that cannot be added is lost. */
  function reserve(storeId: string, daily: Daily, block: Block): Promise<void> {
    const key = dayKey(daily.subject);
    const running = reserving.get(key);
    if (running) return running;
    const begun = reserveBlock(storeId, daily, block).finally(() => reserving.delete(key));
    reserving.set(key, begun);
    return begun;
  }
  async function reserveBlock(
    storeId: string,
    daily: Daily,
    { day, requests }: Block,
  ): Promise<void> {
    const { subject, limit } = daily;
    const amount = blockOf(limit, requests);
    const reserved = await allowances.reserve(subject, day, { amount, limit });
    await addBlock(store, storeId, daily, { day, ...reserved });
  }

  async function count(...[known, charge, full]: Parameters<CountInStore>): Promise<Admitted> {
    for (;;) {
      const verdict = await ask(known, charge);
      switch (verdict.kind) {
        case 'admitted':
          return verdict;
        case 'minuteFull': {
          const { nowMs, remaining, resetAtMs } = verdict;
          throw full({ limit: charge.limit, remaining, resetAtMs }, nowMs);
        }
        case 'dayFull': {
          const { nowMs, remaining, daily } = verdict;
          const { name, limit } = daily;
          throw limitHit(name, { limit, remaining, resetAtMs: midnightAfter(nowMs) }, nowMs);
        }
        case 'needsBlock': {
          const { daily, day } = verdict;
          await reserve(known.storeId, daily, { day, requests: charge.requests });
          break;
        }
        case 'policyChanged':
          mode.followPolicy(verdict.policyVersion);
          throw new PolicyChanged();
        case 'storeReset':
          mode.leaveResetStore();
          throw new PolicyChanged();
      }
    }
  }

  return async (...asked) => {
    try {
      return await count(...asked);
    } catch (error) {
      throw error instanceof StoreLost ? new PolicyChanged() : error;
    }
  };
}

/** What a day's limit lacks: a block for at least so many requests. */
interface Block {
  readonly day: number;
  readonly requests: number;
}
