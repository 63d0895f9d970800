import type { AllowanceStore } from './daily-allowance';
import { createFailedAuthentications, type FailedAuthentications } from './failed-authentications';
import { createNamedWindows, type NamedWindows } from './named-windows';
import { createRequestLimits, type RequestLimits } from './request-limits';
import type { LimitMode } from './shared/limit-mode';

export interface GatewayLimits {
  mode(): LimitMode;
  readonly limits: RequestLimits;
  readonly failures: FailedAuthentications;
  readonly windows: NamedWindows;
}

export const createLocalLimits = (allowances: AllowanceStore, now: () => Date): GatewayLimits => ({
  mode: () => 'single',
  limits: createRequestLimits(allowances, now),
  failures: createFailedAuthentications(now),
  windows: createNamedWindows(now),
});
