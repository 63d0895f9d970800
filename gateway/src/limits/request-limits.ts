import { TIER_LIMIT, type LimitName, type Tier } from '@svc/contracts';
import type { ApiKey } from '../keys/key';
import {
  dailyAllowance,
  dayOf,
  midnightAfter,
  type AllowanceStore,
  type AllowanceSubject,
  type DailyAllowance,
} from './daily-allowance';
import { limitHit, type LimitHit } from './limit-hit';
import { isTighter, type Quota } from './quota';
import { rollingWindow, type RollingWindow } from './rolling-window';

/** Stands for the keys and companies by which a request is judged; only its identity matters. */
export type PolicyVersion = object;

/** A key or company may have changed since the request was judged: it has to be judged again. */
export class PolicyChanged extends Error {
  constructor() {
    super('A key or company may have changed.');
    this.name = 'PolicyChanged';
  }
}

/** What a request counts as: one, or for a bulk so many as it has operations. */
export interface Cost {
  readonly tier: Tier;
  /** 1 where it is absent. */
  readonly requests?: number;
}

/** The limits of every key and company. */
export interface RequestLimits {
  /** The current version; read before a key is looked up, and passed on to `charge`. */
  policyVersion(): PolicyVersion;
  /**
   * Counts a request, or all of a bulk, against all its limits; or against none and refuses it (429).
   *
   * @throws PolicyChanged when the key may no longer be what it was under this version.
   */
  charge(key: ApiKey, cost: Cost, policy: PolicyVersion): Quota | Promise<Quota>;
  /**
   * Counts a request that was refused before its limits were checked, or refuses it with a 429 instead.
   *
   * @throws PolicyChanged as `charge` does.
   */
  chargeRefused(key: ApiKey, tier: Tier, policy: PolicyVersion): Quota | Promise<Quota>;
  /** The tightest limit of a request that is not counted. */
  peek(key: ApiKey, tier: Tier): Quota;
  /** How many requests of a company were counted today, as far as this gateway can know. */
  usedToday(companyId: number): Promise<UsedToday>;
  /** Forgets counts that no limit needs any more. */
  removeExpired(): void;
  /** Gives the unused part of the reserved blocks back to the day's allowances. */
  close(): Promise<void>;
}

export type UsedToday = Readonly<Record<'reads' | 'writes', number>>;

/** Limits that one process counts by itself, whatever the version. */
export interface OwnLimits extends RequestLimits {
  charge(key: ApiKey, cost: Cost, policy?: PolicyVersion): Quota | Promise<Quota>;
  chargeRefused(key: ApiKey, tier: Tier): Quota;
}

/** What one of several gateways may admit by itself. */
export interface OwnShare {
  window(name: string): RollingWindow;
  /** @throws PolicyChanged when requests are no longer counted by share under this version. */
  requireUnchanged(policy: PolicyVersion): void;
  /** How many requests of a limit it may admit in a minute. */
  of(limit: number): number;
}

/** The name of the window of a key's limit, the same in all gateways. */
export const windowName = (key: ApiKey, name: LimitName): string => `${key.id} ${name}`;

/** Whether a window is of a key's limit: all other names begin with a word. */
export const isKeyWindow = (name: string): boolean => /^\d/.test(name);

/** What the requests of one key count against: windows of its own, allowances partly shared. */
interface Account {
  readonly windows: Partial<Record<LimitName, RollingWindow>>;
  readonly reads: readonly Daily[];
  readonly writes: readonly Daily[];
  readonly keyWrites: DailyAllowance;
}

interface Daily {
  readonly allowance: DailyAllowance;
  readonly limit: LimitName;
}

/** A single gateway forgets by itself what has changed. */
const ONLY_VERSION: PolicyVersion = {};

/** Counts in this process alone: the whole limit, or this gateway's share of it. */
export function requestLimits(store: AllowanceStore, now: () => Date, share?: OwnShare): OwnLimits {
  const accounts = new Map<number, Account>();
  const ofCompanies = new Map<number, Record<'reads' | 'writes', DailyAllowance>>();
  const allowances = new Map<DailyAllowance, AllowanceSubject>();

  const open = (subject: AllowanceSubject): DailyAllowance => {
    const allowance = dailyAllowance(store, subject);
    allowances.set(allowance, subject);
    return allowance;
  };
  const openAccount = (key: ApiKey): Account => {
    const companyId = key.company.id;
    let company = ofCompanies.get(companyId);
    if (!company) {
      company = {
        reads: open({ companyId, keyId: 0, kind: 'reads' }),
        writes: open({ companyId, keyId: 0, kind: 'writes' }),
      };
      ofCompanies.set(companyId, company);
    }
    const keyWrites = open({ companyId, keyId: key.id, kind: 'key_writes' });
    const account: Account = {
      windows: {},
      reads: [{ allowance: company.reads, limit: 'reads_per_day' }],
      writes: [
        { allowance: company.writes, limit: 'writes_per_day' },
        { allowance: keyWrites, limit: 'key_writes_per_day' },
      ],
      keyWrites,
    };
    accounts.set(key.id, account);
    return account;
  };
  const accountOf = (key: ApiKey): Account => accounts.get(key.id) ?? openAccount(key);
  const windowOf = (key: ApiKey, name: LimitName): RollingWindow =>
    share
      ? share.window(windowName(key, name))
      : (accountOf(key).windows[name] ??= rollingWindow());
  /** How many requests of the limit this gateway may admit. */
  const ownLimitOf = (key: ApiKey, name: LimitName): number => {
    const limit = key.company.limits[name];
    return share ? share.of(limit) : limit;
  };
  const ofMinute = (key: ApiKey, name: LimitName, nowMs: number): Quota => {
    const window = windowOf(key, name);
    const ownLimit = ownLimitOf(key, name);
    return {
      limit: key.company.limits[name],
      remaining: Math.max(ownLimit - window.used(nowMs), 0),
      resetAtMs: window.freeAt(ownLimit, nowMs),
    };
  };
  const dailiesOf = (account: Account, tier: Tier): readonly Daily[] =>
    tier === 'write' ? account.writes : account.reads;

  const tightest = (key: ApiKey, tier: Tier, nowMs: number): Quota => {
    let found = ofMinute(key, TIER_LIMIT[tier], nowMs);
    for (const { allowance, limit } of dailiesOf(accountOf(key), tier)) {
      const perDay = key.company.limits[limit];
      const remaining = allowance.left(dayOf(nowMs), perDay);
      const ofDay = { limit: perDay, remaining, resetAtMs: midnightAfter(nowMs) };
      if (isTighter(ofDay, found)) found = ofDay;
    }
    return found;
  };

  const refuseIfHit = (key: ApiKey, { tier, requests = 1 }: Cost, nowMs: number): void => {
    const { limits } = key.company;
    const today = dayOf(nowMs);
    for (const { allowance, limit } of dailiesOf(accountOf(key), tier)) {
      const perDay = limits[limit];
      if (!allowance.isSpent(today, perDay, requests)) continue;
      const remaining = allowance.remaining(today, perDay);
      throw hit(limit, { limit: perDay, remaining, resetAtMs: midnightAfter(nowMs) });
    }
    refuseIfFull(key, TIER_LIMIT[tier], { requests, nowMs });
  };
  const refuseIfFull = (
    key: ApiKey,
    name: LimitName,
    { requests, nowMs }: { readonly requests: number; readonly nowMs: number },
  ): void => {
    const ownLimit = ownLimitOf(key, name);
    const window = windowOf(key, name);
    const remaining = Math.max(ownLimit - window.used(nowMs), 0);
    if (requests <= remaining) return;
    const resetAtMs = window.freeAt(ownLimit, nowMs, requests);
    throw hit(name, { limit: key.company.limits[name], remaining, resetAtMs });
  };
  const hit = (name: LimitName, quota: Quota): LimitHit => limitHit(name, quota, now().getTime());

  const lacking = (key: ApiKey, { tier, requests = 1 }: Cost, nowMs: number): Daily | undefined => {
    const { limits } = key.company;
    return dailiesOf(accountOf(key), tier).find(
      ({ allowance, limit }) => allowance.available(dayOf(nowMs), limits[limit]) < requests,
    );
  };
  const take = (key: ApiKey, { tier, requests = 1 }: Cost, nowMs: number): Quota => {
    windowOf(key, TIER_LIMIT[tier]).take(nowMs, requests);
    for (const { allowance } of dailiesOf(accountOf(key), tier)) allowance.take(requests);
    return tightest(key, tier, nowMs);
  };
  /** Everything is checked again after each wait, because other requests were counted meanwhile. */
  const reserveAndTake = async (key: ApiKey, cost: Cost, policy: PolicyVersion): Promise<Quota> => {
    for (;;) {
      share?.requireUnchanged(policy);
      const nowMs = now().getTime();
      refuseIfHit(key, cost, nowMs);
      const daily = lacking(key, cost, nowMs);
      if (!daily) return take(key, cost, nowMs);
      const perDay = key.company.limits[daily.limit];
      await daily.allowance.reserve(dayOf(nowMs), perDay, cost.requests);
    }
  };

  return {
    policyVersion: () => ONLY_VERSION,
    charge(key, cost, policy = ONLY_VERSION) {
      const nowMs = now().getTime();
      refuseIfHit(key, cost, nowMs);
      if (!lacking(key, cost, nowMs)) return take(key, cost, nowMs);
      return reserveAndTake(key, cost, policy);
    },
    chargeRefused(key, tier) {
      const nowMs = now().getTime();
      refuseIfFull(key, 'refused_per_minute', { requests: 1, nowMs });
      windowOf(key, 'refused_per_minute').take(nowMs);
      const refused = ofMinute(key, 'refused_per_minute', nowMs);
      const others = tightest(key, tier, nowMs);
      return isTighter(others, refused) ? others : refused;
    },
    peek: (key, tier) => tightest(key, tier, now().getTime()),
    async usedToday(companyId) {
      const today = dayOf(now().getTime());
      const usedOf = async (kind: 'reads' | 'writes'): Promise<number> => {
        const taken = await store.taken({ companyId, keyId: 0, kind }, today);
        return Math.max(taken - (ofCompanies.get(companyId)?.[kind].unused(today) ?? 0), 0);
      };
      const [reads, writes] = await Promise.all([usedOf('reads'), usedOf('writes')]);
      return { reads, writes };
    },
    removeExpired() {
      const nowMs = now().getTime();
      for (const [keyId, { windows, keyWrites }] of accounts) {
        const isIdle = Object.values(windows).every((window) => window.used(nowMs) === 0);
        if (!isIdle || keyWrites.isUsedOn(dayOf(nowMs))) continue;
        accounts.delete(keyId);
        allowances.delete(keyWrites);
      }
    },
    async close() {
      const today = dayOf(now().getTime());
      const unused = [...allowances]
        .map(([allowance, subject]) => ({ subject, amount: allowance.unused(today) }))
        .filter(({ amount }) => amount > 0);
      if (unused.length > 0) await store.giveBack(today, unused);
    },
  };
}
