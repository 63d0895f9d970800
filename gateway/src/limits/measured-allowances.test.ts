import { Registry } from 'prom-client';
import type { AllowanceStore } from './daily-allowance';
import { measureAllowances } from './measured-allowances';

const subject = { companyId: 1, keyId: 0, kind: 'reads' } as const;

const storeOf = (units: number): AllowanceStore => ({
  reserve: async (_subject, _day, { amount }) => {
    if (Number.isNaN(units)) throw new Error('PostgreSQL is away');
    const granted = Math.min(amount, units);
    units -= granted;
    return { granted, totalReserved: granted };
  },
  readTotalReserved: async () => 0,
  releaseUnused: async () => undefined,
});

it.each([
  [10, { granted: 1, spent: 0, failed: 0 }],
  [0, { granted: 0, spent: 1, failed: 0 }],
  [Number.NaN, { granted: 0, spent: 0, failed: 1 }],
])('counts a block asked of a store with %d units as %o', async (units, expected) => {
  const registry = new Registry();
  const allowances = measureAllowances(storeOf(units), registry);

  await allowances.reserve(subject, 1, { amount: 5, limit: 100 }).catch(() => undefined);

  const text = await registry.metrics();
  const counted = [
    ...text.matchAll(/^fsm_allowance_reservations_total\{outcome="(\w+)"\} (\d+)$/gm),
  ];
  expect(Object.fromEntries(counted.map(([, outcome, n]) => [outcome, Number(n)]))).toEqual(
    expected,
  );
});
