import type { RequestLoad } from '../load/load';
import { createReadLoad, interleave, median, type Bench, type Measurement } from '../measurement';
import { CONSTANT_PATH as path, type Gateway } from '../platform';
import { measureRound, readProcessorMs } from '../processor-time';
import { createCompany } from '../seed';

const RATE = 500;

export const store: Measurement = {
  name: 'store',
  async measure(bench) {
    const sharing = await bench.platform.startGateway({ name: 'with_store', hasStore: true });
    const counting = await bench.platform.startGateway({ name: 'without_store', hasStore: false });
    const shared = await createLoad(bench, sharing);
    const alone = await createLoad(bench, counting);

    const [sharedAtRate = [], aloneAtRate = []] = await interleave(bench.rounds, [
      () => bench.load({ ...shared, rate: RATE }),
      () => bench.load({ ...alone, rate: RATE }),
    ]);
    const p50 = median(sharedAtRate.map(({ p50Ms }) => p50Ms));
    const p50Alone = median(aloneAtRate.map(({ p50Ms }) => p50Ms));

    const [withStore = [], without = []] = await interleave(bench.rounds, [
      () =>
        measureRound(bench, shared, () => ({
          gateway: readProcessorMs(sharing.pid),
          store: readProcessorMs(sharing.storePid),
        })),
      () => measureRound(bench, alone, () => ({ gateway: readProcessorMs(counting.pid) })),
    ]);
    await sharing.stop();
    await counting.stop();
    const us = withStore.map(({ processorUs }) => processorUs['gateway'] ?? NaN);
    const usAlone = without.map(({ processorUs }) => processorUs['gateway'] ?? NaN);
    const usOfStore = median(withStore.map(({ processorUs }) => processorUs['store'] ?? NaN));
    const differences = us.map((each, round) => each - (usAlone[round] ?? NaN));
    return [
      {
        what: `gateway with a shared store − without, median at ${RATE}/s`,
        unit: 'ms',
        value: p50 - p50Alone,
        bound: { atMost: 0.5 },
        detail: `${p50.toFixed(2)} ms − ${p50Alone.toFixed(2)} ms`,
      },
      {
        what: 'gateway with a shared store − without, its processor time for a request',
        unit: 'µs',
        value: median(us) - median(usAlone),
        spread: [Math.min(...differences), Math.max(...differences)],
        bound: { atMost: 30 },
        detail: `${median(us).toFixed(0)} µs − ${median(usAlone).toFixed(0)} µs; ${usOfStore.toFixed(0)} µs of the store`,
      },
    ];
  },
};

async function createLoad(bench: Bench, { port, admin }: Gateway): Promise<RequestLoad> {
  const { key } = await createCompany(admin, 'constant');
  return createReadLoad(bench, { port, path, key });
}
