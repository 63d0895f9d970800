import type { LimitName } from '@svc/contracts';
import {
  blockOf,
  midnightAfter,
  type AllowanceStore,
  type AllowanceSubject,
} from '../daily-allowance';
import { limitHit, type LimitHit } from '../limit-hit';
import type { Quota } from '../quota';
import { TermsChanged, type OwnShare } from '../request-limits';
import type { AdmittedLog } from './admitted-log';
import type { Agreement } from './agreement';
import { isOverdue, type CountingInStore } from './counting-mode';
import { AGREEMENT_KEY, dayKey, windowKey } from './keys';
import { ADD_BLOCK, Verdict, type Script } from './scripts';
import { StoreLost, type Answer, type LimitStore } from './store';

/** A limit of a UTC day, and the company or key that it belongs to. */
export interface Daily {
  readonly name: LimitName;
  readonly limit: number;
  readonly subject: AllowanceSubject;
}

/** A limit of a day that needs a block, at least of so many requests. */
interface Lacking extends Daily {
  readonly requests: number;
}

/** What one request counts against: a window, and limits of the day. */
export interface Counted {
  readonly script: Script;
  /** How many it counts as. */
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

export interface StoreCountingSettings {
  readonly agreement: Agreement;
  readonly store: LimitStore;
  readonly admitted: AdmittedLog;
  readonly allowances: AllowanceStore;
  /** What this gateway may admit while others have not told the store what they admitted. */
  readonly share: OwnShare;
  readonly now: () => Date;
}

/**
 * Counts a request in the store until that admits or refuses it.
 *
 * @throws LimitHit; and TermsChanged, also when the store is lost meanwhile: the key is then read from
 * PostgreSQL.
 */
export type CountInStore = (inStore: CountingInStore, counted: Counted) => Promise<Answer>;

export function storeCounting(settings: StoreCountingSettings): CountInStore {
  const { agreement, store, admitted, allowances, share, now } = settings;
  const reserving = new Map<string, Promise<void>>();

  const ask = (inStore: CountingInStore, counted: Counted, isTaken: boolean): Promise<Answer> => {
    const { script, requests, window, limit, other, dailies } = counted;
    const { generation, terms, gateways } = inStore;
    const windows = [window, ...(other ? [other.window] : [])];
    return store.run(
      script,
      [
        AGREEMENT_KEY,
        ...windows.map((name) => windowKey(generation, name)),
        ...dailies.map(({ subject }) => dayKey(subject)),
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
  function reserve(inStore: CountingInStore, lacking: Lacking, day: number): Promise<void> {
    const key = dayKey(lacking.subject);
    const running = reserving.get(key);
    if (running) return running;
    const begun = addBlock(inStore, lacking, day).finally(() => reserving.delete(key));
    reserving.set(key, begun);
    return begun;
  }
  async function addBlock(
    { generation }: CountingInStore,
    { subject, limit, requests }: Lacking,
    day: number,
  ): Promise<void> {
    const amount = blockOf(limit, requests);
    const { granted, taken } = await allowances.reserve(subject, day, { amount, limit });
    const values = [generation, day, granted, taken, limit];
    await store.run(ADD_BLOCK, [AGREEMENT_KEY, dayKey(subject)], values);
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
        if (daily) await orTermsChanged(reserve(inStore, { ...daily, requests }, further));
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

  return async (inStore, counted) => {
    let isTaken = false;
    try {
      for (;;) {
        const answer = await orTermsChanged(ask(inStore, counted, isTaken));
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
  };
}

async function orTermsChanged<Found>(asked: Promise<Found>): Promise<Found> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof StoreLost ? new TermsChanged() : error;
  }
}

function spent(daily: Daily | undefined, remaining: number, nowMs: number): LimitHit {
  const { name, limit } = daily ?? { name: 'reads_per_day' as const, limit: 0 };
  return limitHit(name, { limit, remaining, resetAtMs: midnightAfter(nowMs) }, nowMs);
}
