import { TIER_LIMIT, type LimitName, type Tier } from '@svc/contracts';
import type { ApiKey } from '../keys/key';
import {
  createDailyAllowance,
  toDay,
  midnightAfter,
  type AllowanceStore,
  type AllowanceSubject,
  type DailyAllowance,
} from './daily-allowance';
import {
  createWholeShare,
  readWindow,
  type GatewayShare,
  type PolicySnapshot,
} from './gateway-share';
import { createKeyLimitHit, type LimitHit } from './limit-hit';
import { isTighter, type Quota } from './quota';
import type { RollingWindow } from './rolling-window';

export interface RequestCost {
  readonly tier: Tier;
  readonly requests?: number;
}

export interface RequestLimits {
  /** Read it before the key is looked up, and pass it to `charge`. */
  policySnapshot(): PolicySnapshot;
  /** Counts against all limits, or against none (429). @throws PolicyChanged */
  charge(key: ApiKey, cost: RequestCost, policy: PolicySnapshot): Quota | Promise<Quota>;
  /** Counts a request that was rejected before its limits (429). @throws PolicyChanged */
  chargeRejected(key: ApiKey, tier: Tier, policy: PolicySnapshot): Quota | Promise<Quota>;
  peek(key: ApiKey, tier: Tier): Quota;
  usedToday(companyId: number): Promise<UsedToday>;
  removeExpired(): void;
  close(): Promise<void>;
}

export type UsedToday = Readonly<Record<'reads' | 'writes', number>>;

export interface LocalRequestLimits extends RequestLimits {
  charge(key: ApiKey, cost: RequestCost, policy?: PolicySnapshot): Quota | Promise<Quota>;
  chargeRejected(key: ApiKey, tier: Tier): Quota;
}

export const toWindowName = (key: ApiKey, name: LimitName): string => `${key.id} ${name}`;

interface KeyAllowances {
  readonly reads: readonly DailyCount[];
  readonly writes: readonly DailyCount[];
  readonly keyWrites: DailyAllowance;
}

interface DailyCount {
  readonly allowance: DailyAllowance;
  readonly limit: LimitName;
}

const ONLY_SNAPSHOT: PolicySnapshot = {};

/** Counts in this process: the whole limit, or this gateway's share. */
export function createRequestLimits(
  store: AllowanceStore,
  now: () => Date,
  share: GatewayShare = createWholeShare(now),
): LocalRequestLimits {
  const allowancesByKey = new Map<number, KeyAllowances>();
  const allowancesByCompany = new Map<number, Record<'reads' | 'writes', DailyAllowance>>();
  const subjects = new Map<DailyAllowance, AllowanceSubject>();

  const openAllowance = (subject: AllowanceSubject): DailyAllowance => {
    const allowance = createDailyAllowance(store, subject);
    subjects.set(allowance, subject);
    return allowance;
  };
  const openKeyAllowances = (key: ApiKey): KeyAllowances => {
    const companyId = key.company.id;
    let company = allowancesByCompany.get(companyId);
    if (!company) {
      company = {
        reads: openAllowance({ companyId, keyId: 0, kind: 'reads' }),
        writes: openAllowance({ companyId, keyId: 0, kind: 'writes' }),
      };
      allowancesByCompany.set(companyId, company);
    }
    const keyWrites = openAllowance({ companyId, keyId: key.id, kind: 'key_writes' });
    const allowances: KeyAllowances = {
      reads: [{ allowance: company.reads, limit: 'reads_per_day' }],
      writes: [
        { allowance: company.writes, limit: 'writes_per_day' },
        { allowance: keyWrites, limit: 'key_writes_per_day' },
      ],
      keyWrites,
    };
    allowancesByKey.set(key.id, allowances);
    return allowances;
  };
  const findKeyAllowances = (key: ApiKey): KeyAllowances =>
    allowancesByKey.get(key.id) ?? openKeyAllowances(key);
  const findWindow = (key: ApiKey, name: LimitName): RollingWindow =>
    share.window(toWindowName(key, name));
  const peekMinute = (key: ApiKey, name: LimitName, nowMs: number, requests?: number): Quota => {
    const limit = key.company.limits[name];
    return readWindow(share, { name: toWindowName(key, name), limit }, nowMs, requests);
  };
  const peekDay = (key: ApiKey, daily: DailyCount, nowMs: number): Quota => {
    const limit = key.company.limits[daily.limit];
    const remaining = daily.allowance.remaining(toDay(nowMs), limit);
    return { limit, remaining, resetAtMs: midnightAfter(nowMs) };
  };
  const listDailies = (key: ApiKey, tier: Tier): readonly DailyCount[] =>
    findKeyAllowances(key)[tier === 'write' ? 'writes' : 'reads'];

  const findTightest = (key: ApiKey, tier: Tier, nowMs: number): Quota => {
    let found = peekMinute(key, TIER_LIMIT[tier], nowMs);
    for (const daily of listDailies(key, tier)) {
      const dayQuota = peekDay(key, daily, nowMs);
      if (isTighter(dayQuota, found)) found = dayQuota;
    }
    return found;
  };

  const rejectIfAnyLimitHit = (
    key: ApiKey,
    { tier, requests = 1 }: RequestCost,
    nowMs: number,
  ): void => {
    for (const daily of listDailies(key, tier)) {
      const { allowance, limit } = daily;
      if (!allowance.isSpent(toDay(nowMs), key.company.limits[limit], requests)) continue;
      throw createHit(limit, peekDay(key, daily, nowMs));
    }
    rejectIfMinuteFull(key, TIER_LIMIT[tier], { requests, nowMs });
  };
  const rejectIfMinuteFull = (
    key: ApiKey,
    name: LimitName,
    { requests, nowMs }: { readonly requests: number; readonly nowMs: number },
  ): void => {
    const quota = peekMinute(key, name, nowMs, requests);
    if (requests > quota.remaining) throw createHit(name, quota);
  };
  const createHit = (name: LimitName, quota: Quota): LimitHit =>
    createKeyLimitHit(name, quota, now().getTime());

  const findTooSmallBlock = (
    key: ApiKey,
    { tier, requests = 1 }: RequestCost,
    nowMs: number,
  ): DailyCount | undefined => {
    const { limits } = key.company;
    return listDailies(key, tier).find(
      ({ allowance, limit }) => allowance.available(toDay(nowMs), limits[limit]) < requests,
    );
  };
  const countRequest = (key: ApiKey, { tier, requests = 1 }: RequestCost, nowMs: number): Quota => {
    findWindow(key, TIER_LIMIT[tier]).add(nowMs, requests);
    for (const { allowance } of listDailies(key, tier)) allowance.use(requests);
    return findTightest(key, tier, nowMs);
  };
  /** Checks everything again after each wait, because other requests were counted meanwhile. */
  const reserveAndCount = async (
    key: ApiKey,
    cost: RequestCost,
    policy: PolicySnapshot,
  ): Promise<Quota> => {
    for (;;) {
      share.requireUnchanged(policy);
      const nowMs = now().getTime();
      rejectIfAnyLimitHit(key, cost, nowMs);
      const daily = findTooSmallBlock(key, cost, nowMs);
      if (!daily) return countRequest(key, cost, nowMs);
      const perDay = key.company.limits[daily.limit];
      await daily.allowance.reserve(toDay(nowMs), perDay, cost.requests);
    }
  };

  return {
    policySnapshot: () => ONLY_SNAPSHOT,
    charge(key, cost, policy = ONLY_SNAPSHOT) {
      const nowMs = now().getTime();
      rejectIfAnyLimitHit(key, cost, nowMs);
      if (!findTooSmallBlock(key, cost, nowMs)) return countRequest(key, cost, nowMs);
      return reserveAndCount(key, cost, policy);
    },
    chargeRejected(key, tier) {
      const nowMs = now().getTime();
      rejectIfMinuteFull(key, 'refused_per_minute', { requests: 1, nowMs });
      findWindow(key, 'refused_per_minute').add(nowMs);
      const refused = peekMinute(key, 'refused_per_minute', nowMs);
      const other = findTightest(key, tier, nowMs);
      return isTighter(other, refused) ? other : refused;
    },
    peek: (key, tier) => findTightest(key, tier, now().getTime()),
    async usedToday(companyId) {
      const today = toDay(now().getTime());
      const readUsed = async (kind: 'reads' | 'writes'): Promise<number> => {
        const reserved = await store.readTotalReserved({ companyId, keyId: 0, kind }, today);
        return Math.max(
          reserved - (allowancesByCompany.get(companyId)?.[kind].unused(today) ?? 0),
          0,
        );
      };
      const [reads, writes] = await Promise.all([readUsed('reads'), readUsed('writes')]);
      return { reads, writes };
    },
    removeExpired() {
      share.removeExpired();
      const today = toDay(now().getTime());
      for (const [keyId, { keyWrites }] of allowancesByKey) {
        if (keyWrites.isUsedOn(today)) continue;
        allowancesByKey.delete(keyId);
        subjects.delete(keyWrites);
      }
    },
    async close() {
      const today = toDay(now().getTime());
      const unused = [...subjects]
        .map(([allowance, subject]) => ({ subject, amount: allowance.unused(today) }))
        .filter(({ amount }) => amount > 0);
      if (unused.length > 0) await store.releaseUnused(today, unused);
    },
  };
}
