import type { Logger } from '@svc/logging';
import { Gauge, type Registry } from 'prom-client';
import type { AllowanceStore } from '../daily-allowance';
import type { Counting } from '../local-counting';
import { admittedLog } from './admitted-log';
import { agreement, type Agreement } from './agreement';
import type { AgreementTable } from './agreement-table';
import { sharedLimits } from './shared-limits';
import { limitStore } from './store';
import type { StoreAddress } from './store-address';

export interface SharedCountingSettings {
  readonly address: StoreAddress;
  readonly table: AgreementTable;
  readonly allowances: AllowanceStore;
  /** Called whenever a remembered key may be outdated. */
  readonly forget: () => void;
  /** Wakes the other gateways. */
  readonly nudge: () => void;
  readonly now: () => Date;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** The limits of one of several gateways. */
export interface SharedCounting extends Counting {
  readonly agreement: Agreement;
  /** @throws while this gateway counts by share. */
  requireStore(): void;
  /** Takes this gateway out of the agreement, and gives back the allowances that it had reserved. */
  close(): Promise<void>;
}

export async function sharedCounting(settings: SharedCountingSettings): Promise<SharedCounting> {
  const { address, table, allowances, forget, nudge, now, log, metrics } = settings;
  const store = limitStore({ address, log, metrics });
  const admitted = admittedLog(now);
  const agreed = await agreement({ table, store, admitted, forget, nudge, now, log });
  const fallback: Gauge = new Gauge({
    name: 'fsm_limit_store_fallback',
    help: '1 while the gateways count apart, each by its share, because one cannot reach the store.',
    registers: [metrics],
    collect: () => fallback.set(agreed.mode().isInStore ? 0 : 1),
  });
  const shared = sharedLimits({ agreement: agreed, store, admitted, allowances, now });
  return {
    ...shared,
    agreement: agreed,
    requireStore() {
      if (!agreed.mode().isInStore) throw new Error('away; each gateway counts its share');
    },
    async close() {
      await agreed.close();
      await shared.limits.close();
    },
  };
}
