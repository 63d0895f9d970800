import { computeBlock, midnightAfter, type AllowanceStore } from '../daily-allowance';
import { createKeyLimitHit, type LimitHit } from '../limit-hit';
import type { Quota } from '../quota';
import { PolicyChanged } from '../gateway-share';
import type { LocalAdmissions } from './local-admissions';
import type { SharedLimitMode } from './limit-mode';
import { StoreLost, type LimitStore } from './store';
import {
  addBlock,
  admit,
  dayKey,
  type AdmittedVerdict,
  type LimitCharge,
  type DailyLimit,
  type KnownStore,
  type StoreVerdict,
} from './store-commands';

export interface StoreCountingSettings {
  readonly mode: SharedLimitMode;
  readonly store: LimitStore;
  readonly localAdmissions: LocalAdmissions;
  readonly allowances: AllowanceStore;
}

/**
 * Counts a request in the store, or throws `full` if its minute has too little left.
 *
 * @throws LimitHit; PolicyChanged, also if the store is lost: the request is checked again then.
 */
export type CountInStore = (
  known: KnownStore,
  charge: LimitCharge,
  full: (quota: Quota, nowMs: number) => LimitHit,
) => Promise<AdmittedVerdict>;

export function createStoreCounting(settings: StoreCountingSettings): CountInStore {
  const { mode, store, localAdmissions, allowances } = settings;
  const reserving = new Map<string, Promise<void>>();

  async function askStore(known: KnownStore, charge: LimitCharge): Promise<StoreVerdict> {
    const { window, requests } = charge;
    const number = localAdmissions.takeNumbers(requests);
    try {
      const verdict = await admit(store, known, { gateway: mode.gateway, number }, charge);
      if (verdict.kind === 'admitted') localAdmissions.noteAdmitted({ window, number, requests });
      return verdict;
    } catch (error) {
      if (error instanceof StoreLost)
        localAdmissions.noteWithoutReply({ window, number, requests });
      throw error;
    }
  }

  /** Reserves one block for all requests that wait for it; it is lost if it cannot be added. */
  function reserve(storeId: string, daily: DailyLimit, block: Block): Promise<void> {
    const key = dayKey(daily.subject);
    const running = reserving.get(key);
    if (running) return running;
    const begun = reserveBlock(storeId, daily, block).finally(() => reserving.delete(key));
    reserving.set(key, begun);
    return begun;
  }
  async function reserveBlock(
    storeId: string,
    daily: DailyLimit,
    { day, requests }: Block,
  ): Promise<void> {
    const { subject, limit } = daily;
    const amount = computeBlock(limit, requests);
    const reserved = await allowances.reserve(subject, day, { amount, limit });
    await addBlock(store, storeId, daily, { day, ...reserved });
  }

  async function count(
    ...[known, charge, full]: Parameters<CountInStore>
  ): Promise<AdmittedVerdict> {
    for (;;) {
      const verdict = await askStore(known, charge);
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
          throw createKeyLimitHit(
            name,
            { limit, remaining, resetAtMs: midnightAfter(nowMs) },
            nowMs,
          );
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

interface Block {
  readonly day: number;
  readonly requests: number;
}
