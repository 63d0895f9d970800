import { TIER_LIMIT, type LimitName, type Tier } from '@svc/contracts';
import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../keys/key';
import { toDay, midnightAfter, type AllowanceSubject } from '../daily-allowance';
import {
  createFailedAuthentications,
  createFailureLimit,
  limitLookUps,
  type FailedAuthentications,
} from '../failed-authentications';
import {
  MAX_NAMED_WINDOWS,
  PolicyChanged,
  type GatewayShare,
  type PolicySnapshot,
} from '../gateway-share';
import { createKeyLimitHit, createLimitHit, type LimitHit } from '../limit-hit';
import type { GatewayLimits } from '../local-limits';
import { createNamedWindows, type NamedLimit, type NamedWindows } from '../named-windows';
import { isTighter, type Quota } from '../quota';
import { WINDOW_MS } from '../rolling-window';
import {
  createRequestLimits,
  toWindowName,
  type RequestCost,
  type RequestLimits,
} from '../request-limits';
import { createStoreCounting, type StoreCountingSettings } from './count-in-store';
import { StoreLost } from './store';
import {
  readBlocks,
  type AdmittedVerdict,
  type DailyLimit,
  type KnownStore,
  type MinuteState,
} from './store-commands';

export interface SharedLimitsSettings extends StoreCountingSettings {
  readonly now: () => Date;
}

export function createSharedLimits(
  settings: SharedLimitsSettings,
): Pick<GatewayLimits, 'limits' | 'failures' | 'windows'> {
  const { mode, store, localAdmissions, allowances, now } = settings;
  const requireUnchanged = (policy: PolicySnapshot): void => {
    if (mode.state() !== policy) throw new PolicyChanged();
  };
  const { window, removeExpired } = localAdmissions;
  const share: GatewayShare = { window, of: mode.shareOf, requireUnchanged, removeExpired };
  const limitsByShare = createRequestLimits(allowances, now, share);
  const failuresByShare = createFailedAuthentications(now, share);
  const windowsByShare = createNamedWindows(now, share);
  const count = createStoreCounting(settings);

  /** Synchronous up to the count, so that nothing changes after the check. */
  function countByMode(
    policy: PolicySnapshot,
    inStore: (known: KnownStore) => Promise<Quota>,
    byShare: () => Quota | Promise<Quota>,
  ): Quota | Promise<Quota> {
    requireUnchanged(policy);
    const state = mode.state();
    return state.mode === 'store' ? inStore(state) : byShare();
  }

  async function chargeInStore(known: KnownStore, key: ApiKey, cost: RequestCost): Promise<Quota> {
    const { tier, requests = 1 } = cost;
    const name = TIER_LIMIT[tier];
    const limit = key.company.limits[name];
    const dailies = listDailies(key, tier);
    const found = await count(
      known,
      { window: toWindowName(key, name), limit, requests, dailies },
      (quota, nowMs) => createKeyLimitHit(name, quota, nowMs),
    );
    return findTightest(toQuota(limit, found.minute), found, dailies);
  }

  async function chargeRejectedInStore(known: KnownStore, key: ApiKey, tier: Tier): Promise<Quota> {
    const { limits } = key.company;
    const name = TIER_LIMIT[tier];
    const other = { window: toWindowName(key, name), limit: limits[name] };
    const limit = limits.refused_per_minute;
    const window = toWindowName(key, 'refused_per_minute');
    const dailies = listDailies(key, tier);
    const found = await count(
      known,
      { window, limit, requests: 1, dailies, other },
      (quota, nowMs) => createKeyLimitHit('refused_per_minute', quota, nowMs),
    );
    const refused = toQuota(limit, found.minute);
    const others = findTightest(toQuota(other.limit, found.other), found, dailies);
    return isTighter(others, refused) ? others : refused;
  }

  const limits: RequestLimits = {
    policySnapshot: mode.state,
    charge: (key, cost, policy) =>
      countByMode(
        policy,
        (known) => chargeInStore(known, key, cost),
        () => limitsByShare.charge(key, cost, policy),
      ),
    chargeRejected: (key, tier, policy) =>
      countByMode(
        policy,
        (known) => chargeRejectedInStore(known, key, tier),
        () => limitsByShare.chargeRejected(key, tier),
      ),
    peek: limitsByShare.peek,
    async usedToday(companyId) {
      const { reads, writes } = await limitsByShare.usedToday(companyId);
      const [readsLeft = 0, writesLeft = 0] = await readUnusedBlocks(companyId);
      return { reads: Math.max(reads - readsLeft, 0), writes: Math.max(writes - writesLeft, 0) };
    },
    removeExpired: limitsByShare.removeExpired,
    close: limitsByShare.close,
  };

  /** Returns nothing without the store. */
  async function readUnusedBlocks(companyId: number): Promise<readonly number[]> {
    const state = mode.state();
    if (state.mode !== 'store') return [];
    const subjects = (['reads', 'writes'] as const).map((kind) => ({ companyId, keyId: 0, kind }));
    try {
      return await readBlocks(store, state.storeId, { subjects, day: toDay(now().getTime()) });
    } catch (error) {
      if (error instanceof StoreLost) return [];
      throw error;
    }
  }

  async function chargeWindow(limited: NamedLimit, onQuota: OnQuota = () => {}): Promise<Quota> {
    const { name: window, limit } = limited;
    const createHit = (quota: Quota, nowMs: number): LimitHit => {
      onQuota(quota, nowMs);
      return createLimitHit(limited, quota, nowMs);
    };
    for (;;) {
      const state = mode.state();
      if (state.mode !== 'store') return windowsByShare.charge(limited);
      try {
        const found = await count(state, { window, limit, requests: 1, dailies: [] }, createHit);
        const quota = toQuota(limit, found.minute);
        onQuota(quota, found.nowMs);
        return quota;
      } catch (error) {
        if (!(error instanceof PolicyChanged)) throw error;
      }
    }
  }

  const windows: NamedWindows = { charge: (limited) => chargeWindow(limited) };
  /** Failures left by address, as the store last reported. */
  const reports = new LRUCache<string, FailureReport>({
    ...limitEntries(MAX_NAMED_WINDOWS),
    ttl: WINDOW_MS,
  });
  const countFailuresLeft = (address: string): number => {
    const report = reports.get(address);
    const own = failuresByShare.peek(address).remaining;
    if (!report) return own;
    // By `untilMs`, at least one failure has left the window.
    const isOver = report.untilMs <= performance.now();
    return Math.min(own, isOver ? Math.max(report.left, 1) : report.left);
  };
  const failures: FailedAuthentications = {
    charge: (address) =>
      chargeWindow(createFailureLimit(address), ({ remaining: left, resetAtMs }, nowMs) => {
        // The store's clock may differ from this process's.
        reports.set(address, { left, untilMs: performance.now() + resetAtMs - nowMs });
      }),
    peek: failuresByShare.peek,
    runWithinLimit: limitLookUps(countFailuresLeft),
  };
  return { limits, failures, windows };
}

type FailureReport = Readonly<Record<'left' | 'untilMs', number>>;
type OnQuota = (quota: Quota, nowMs: number) => void;

function listDailies({ id, company }: ApiKey, tier: Tier): readonly DailyLimit[] {
  const toDaily = (name: LimitName, keyId: number, kind: AllowanceSubject['kind']): DailyLimit => ({
    name,
    limit: company.limits[name],
    subject: { companyId: company.id, keyId, kind },
  });
  if (tier !== 'write') return [toDaily('reads_per_day', 0, 'reads')];
  return [toDaily('writes_per_day', 0, 'writes'), toDaily('key_writes_per_day', id, 'key_writes')];
}

const toQuota = (limit: number, minute: MinuteState | undefined): Quota => ({
  limit,
  remaining: Math.max(limit - (minute?.used ?? 0), 0),
  resetAtMs: minute?.freeAtMs ?? 0,
});

const findTightest = (
  first: Quota,
  { nowMs, days }: AdmittedVerdict,
  dailies: readonly DailyLimit[],
): Quota =>
  dailies.reduce((found, { limit }, index) => {
    const { unused, totalReserved } = days[index] ?? { unused: 0, totalReserved: 0 };
    const remaining = Math.max(limit - (totalReserved - unused), 0);
    const dayQuota = { limit, remaining, resetAtMs: midnightAfter(nowMs) };
    return isTighter(dayQuota, found) ? dayQuota : found;
  }, first);
