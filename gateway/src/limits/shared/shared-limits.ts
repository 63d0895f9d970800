import { TIER_LIMIT, type LimitName, type Tier } from '@svc/contracts';
import { limitEntries } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../keys/key';
import { dayOf, midnightAfter, type AllowanceSubject } from '../daily-allowance';
import {
  failedAuthentications,
  failuresOf,
  lookUpsWithin,
  type FailedAuthentications,
} from '../failed-authentications';
import { limitHit, type LimitHit } from '../limit-hit';
import type { Counting } from '../local-counting';
import {
  namedWindows,
  REMEMBERED_NAMES,
  type NamedLimit,
  type NamedWindows,
} from '../named-windows';
import { isTighter, type Quota } from '../quota';
import { WINDOW_MS } from '../rolling-window';
import {
  PolicyChanged,
  requestLimits,
  windowName,
  type Cost,
  type PolicyVersion,
  type RequestLimits,
} from '../request-limits';
import { storeCounting, type StoreCountingSettings } from './count-in-store';
import { StoreLost } from './store';
import {
  readBlocks,
  type Admitted,
  type Daily,
  type KnownStore,
  type MinuteState,
} from './store-commands';

export interface SharedLimitsSettings extends StoreCountingSettings {
  readonly now: () => Date;
}

/** Limits that are counted in the shared store or by this gateway's share, as its mode is. */
export function sharedLimits(settings: SharedLimitsSettings): Omit<Counting, 'mode'> {
  const { mode, store, ownAdmissions, allowances, now } = settings;
  const requireUnchanged = (policy: PolicyVersion): void => {
    if (mode.state() !== policy) throw new PolicyChanged();
  };
  const share = { window: ownAdmissions.window, of: mode.shareOf, requireUnchanged };
  const limitsByShare = requestLimits(allowances, now, share);
  const failuresByShare = failedAuthentications(now, share);
  const windowsByShare = namedWindows(now, share);
  const count = storeCounting(settings);

  /** Counts where requests are counted now. Nothing is awaited between the check of the policy and that. */
  function countUnder(
    policy: PolicyVersion,
    inStore: (known: KnownStore) => Promise<Quota>,
    byShare: () => Quota | Promise<Quota>,
  ): Quota | Promise<Quota> {
    requireUnchanged(policy);
    const state = mode.state();
    return state.mode === 'store' ? inStore(state) : byShare();
  }

  async function chargeInStore(known: KnownStore, key: ApiKey, cost: Cost): Promise<Quota> {
    const { tier, requests = 1 } = cost;
    const name = TIER_LIMIT[tier];
    const limit = key.company.limits[name];
    const dailies = dailiesOf(key, tier);
    const found = await count(
      known,
      { window: windowName(key, name), limit, requests, dailies },
      (quota, nowMs) => limitHit(name, quota, nowMs),
    );
    return tightest(quotaOf(limit, found.minute), found, dailies);
  }

  async function chargeRefusedInStore(known: KnownStore, key: ApiKey, tier: Tier): Promise<Quota> {
    const { limits } = key.company;
    const name = TIER_LIMIT[tier];
    const other = { window: windowName(key, name), limit: limits[name] };
    const limit = limits.refused_per_minute;
    const window = windowName(key, 'refused_per_minute');
    const dailies = dailiesOf(key, tier);
    const found = await count(
      known,
      { window, limit, requests: 1, dailies, other },
      (quota, nowMs) => limitHit('refused_per_minute', quota, nowMs),
    );
    const refused = quotaOf(limit, found.minute);
    const others = tightest(quotaOf(other.limit, found.other), found, dailies);
    return isTighter(others, refused) ? others : refused;
  }

  const limits: RequestLimits = {
    policyVersion: mode.state,
    charge: (key, cost, policy) =>
      countUnder(
        policy,
        (known) => chargeInStore(known, key, cost),
        () => limitsByShare.charge(key, cost, policy),
      ),
    chargeRefused: (key, tier, policy) =>
      countUnder(
        policy,
        (known) => chargeRefusedInStore(known, key, tier),
        () => limitsByShare.chargeRefused(key, tier),
      ),
    peek: limitsByShare.peek,
    async usedToday(companyId) {
      const { reads, writes } = await limitsByShare.usedToday(companyId);
      const [readsLeft = 0, writesLeft = 0] = await leftOfBlocks(companyId);
      return { reads: Math.max(reads - readsLeft, 0), writes: Math.max(writes - writesLeft, 0) };
    },
    removeExpired() {
      limitsByShare.removeExpired();
      ownAdmissions.removeExpired();
    },
    close: limitsByShare.close,
  };

  /** What is reserved in the store and not used yet; nothing that is known of while it is away. */
  async function leftOfBlocks(companyId: number): Promise<readonly number[]> {
    const state = mode.state();
    if (state.mode !== 'store') return [];
    const subjects = (['reads', 'writes'] as const).map((kind) => ({ companyId, keyId: 0, kind }));
    try {
      return await readBlocks(store, state.storeId, { subjects, day: dayOf(now().getTime()) });
    } catch (error) {
      if (error instanceof StoreLost) return [];
      throw error;
    }
  }

  /** Counts where requests are counted now; `hear` is called with what the store says, and its time. */
  async function chargeWindow(limited: NamedLimit, hear: Hear = () => {}): Promise<Quota> {
    const { name: window, limit } = limited;
    const full = (quota: Quota, nowMs: number): LimitHit => {
      hear(quota, nowMs);
      return limited.full(quota, nowMs);
    };
    for (;;) {
      const state = mode.state();
      if (state.mode !== 'store') return windowsByShare.charge(limited);
      try {
        const found = await count(state, { window, limit, requests: 1, dailies: [] }, full);
        const quota = quotaOf(limit, found.minute);
        hear(quota, found.nowMs);
        return quota;
      } catch (error) {
        if (!(error instanceof PolicyChanged)) throw error;
      }
    }
  }

  const windows: NamedWindows = { charge: (limited) => chargeWindow(limited) };
  /** By address, what the store last said is left of its failures, wherever they were counted. */
  const leftInStore = new LRUCache<string, { readonly left: number; readonly untilMs: number }>({
    ...limitEntries(REMEMBERED_NAMES),
    ttl: WINDOW_MS,
  });
  const leftOf = (address: string): number => {
    const said = leftInStore.get(address);
    const own = failuresByShare.peek(address).remaining;
    if (!said) return own;
    // One finds out whether there is room again.
    const isOver = said.untilMs <= performance.now();
    return Math.min(own, isOver ? Math.max(said.left, 1) : said.left);
  };
  const failures: FailedAuthentications = {
    charge: (address) =>
      chargeWindow(failuresOf(address), ({ remaining: left, resetAtMs }, nowMs) => {
        // By this process's clock: that of the store may be another.
        leftInStore.set(address, { left, untilMs: performance.now() + resetAtMs - nowMs });
      }),
    peek: failuresByShare.peek,
    withinLimit: lookUpsWithin(leftOf),
  };
  return { limits, failures, windows };
}

type Hear = (quota: Quota, nowMs: number) => void;

function dailiesOf({ id, company }: ApiKey, tier: Tier): readonly Daily[] {
  const of = (name: LimitName, keyId: number, kind: AllowanceSubject['kind']): Daily => ({
    name,
    limit: company.limits[name],
    subject: { companyId: company.id, keyId, kind },
  });
  if (tier !== 'write') return [of('reads_per_day', 0, 'reads')];
  return [of('writes_per_day', 0, 'writes'), of('key_writes_per_day', id, 'key_writes')];
}

const quotaOf = (limit: number, minute: MinuteState | undefined): Quota => ({
  limit,
  remaining: Math.max(limit - (minute?.used ?? 0), 0),
  resetAtMs: minute?.freeAtMs ?? 0,
});

/** The tightest of a quota and the days' limits. */
const tightest = (first: Quota, { nowMs, days }: Admitted, dailies: readonly Daily[]): Quota =>
  dailies.reduce((found, { limit }, index) => {
    const { left, taken } = days[index] ?? { left: 0, taken: 0 };
    const remaining = Math.max(limit - (taken - left), 0);
    const ofDay = { limit, remaining, resetAtMs: midnightAfter(nowMs) };
    return isTighter(ofDay, found) ? ofDay : found;
  }, first);
