import type { Logger } from '@svc/logging';
import type { KeptAnswers } from '../idempotency/kept-answers';
import { dayOf, type AllowanceStore } from '../limits/daily-allowance';
import type { RequestLimits } from '../limits/request-limits';

export interface ExpirySettings {
  readonly limits: RequestLimits;
  readonly allowances: AllowanceStore;
  readonly kept: KeptAnswers;
  readonly now: () => Date;
  readonly log: Logger;
}

const EVERY_MS = 60_000;
/** Allowances of past days are kept for a while, for questions about what happened. */
const KEPT_DAYS = 7;

/** Removes what has expired, once a minute. */
export function startRemovingExpired({ limits, allowances, kept, now, log }: ExpirySettings): {
  stop(): void;
} {
  const removeExpired = async (): Promise<void> => {
    limits.removeExpired();
    try {
      await allowances.forgetDaysBefore(dayOf(now().getTime()) - KEPT_DAYS);
      await kept.forgetExpired();
    } catch (error) {
      log.warn({ err: error }, 'expired rows not removed; it is tried again');
    }
  };
  const timer = setInterval(() => void removeExpired(), EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
