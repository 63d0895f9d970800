import type { AllowanceStore } from './daily-allowance';
import { createFailedAuthentications, type FailedAuthentications } from './failed-authentications';
import { createNamedWindows, type NamedWindows } from './named-windows';
import { createRequestLimits, type RequestLimits } from './request-limits';
import type { LimitMode, LimitModeController } from './shared/limit-mode';

export interface GatewayLimits extends Pick<
  LimitModeController,
  'mayUseCachedKeys' | 'announceChange' | 'close'
> {
  mode(): LimitMode;
  readonly limits: RequestLimits;
  readonly failures: FailedAuthentications;
  readonly windows: NamedWindows;
}

/** For a single gateway. */
export function createLocalLimits(allowances: AllowanceStore, now: () => Date): GatewayLimits {
  const limits = createRequestLimits(allowances, now);
  return {
    mode: () => 'single',
    limits,
    failures: createFailedAuthentications(now),
    windows: createNamedWindows(now),
    mayUseCachedKeys: () => true,
    announceChange: async () => undefined,
    close: limits.close,
  };
}
