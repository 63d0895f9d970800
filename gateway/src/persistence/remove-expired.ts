import { eachByItself } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { KeptAnswers } from '../idempotency/kept-answers';
import { dayOf, type AllowanceStore } from '../limits/daily-allowance';
import type { DailyRequests } from '../limits/daily-requests';
import type { RequestLimits } from '../limits/request-limits';

export interface ExpirySettings {
  readonly limits: RequestLimits;
  readonly allowances: AllowanceStore;
  readonly requests: Pick<DailyRequests, 'forgetDaysBefore'>;
  readonly kept: KeptAnswers;
  readonly now: () => Date;
  readonly log: Logger;
}

const EVERY_MS = 60_000;
/** Allowances of past days are kept for a while, for questions about what happened. */
const ALLOWANCE_DAYS = 7;
/** A month for its chart, and some days more. */
const REQUEST_DAYS = 35;

/** Removes what has expired, once a minute. */
export function startRemovingExpired(settings: ExpirySettings): { stop(): void } {
  const timer = setInterval(() => void removeExpired(settings), EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function removeExpired(settings: ExpirySettings): Promise<void> {
  const { limits, allowances, requests, kept, now, log } = settings;
  limits.removeExpired();
  const today = dayOf(now().getTime());
  const deletions = [
    () => allowances.forgetDaysBefore(today - ALLOWANCE_DAYS),
    () => requests.forgetDaysBefore(today - REQUEST_DAYS),
    () => kept.forgetExpired(),
  ];
  const { failures } = await eachByItself(deletions, (remove): Promise<unknown> => remove());
  for (const err of failures) log.warn({ err }, 'expired rows not removed; it is tried again');
}
