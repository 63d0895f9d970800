import { computeBlock, midnightAfter, type AllowanceStore } from '../daily-allowance';
import { createKeyLimitHit, type LimitHit } from '../limit-hit';
import type { Quota } from '../quota';
import { PolicyChanged } from '../gateway-share';
import type { LocalAdmissions } from './local-admissions';
import type { LimitModeController } from './limit-mode';
import { StoreLost, type LimitStore } from './store';
import {
  addBlock,
  admit,
  toDayKey,
  type AdmittedVerdict,
  type LimitCharge,
  type DailyLimit,
  type KnownStore,
  type StoreVerdict,
} from './store-commands';

export interface StoreCountingSettings {
  readonly mode: LimitModeController;
  readonly store: LimitStore;
  readonly localAdmissions: LocalAdmissions;
  readonly allowances: AllowanceStore;
}

/**
 * Counts a request in the store; `createMinuteHit` makes the error for a full minute.
 *
 * @throws LimitHit; PolicyChanged, also if the store is lost, so that the request is checked again.
 */
export type CountInStore = (
  known: KnownStore,
  charge: LimitCharge,
  createMinuteHit: (quota: Quota, nowMs: number) => LimitHit,
) => Promise<AdmittedVerdict>;

export function createStoreCounting(settings: StoreCountingSettings): CountInStore {
  const { mode, store, localAdmissions, allowances } = settings;
  const reserving = new Map<string, Promise<void>>();

  async function tryAdmit(known: KnownStore, charge: LimitCharge): Promise<StoreVerdict> {
    const { window, requests } = charge;
    const firstNumber = localAdmissions.issueNumbers(requests);
    try {
      const verdict = await admit(store, known, { gateway: mode.gateway, firstNumber }, charge);
      if (verdict.kind === 'admitted')
        localAdmissions.noteAdmitted({ window, firstNumber, requests });
      return verdict;
    } catch (error) {
      if (error instanceof StoreLost)
        localAdmissions.noteWithoutReply({ window, firstNumber, requests });
      throw error;
    }
  }

  /** Reserves one block for all requests that wait for it; it is lost if it cannot be added. */
  function reserve(storeId: string, daily: DailyLimit, day: number, requests: number) {
    const { subject, limit } = daily;
    const key = toDayKey(subject);
    const reserveBlock = async (): Promise<void> => {
      const amount = computeBlock(limit, requests);
      const reserved = await allowances.reserve(subject, day, { amount, limit });
      await addBlock(store, storeId, daily, { day, ...reserved });
    };
    const running = reserving.get(key) ?? reserveBlock().finally(() => reserving.delete(key));
    reserving.set(key, running);
    return running;
  }

  const count: CountInStore = async (known, charge, createMinuteHit) => {
    for (;;) {
      const verdict = await tryAdmit(known, charge);
      switch (verdict.kind) {
        case 'admitted':
          return verdict;
        case 'minuteFull': {
          const { nowMs, remaining, resetAtMs } = verdict;
          throw createMinuteHit({ limit: charge.limit, remaining, resetAtMs }, nowMs);
        }
        case 'dayFull': {
          const { nowMs, remaining, daily } = verdict;
          const quota = { limit: daily.limit, remaining, resetAtMs: midnightAfter(nowMs) };
          throw createKeyLimitHit(daily.name, quota, nowMs);
        }
        case 'needsBlock':
          await reserve(known.storeId, verdict.daily, verdict.day, charge.requests);
          break;
        case 'policyChanged':
          mode.adoptPolicyVersion(verdict.policyVersion);
          throw new PolicyChanged();
        case 'storeReset':
          mode.leaveResetStore();
          throw new PolicyChanged();
      }
    }
  };

  return async (...request) => {
    try {
      return await count(...request);
    } catch (error) {
      throw error instanceof StoreLost ? new PolicyChanged() : error;
    }
  };
}
