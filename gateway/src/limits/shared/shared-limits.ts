import { TIER_LIMIT, type LimitName, type Tier } from '@svc/contracts';
import type { ApiKey } from '../../keys/key';
import { blockOf, dayOf, type AllowanceStore, type AllowanceSubject } from '../daily-allowance';
import {
  failedAuthentications,
  failuresOf,
  type FailedAuthentications,
} from '../failed-authentications';
import { namedWindows, type NamedWindows } from '../named-windows';
import type { Quota } from '../quota';
import {
  isTighter,
  limitHit,
  midnightAfter,
  requestLimits,
  TermsChanged,
  windowName,
  type LimitHit,
  type RequestLimits,
  type Terms,
} from '../request-limits';
import type { AdmittedLog } from './admitted-log';
import { isOverdue, type Agreement, type CountingInStore } from './agreement';
import { AGREEMENT_KEY, windowKey } from './keys';
import { ADD_BLOCK, ADMIT, ADMIT_REFUSED, LEFT_OF_BLOCKS, Verdict, type Script } from './scripts';
import { StoreLost, type Answer, type LimitStore } from './store';

export interface SharedLimitsSettings {
  readonly agreement: Agreement;
  readonly store: LimitStore;
  readonly admitted: AdmittedLog;
  readonly allowances: AllowanceStore;
  readonly now: () => Date;
}

export interface SharedLimits {
  readonly limits: RequestLimits;
  readonly failures: FailedAuthentications;
  readonly windows: NamedWindows;
}

/** A limit of a UTC day, and the company or key that it belongs to. */
interface Daily {
  readonly name: LimitName;
  readonly limit: number;
  readonly subject: AllowanceSubject;
}

/** A limit of a day that needs a block, at least of so many requests. */
interface Lacking extends Daily {
  readonly requests: number;
}

/** What one request counts against: a window, and limits of the day. */
interface Counted {
  readonly script: Script;
  /** As how many it counts. */
  readonly requests: number;
  /** The window in which the request is counted. */
  readonly window: string;
  readonly limit: number;
  /** A window that is read and not counted in. */
  readonly other?: { readonly window: string; readonly limit: number };
  readonly dailies: readonly Daily[];
  /** The refusal where the window is used up. */
  readonly full: (quota: Quota, nowMs: number) => LimitHit;
}

const dailyKey = ({ companyId, keyId, kind }: AllowanceSubject): string =>
  `{fsm}:day:${companyId}:${keyId}:${kind}`;

/** Limits that several gateways count in the shared store, or each by its share while it is away. */
export function sharedLimits(settings: SharedLimitsSettings): SharedLimits {
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
  const reserving = new Map<string, Promise<void>>();

  const dailiesOf = ({ id, company }: ApiKey, tier: Tier): readonly Daily[] => {
    const of = (name: LimitName, keyId: number, kind: AllowanceSubject['kind']): Daily => ({
      name,
      limit: company.limits[name],
      subject: { companyId: company.id, keyId, kind },
    });
    if (tier !== 'write') return [of('reads_per_day', 0, 'reads')];
    return [of('writes_per_day', 0, 'writes'), of('key_writes_per_day', id, 'key_writes')];
  };

  const ask = (inStore: CountingInStore, counted: Counted, isTaken: boolean): Promise<Answer> => {
    const { script, requests, window, limit, other, dailies } = counted;
    const { generation, terms, gateways } = inStore;
    const windows = [window, ...(other ? [other.window] : [])];
    return store.run(
      script,
      [
        AGREEMENT_KEY,
        ...windows.map((name) => windowKey(generation, name)),
        ...dailies.map(({ subject }) => dailyKey(subject)),
      ],
      [
        generation,
        terms,
        gateways,
        isTaken ? 1 : 0,
        requests,
        agreement.gateway,
        limit,
        ...(other ? [other.limit] : []),
        ...dailies.map((daily) => daily.limit),
      ],
    );
  };

  /** Reserves a block once for all requests that wait for it; a block that cannot be added is lost. */
  function reserve(
    inStore: CountingInStore,
    { subject, limit, requests }: Lacking,
    day: number,
  ): Promise<void> {
    const key = dailyKey(subject);
    const running = reserving.get(key);
    if (running) return running;
    const begun = (async () => {
      const amount = blockOf(limit, requests);
      const found = await allowances.reserve(subject, day, { amount, limit });
      await store.run(
        ADD_BLOCK,
        [AGREEMENT_KEY, key],
        [inStore.generation, day, found.granted, found.taken, limit],
      );
    })().finally(() => reserving.delete(key));
    reserving.set(key, begun);
    return begun;
  }

  /**
   * Counts in the store until it admits or refuses the request.
   *
   * @throws TermsChanged also when the store is lost meanwhile: the key is then read from PostgreSQL.
   */
  async function count(inStore: CountingInStore, counted: Counted): Promise<Answer> {
    let isTaken = false;
    try {
      for (;;) {
        const answer = await answerOf(inStore, counted, isTaken);
        const [verdict] = answer;
        if (verdict === Verdict.admitted) {
          if (!isTaken) admitted.window(counted.window).take(now().getTime(), counted.requests);
          return answer;
        }
        if (verdict === Verdict.incomplete) {
          if (isOverdue(inStore)) agreement.leaveStore(inStore);
          takeOfShare(counted);
          isTaken = true;
        } else {
          await refusedOrLacking(inStore, counted, answer);
        }
      }
    } catch (error) {
      if (isTaken) admitted.window(counted.window).putBack(counted.requests);
      throw error;
    }
  }
  /** Reserves the block that a day's limit lacks; throws for every other verdict. */
  async function refusedOrLacking(
    inStore: CountingInStore,
    { requests, limit, dailies, full }: Counted,
    [verdict, nowMs = 0, detail = 0, further = 0]: Answer,
  ): Promise<void> {
    switch (verdict) {
      case Verdict.full:
        throw full({ limit, remaining: further, resetAtMs: detail }, nowMs);
      case Verdict.spent:
        throw spent(dailies[detail - 1], further, nowMs);
      case Verdict.lacking: {
        const daily = dailies[detail - 1];
        if (daily) await reserveAt(inStore, { ...daily, requests }, further);
        return;
      }
      case Verdict.termsChanged:
        agreement.termsChanged(nowMs);
        throw new TermsChanged();
      case undefined:
      default:
        agreement.leaveStore(inStore);
        throw new TermsChanged();
    }
  }
  async function answerOf(
    inStore: CountingInStore,
    counted: Counted,
    isTaken: boolean,
  ): Promise<Answer> {
    try {
      return await ask(inStore, counted, isTaken);
    } catch (error) {
      throw error instanceof StoreLost ? new TermsChanged() : error;
    }
  }
  async function reserveAt(inStore: CountingInStore, daily: Lacking, day: number): Promise<void> {
    try {
      await reserve(inStore, daily, day);
    } catch (error) {
      throw error instanceof StoreLost ? new TermsChanged() : error;
    }
  }
  /** Counts the request in this gateway's own share, or refuses it. */
  function takeOfShare({ requests, window: name, limit, full }: Counted): void {
    const nowMs = now().getTime();
    const window = admitted.window(name);
    const room = share.of(name, limit);
    const remaining = Math.max(room - window.used(nowMs), 0);
    if (remaining < requests) {
      throw full({ limit, remaining, resetAtMs: window.freeAt(room, nowMs, requests) }, nowMs);
    }
    window.take(nowMs, requests);
  }
  const spent = (daily: Daily | undefined, remaining: number, nowMs: number): LimitHit => {
    const { name, limit } = daily ?? { name: 'reads_per_day' as const, limit: 0 };
    return limitHit(name, { limit, remaining, resetAtMs: midnightAfter(nowMs) }, nowMs);
  };

  /** The quota of a window, which stands in an answer from `place` on. */
  const minute = (answer: Answer, place: number, limit: number): Quota => ({
    limit,
    remaining: Math.max(limit - (answer[place] ?? 0), 0),
    resetAtMs: answer[place + 1] ?? 0,
  });
  /** The tightest of a quota and the days' limits, which stand in the answer from `place` on. */
  const tightest = (first: Quota, answer: Answer, place: number, dailies: readonly Daily[]) =>
    dailies.reduce((found, { limit }, index) => {
      const left = answer[place + 2 * index] ?? 0;
      const taken = answer[place + 2 * index + 1] ?? 0;
      const remaining = Math.max(limit - (taken - left), 0);
      const ofDay = { limit, remaining, resetAtMs: midnightAfter(answer[1] ?? 0) };
      return isTighter(ofDay, found) ? ofDay : found;
    }, first);

  const limits: RequestLimits = {
    terms: agreement.mode,
    async charge(key, asking, terms) {
      const mode = agreement.mode();
      share.require(terms);
      if (!mode.isInStore) {
        await mode.settled;
        share.require(terms);
        return limitsByShare.charge(key, asking, terms);
      }
      const { tier, requests = 1 } = asking;
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
    },
    async chargeRefused(key, tier, terms) {
      const mode = agreement.mode();
      share.require(terms);
      if (!mode.isInStore) {
        await mode.settled;
        share.require(terms);
        return limitsByShare.chargeRefused(key, tier);
      }
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
    },
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
      dailyKey({ companyId, keyId: 0, kind }),
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

  const windows: NamedWindows = {
    async charge(limited) {
      for (;;) {
        const mode = agreement.mode();
        if (!mode.isInStore) {
          await mode.settled;
          if (agreement.mode() === mode) return windowsByShare.charge(limited);
          continue;
        }
        const { name, limit, full } = limited;
        try {
          const counted = { script: ADMIT, requests: 1, window: name, limit, dailies: [], full };
          return minute(await count(mode, counted), 2, limit);
        } catch (error) {
          if (!(error instanceof TermsChanged)) throw error;
        }
      }
    },
  };
  const failures: FailedAuthentications = {
    charge: (address) => windows.charge(failuresOf(address)),
    peek: failuresByShare.peek,
    withinLimit: failuresByShare.withinLimit,
  };
  return { limits, failures, windows };
}
