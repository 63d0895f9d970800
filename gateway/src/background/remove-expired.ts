import { startLoop, type Loop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { StoredResponses } from '../idempotency/stored-responses';
import { toDay, type AllowanceStore } from '../limits/daily-allowance';
import type { DailyRequests } from '../limits/daily-requests';
import type { RequestLimits } from '../limits/request-limits';

export interface ExpirySettings {
  readonly limits: Pick<RequestLimits, 'removeExpired'>;
  readonly allowances: Pick<AllowanceStore, 'deleteDaysBefore'>;
  readonly dailyRequests: Pick<DailyRequests, 'deleteDaysBefore'>;
  readonly storedResponses: Pick<StoredResponses, 'deleteExpired'>;
  readonly now: () => Date;
  readonly log: Logger;
}

const EVERY_MS = 60_000;
const ALLOWANCE_DAYS = 7;
const REQUEST_DAYS = 35;

export function startRemovingExpired(settings: ExpirySettings): Pick<Loop, 'stop'> {
  const { limits, allowances, dailyRequests, storedResponses, now, log } = settings;
  const today = (): number => toDay(now().getTime());
  const removals: readonly (() => unknown)[] = [
    limits.removeExpired,
    () => allowances.deleteDaysBefore(today() - ALLOWANCE_DAYS),
    () => dailyRequests.deleteDaysBefore(today() - REQUEST_DAYS),
    storedResponses.deleteExpired,
  ];
  let next = 0;

  /** Runs one removal at a time, so that none begins after the stop. */
  async function removeNext(): Promise<LoopResult> {
    try {
      await removals[next]?.();
    } catch (error) {
      log.warn({ err: error }, 'could not delete expired rows; will retry');
    }
    next = (next + 1) % removals.length;
    return next > 0 ? 'more' : 'done';
  }

  return startLoop({ work: removeNext, pollMs: EVERY_MS });
}
