import type { AllowanceStore } from './daily-allowance';
import { failedAuthentications, type FailedAuthentications } from './failed-authentications';
import { namedWindows, type NamedWindows } from './named-windows';
import { requestLimits, type RequestLimits } from './request-limits';
import type { LimitMode } from './shared/limit-mode';

/** All limits of a gateway. */
export interface Counting {
  mode(): LimitMode;
  readonly limits: RequestLimits;
  readonly failures: FailedAuthentications;
  readonly windows: NamedWindows;
}

/** The limits of the only gateway of a database. */
export const localCounting = (allowances: AllowanceStore, now: () => Date): Counting => ({
  mode: () => 'single',
  limits: requestLimits(allowances, now),
  failures: failedAuthentications(now),
  windows: namedWindows(now),
});
