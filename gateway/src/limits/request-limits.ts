import {
  DomainError,
  TIER_LIMIT,
  type LimitName,
  type Limits,
  type Operation,
  type Tier,
} from '@svc/contracts';
import type { ApiKey } from '../keys/key';
import {
  DAY_MS,
  dailyAllowance,
  dayOf,
  type AllowanceStore,
  type AllowanceSubject,
  type DailyAllowance,
} from './daily-allowance';
import { secondsUntil, type Quota } from './quota';
import { rollingWindow, WINDOW_MS, type RollingWindow } from './rolling-window';

/** The limits of every key and company. */
export interface RequestLimits {
  /**
   * Counts a request against all its limits, or against none and refuses it (429). The answer is a
   * promise only when a daily allowance has to be reserved first, once per block.
   */
  charge(key: ApiKey, operation: Operation): Quota | Promise<Quota>;
  /** Counts a request that was refused before its limits, or refuses it for that (429). */
  chargeRefused(key: ApiKey, tier: Tier): Quota;
  /** The tightest limit of a request that is not counted. */
  peek(key: ApiKey, tier: Tier): Quota;
  /** Drops what no limit needs any more. */
  sweep(): void;
  /** Gives the unused part of what was reserved back to the day. */
  close(): Promise<void>;
}

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

/** How a refusal names each limit. */
const LIMIT_NAMES: Readonly<Record<LimitName, string>> = {
  list_reads_per_minute: 'list reads per minute for each API key',
  record_reads_per_minute: 'single-record reads per minute for each API key',
  writes_per_minute: 'writes per minute for each API key',
  technician_list_per_minute: 'technician lists per minute for each API key',
  technician_get_per_minute: 'technician reads per minute for each API key',
  reads_per_day: 'reads per day for the company',
  writes_per_day: 'writes per day for the company',
  key_writes_per_day: 'writes per day for each API key',
  refused_per_minute: 'refused requests per minute for each API key',
};

/** Whether less of one limit is left than of another; cross-multiplied, so that a limit of 0 counts as used up. */
const isTighter = (one: Quota, other: Quota): boolean =>
  one.remaining * other.limit < other.remaining * one.limit;

const midnightAfter = (nowMs: number): number => (dayOf(nowMs) + 1) * DAY_MS;

/** A refusal that names the limit and tells when it frees. */
export const limitExceeded = (name: string, { limit, resetAtMs }: Quota, nowMs: number) => {
  const seconds = secondsUntil(resetAtMs, nowMs);
  return new DomainError(
    'rate_limit_exceeded',
    `The limit of ${limit} ${name} is used up; retry in ${seconds} seconds.`,
    { retry_after: seconds },
  );
};

/** The limits that a 429 may be for. */
export type HitLimit = LimitName | 'failed_authentications_per_minute';

/** Thrown with the limit that was hit, so that the headers can tell of the same one. */
export class LimitHit extends Error {
  constructor(
    readonly limit: HitLimit,
    readonly refusal: DomainError,
    readonly quota: Quota,
  ) {
    super(refusal.message);
    this.name = 'LimitHit';
  }
}

/** One request as it is counted at one moment. */
interface Counting {
  readonly account: Account;
  readonly limits: Limits;
  readonly tier: Tier;
  readonly nowMs: number;
}

const windowOf = ({ account: { windows } }: Counting, name: LimitName): RollingWindow =>
  (windows[name] ??= rollingWindow());

const dailiesOf = ({ account, tier }: Counting): readonly Daily[] =>
  tier === 'write' ? account.writes : account.reads;

function ofMinute(request: Counting, name: LimitName): Quota {
  const { nowMs } = request;
  const window = windowOf(request, name);
  const limit = request.limits[name];
  return {
    limit,
    remaining: Math.max(limit - window.used(nowMs), 0),
    resetAtMs: window.freeAt(limit, nowMs),
  };
}

function tightest(request: Counting): Quota {
  const { limits, tier, nowMs } = request;
  let found = ofMinute(request, TIER_LIMIT[tier]);
  for (const { allowance, limit } of dailiesOf(request)) {
    const perDay = limits[limit];
    const remaining = allowance.left(dayOf(nowMs), perDay);
    const ofDay = { limit: perDay, remaining, resetAtMs: midnightAfter(nowMs) };
    if (isTighter(ofDay, found)) found = ofDay;
  }
  return found;
}

function refuseIfHit(request: Counting): void {
  const { limits, tier, nowMs } = request;
  for (const { allowance, limit } of dailiesOf(request)) {
    if (!allowance.isSpent(dayOf(nowMs), limits[limit])) continue;
    const quota = { limit: limits[limit], remaining: 0, resetAtMs: midnightAfter(nowMs) };
    throw hit(limit, quota, nowMs);
  }
  refuseIfFull(request, TIER_LIMIT[tier]);
}

function refuseIfFull(request: Counting, name: LimitName): void {
  const { nowMs } = request;
  const limit = request.limits[name];
  const window = windowOf(request, name);
  if (window.used(nowMs) < limit) return;
  // A limit of 0 never frees; it is worth asking again after a whole window.
  const resetAtMs = limit === 0 ? nowMs + WINDOW_MS : window.freeAt(limit, nowMs);
  throw hit(name, { limit, remaining: 0, resetAtMs }, nowMs);
}

const hit = (name: LimitName, quota: Quota, nowMs: number): LimitHit =>
  new LimitHit(name, limitExceeded(LIMIT_NAMES[name], quota, nowMs), quota);

const lacking = (request: Counting): Daily | undefined =>
  dailiesOf(request).find(
    ({ allowance, limit }) => allowance.atHand(dayOf(request.nowMs), request.limits[limit]) === 0,
  );

function take(request: Counting): Quota {
  windowOf(request, TIER_LIMIT[request.tier]).take(request.nowMs);
  for (const { allowance } of dailiesOf(request)) allowance.take();
  return tightest(request);
}

export function requestLimits(store: AllowanceStore, now: () => Date): RequestLimits {
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
  const counting = (key: ApiKey, tier: Tier): Counting => ({
    account: accounts.get(key.id) ?? openAccount(key),
    limits: key.company.limits,
    tier,
    nowMs: now().getTime(),
  });

  const reserveAndTake = async (key: ApiKey, tier: Tier): Promise<Quota> => {
    for (;;) {
      // Everything is checked again after each wait: other requests were counted meanwhile.
      const request = counting(key, tier);
      refuseIfHit(request);
      const daily = lacking(request);
      if (!daily) return take(request);
      await daily.allowance.reserve(dayOf(request.nowMs), request.limits[daily.limit]);
    }
  };

  return {
    charge(key, { tier }) {
      const request = counting(key, tier);
      refuseIfHit(request);
      return lacking(request) ? reserveAndTake(key, tier) : take(request);
    },
    chargeRefused(key, tier) {
      const request = counting(key, tier);
      refuseIfFull(request, 'refused_per_minute');
      windowOf(request, 'refused_per_minute').take(request.nowMs);
      const refused = ofMinute(request, 'refused_per_minute');
      const others = tightest(request);
      return isTighter(others, refused) ? others : refused;
    },
    peek: (key, tier) => tightest(counting(key, tier)),
    sweep() {
      const nowMs = now().getTime();
      for (const [keyId, { windows, keyWrites }] of accounts) {
        const isIdle = Object.values(windows).every((window) => window.used(nowMs) === 0);
        if (!isIdle || keyWrites.isOf(dayOf(nowMs))) continue;
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
