import { Counter, type Registry } from 'prom-client';
import type { AllowanceStore } from './daily-allowance';

export function measureAllowances(store: AllowanceStore, registry: Registry): AllowanceStore {
  const reservations = new Counter({
    name: 'fsm_allowance_reservations_total',
    help: 'Reservations of daily allowances by outcome: granted, spent (nothing left) or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus sees an increase only between two samples.
  for (const outcome of ['granted', 'spent', 'failed']) reservations.inc({ outcome }, 0);
  return {
    ...store,
    async reserve(...wanted) {
      try {
        const found = await store.reserve(...wanted);
        reservations.inc({ outcome: found.granted > 0 ? 'granted' : 'spent' });
        return found;
      } catch (error) {
        reservations.inc({ outcome: 'failed' });
        throw error;
      }
    },
  };
}
