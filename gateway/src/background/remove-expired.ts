import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { KeptAnswers } from '../idempotency/kept-answers';
import { dayOf, type AllowanceStore } from '../limits/daily-allowance';
import type { DailyRequests } from '../limits/daily-requests';
import type { RequestLimits } from '../limits/request-limits';

export interface ExpirySettings {
  readonly limits: Pick<RequestLimits, 'removeExpired'>;
  readonly allowances: Pick<AllowanceStore, 'forgetDaysBefore'>;
  readonly requests: Pick<DailyRequests, 'forgetDaysBefore'>;
  readonly kept: Pick<KeptAnswers, 'forgetExpired'>;
  readonly now: () => Date;
  readonly log: Logger;
}

const EVERY_MS = 60_000;
/** Allowances of past days are kept for a while, for questions about what happened. */
const ALLOWANCE_DAYS = 7;
/** The dashboard's chart shows 30 of them. */
const REQUEST_DAYS = 35;

/** Removes what has expired, then again every minute, until it is stopped. */
export function startRemovingExpired(settings: ExpirySettings): Pick<Loop, 'stop'> {
  const { limits, allowances, requests, kept, now, log } = settings;
  const today = (): number => dayOf(now().getTime());
  const removals: readonly (() => unknown)[] = [
    limits.removeExpired,
    () => allowances.forgetDaysBefore(today() - ALLOWANCE_DAYS),
    () => requests.forgetDaysBefore(today() - REQUEST_DAYS),
    kept.forgetExpired,
  ];
  let turn = 0;

  /** One at a time, so that none begins once it is stopped; one that fails does not stop the others. */
  async function removeNext(): Promise<LoopResult> {
    try {
      await removals[turn]?.();
    } catch (error) {
      log.warn({ err: error }, 'expired rows not removed; it is tried again');
    }
    turn = (turn + 1) % removals.length;
    return turn > 0 ? 'more' : 'done';
  }

  return startLoop({ work: removeNext, pollMs: EVERY_MS });
}
