import type { AllowanceStore } from './daily-allowance';
import { failedAuthentications, type FailedAuthentications } from './failed-authentications';
import { requestLimits, type RequestLimits } from './request-limits';

/** The limits of the only gateway of a database. */
export const localCounting = (
  allowances: AllowanceStore,
  now: () => Date,
): { readonly limits: RequestLimits; readonly failures: FailedAuthentications } => ({
  limits: requestLimits(allowances, now),
  failures: failedAuthentications(now),
});
