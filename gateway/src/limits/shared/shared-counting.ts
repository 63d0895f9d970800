import type { Logger } from '@svc/logging';
import { Gauge, type Registry } from 'prom-client';
import type { AllowanceStore } from '../daily-allowance';
import type { Counting } from '../local-counting';
import { createOwnAdmissions } from './own-admissions';
import type { GatewayHeartbeats } from './gateway-heartbeats';
import { startLimitMode, type SharedLimitMode } from './limit-mode';
import { sharedLimits } from './shared-limits';
import { limitStore } from './store';
import type { StoreAddress } from './store-address';

export interface SharedCountingSettings {
  readonly address: StoreAddress;
  readonly heartbeats: GatewayHeartbeats;
  readonly allowances: AllowanceStore;
  /** Forgets all remembered keys. */
  readonly forget: () => void;
  readonly now: () => Date;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** The limits of one of several gateways. */
export interface SharedCounting
  extends Counting, Pick<SharedLimitMode, 'mayRemember' | 'announceChange'> {
  /** @throws in `share`. */
  requireStore(): void;
  /** Ends this gateway's heartbeats, and gives back the allowances that it had reserved. */
  close(): Promise<void>;
}

export async function startSharedCounting(
  settings: SharedCountingSettings,
): Promise<SharedCounting> {
  const { address, heartbeats, allowances, forget, now, log, metrics } = settings;
  const store = limitStore({ address, log, metrics });
  const ownAdmissions = createOwnAdmissions(now);
  const mode = await startLimitMode({ heartbeats, store, ownAdmissions, forget, now, log });
  const isByShare = (): boolean => mode.state().mode === 'share';
  const fallback: Gauge = new Gauge({
    name: 'fsm_limit_store_fallback',
    help: '1 while this gateway counts its share of the limits, because it cannot reach the store.',
    registers: [metrics],
    collect: () => fallback.set(isByShare() ? 1 : 0),
  });
  const shared = sharedLimits({ mode, store, ownAdmissions, allowances, now });
  return {
    ...shared,
    mode: () => mode.state().mode,
    mayRemember: mode.mayRemember,
    announceChange: mode.announceChange,
    requireStore() {
      if (isByShare()) throw new Error('away; this gateway counts its share');
    },
    async close() {
      await mode.close();
      await shared.limits.close();
    },
  };
}
