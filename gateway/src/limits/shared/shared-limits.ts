import { TIER_LIMIT, type LimitName, type Tier } from '@svc/contracts';
import { atMost } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../keys/key';
import { dayOf, midnightAfter, type AllowanceSubject } from '../daily-allowance';
import {
  failedAuthentications,
  failuresOf,
  lookUpsWithin,
  type FailedAuthentications,
} from '../failed-authentications';
import type { Counting } from '../local-counting';
import { limitHit, type LimitHit } from '../limit-hit';
import {
  namedWindows,
  REMEMBERED_NAMES,
  type NamedLimit,
  type NamedWindows,
} from '../named-windows';
import { isTighter, type Quota } from '../quota';
import { WINDOW_MS } from '../rolling-window';
import {
  requestLimits,
  TermsChanged,
  windowName,
  type Cost,
  type RequestLimits,
  type Terms,
} from '../request-limits';
import { storeCounting, type Daily, type StoreCountingSettings } from './count-in-store';
import type { CountingInStore } from './counting-mode';
import { AGREEMENT_KEY, dayKey } from './keys';
import { ADMIT, ADMIT_REFUSED, LEFT_OF_BLOCKS } from './scripts';
import { StoreLost, type Answer } from './store';

type Hear = (quota: Quota, nowMs: number) => void;

/** Limits that several gateways count in the shared store, or each by its share while it is away. */
export function sharedLimits(settings: Omit<StoreCountingSettings, 'share'>): Counting {
  const { agreement, store, admitted, allowances, now } = settings;
  const share = {
    window: admitted.window,
    require(terms: Terms) {
      if (agreement.mode() !== terms) throw new TermsChanged();
    },
    of: (name: string, limit: number) => admitted.shareOf(name, limit, agreement.gateways()),
  };
  const limitsByShare = requestLimits(allowances, now, share);
  const failuresByShare = failedAuthentications(now, share);
  const windowsByShare = namedWindows(now, share);
  const count = storeCounting({ ...settings, share });

  /** Counts where requests are counted now. Nothing is awaited between the check of the terms and that. */
  async function countUnder(
    terms: Terms,
    inStore: (mode: CountingInStore) => Promise<Quota>,
    byShare: () => Quota | Promise<Quota>,
  ): Promise<Quota> {
    const mode = agreement.mode();
    share.require(terms);
    if (mode.isInStore) return inStore(mode);
    await mode.settled;
    share.require(terms);
    return byShare();
  }

  async function chargeInStore(
    mode: CountingInStore,
    key: ApiKey,
    { tier, requests = 1 }: Cost,
  ): Promise<Quota> {
    const name = TIER_LIMIT[tier];
    const limit = key.company.limits[name];
    const dailies = dailiesOf(key, tier);
    const answer = await count(mode, {
      script: ADMIT,
      requests,
      window: windowName(key, name),
      limit,
      dailies,
      full: (quota, nowMs) => limitHit(name, quota, nowMs),
    });
    return tightest(minute(answer, 2, limit), answer, 4, dailies);
  }

  async function chargeRefusedInStore(
    mode: CountingInStore,
    key: ApiKey,
    tier: Tier,
  ): Promise<Quota> {
    const limit = key.company.limits.refused_per_minute;
    const name = TIER_LIMIT[tier];
    const other = { window: windowName(key, name), limit: key.company.limits[name] };
    const dailies = dailiesOf(key, tier);
    const answer = await count(mode, {
      script: ADMIT_REFUSED,
      requests: 1,
      window: windowName(key, 'refused_per_minute'),
      limit,
      other,
      dailies,
      full: (quota, nowMs) => limitHit('refused_per_minute', quota, nowMs),
    });
    const refused = minute(answer, 2, limit);
    const others = tightest(minute(answer, 4, other.limit), answer, 6, dailies);
    return isTighter(others, refused) ? others : refused;
  }

  const limits: RequestLimits = {
    terms: agreement.mode,
    charge: (key, cost, terms) =>
      countUnder(
        terms,
        (mode) => chargeInStore(mode, key, cost),
        () => limitsByShare.charge(key, cost, terms),
      ),
    chargeRefused: (key, tier, terms) =>
      countUnder(
        terms,
        (mode) => chargeRefusedInStore(mode, key, tier),
        () => limitsByShare.chargeRefused(key, tier),
      ),
    peek: limitsByShare.peek,
    async usedToday(companyId) {
      const { reads, writes } = await limitsByShare.usedToday(companyId);
      const [readsLeft, writesLeft] = await leftOfBlocks(companyId);
      return { reads: Math.max(reads - readsLeft, 0), writes: Math.max(writes - writesLeft, 0) };
    },
    removeExpired() {
      limitsByShare.removeExpired();
      admitted.removeExpired();
    },
    close: limitsByShare.close,
  };

  /** What is reserved in the store and not used yet; nothing that is known of while it is away. */
  async function leftOfBlocks(companyId: number): Promise<[reads: number, writes: number]> {
    const mode = agreement.mode();
    if (!mode.isInStore) return [0, 0];
    const keys = (['reads', 'writes'] as const).map((kind) =>
      dayKey({ companyId, keyId: 0, kind }),
    );
    const day = dayOf(now().getTime());
    try {
      const asked = store.run(LEFT_OF_BLOCKS, [AGREEMENT_KEY, ...keys], [mode.generation, day]);
      const [, reads = 0, writes = 0] = await asked;
      return [reads, writes];
    } catch (error) {
      if (error instanceof StoreLost) return [0, 0];
      throw error;
    }
  }

  /** Counts where requests are counted now; `hear` is called with what the store says, and its time. */
  async function chargeWindow(limited: NamedLimit, hear: Hear = () => {}): Promise<Quota> {
    const { name, limit } = limited;
    const full = (quota: Quota, nowMs: number): LimitHit => {
      hear(quota, nowMs);
      return limited.full(quota, nowMs);
    };
    for (;;) {
      const mode = agreement.mode();
      if (!mode.isInStore) {
        await mode.settled;
        if (agreement.mode() === mode) return windowsByShare.charge(limited);
        continue;
      }
      try {
        const counted = { script: ADMIT, requests: 1, window: name, limit, dailies: [], full };
        const answer = await count(mode, counted);
        const quota = minute(answer, 2, limit);
        hear(quota, answer[1] ?? 0);
        return quota;
      } catch (error) {
        if (!(error instanceof TermsChanged)) throw error;
      }
    }
  }

  const windows: NamedWindows = { charge: (limited) => chargeWindow(limited) };
  /** By address, what the store last said is left of its failures, wherever they were counted. */
  const leftInStore = new LRUCache<string, { readonly left: number; readonly untilMs: number }>({
    ...atMost(REMEMBERED_NAMES),
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

function dailiesOf({ id, company }: ApiKey, tier: Tier): readonly Daily[] {
  const of = (name: LimitName, keyId: number, kind: AllowanceSubject['kind']): Daily => ({
    name,
    limit: company.limits[name],
    subject: { companyId: company.id, keyId, kind },
  });
  if (tier !== 'write') return [of('reads_per_day', 0, 'reads')];
  return [of('writes_per_day', 0, 'writes'), of('key_writes_per_day', id, 'key_writes')];
}

/** The quota of a window, which stands in an answer from `place` on. */
const minute = (answer: Answer, place: number, limit: number): Quota => ({
  limit,
  remaining: Math.max(limit - (answer[place] ?? 0), 0),
  resetAtMs: answer[place + 1] ?? 0,
});

/** The tightest of a quota and the days' limits, which stand in the answer from `place` on. */
const tightest = (first: Quota, answer: Answer, place: number, dailies: readonly Daily[]): Quota =>
  dailies.reduce((found, { limit }, index) => {
    const left = answer[place + 2 * index] ?? 0;
    const taken = answer[place + 2 * index + 1] ?? 0;
    const remaining = Math.max(limit - (taken - left), 0);
    const ofDay = { limit, remaining, resetAtMs: midnightAfter(answer[1] ?? 0) };
    return isTighter(ofDay, found) ? ofDay : found;
  }, first);
