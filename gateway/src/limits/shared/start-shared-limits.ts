import type { Logger } from '@svc/logging';
import { Gauge, type Registry } from 'prom-client';
import type { AllowanceStore } from '../daily-allowance';
import type { GatewayLimits } from '../local-limits';
import { createLocalAdmissions } from './local-admissions';
import { startLimitMode, type GatewayHeartbeats } from './limit-mode';
import { createSharedLimits } from './shared-limits';
import { createLimitStore } from './store';
import type { StoreAddress } from './store-address';

export interface StartSharedLimitsSettings {
  readonly address: StoreAddress;
  readonly heartbeats: GatewayHeartbeats;
  readonly allowances: AllowanceStore;
  readonly forget: () => void;
  readonly now: () => Date;
  readonly log: Logger;
  readonly metrics: Registry;
}

export interface SharedLimits extends GatewayLimits {
  /** @throws in `share`. */
  requireStore(): void;
}

export async function startSharedLimits(
  settings: StartSharedLimitsSettings,
): Promise<SharedLimits> {
  const { address, heartbeats, allowances, forget, now, log, metrics } = settings;
  const store = createLimitStore({ address, log, metrics });
  const localAdmissions = createLocalAdmissions(now);
  const controller = await startLimitMode({ heartbeats, store, localAdmissions, forget, now, log });
  const isByShare = (): boolean => controller.state().mode === 'share';
  const fallback: Gauge = new Gauge({
    name: 'fsm_limit_store_fallback',
    help: '1 while this gateway counts its share of the limits, because it cannot reach the store.',
    registers: [metrics],
    collect: () => fallback.set(isByShare() ? 1 : 0),
  });
  const shared = createSharedLimits({ mode: controller, store, localAdmissions, allowances, now });
  return {
    ...shared,
    mode: () => controller.state().mode,
    mayUseCachedKeys: controller.mayUseCachedKeys,
    announceChange: controller.announceChange,
    requireStore() {
      if (isByShare()) throw new Error('unreachable; this gateway counts its share');
    },
    async close() {
      await controller.close();
      await shared.limits.close();
    },
  };
}
