import { Counter, type Registry } from 'prom-client';
import type { AllowanceStore } from './daily-allowance';

/** Counts the reservations of blocks of the daily allowances, by their outcome. */
export function measuredAllowances(store: AllowanceStore, registry: Registry): AllowanceStore {
  const reservations = new Counter({
    name: 'fsm_allowance_reservations_total',
    help: 'Blocks of daily allowances asked for: granted, spent (nothing left) or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Each outcome starts at 0: Prometheus sees an increase only from one sample to the next.
  for (const outcome of ['granted', 'spent', 'failed']) reservations.inc({ outcome }, 0);
  return {
    ...store,
    async reserve(...asked) {
      try {
        const found = await store.reserve(...asked);
        reservations.inc({ outcome: found.granted > 0 ? 'granted' : 'spent' });
        return found;
      } catch (error) {
        reservations.inc({ outcome: 'failed' });
        throw error;
      }
    },
  };
}
