import {
  companyOf,
  compareThroughput,
  CONNECTIONS,
  interleave,
  median,
  pidsOf,
  readThrough,
  type Bench,
  type Measurement,
} from '../measurement';
import type { Load } from '../load/load';
import { processorMs } from '../process-figures';
import { createCompany } from '../seed';

const PATH = '/api/v1/hooks.php';
const RATE = 500;

/** What it costs to count in a shared store, next to counting in the gateway's own memory. */
export const store: Measurement = {
  name: 'store',
  async measure(bench) {
    const { port, pid, storePid, admin, startAnother } =
      await bench.platform.startGatewayWithStore();
    const { key } = await createCompany(admin, 'with-store');
    const alone = readThrough(bench, companyOf(bench, 'small'), PATH);
    const shared: Load = {
      port,
      method: 'GET',
      path: PATH,
      headers: { 'x-api-key': key },
      connections: CONNECTIONS,
      until: { seconds: bench.seconds },
    };
    const [gatewayPid = 0] = pidsOf(bench, 'gateway');

    const [sharedAtRate = [], aloneAtRate = []] = await interleave(bench.rounds, [
      () => bench.load({ ...shared, rate: RATE }),
      () => bench.load({ ...alone, rate: RATE }),
    ]);
    const p50 = median(sharedAtRate.map(({ p50Ms }) => p50Ms));
    const p50Alone = median(aloneAtRate.map(({ p50Ms }) => p50Ms));

    const [sharedUs = [], aloneUs = []] = await interleave(bench.rounds, [
      () => processorUs(bench, shared, [pid, storePid]),
      () => processorUs(bench, alone, [gatewayPid]),
    ]);
    const own = sharedUs.map(([ofGateway = NaN]) => ofGateway);
    const ofStore = median(sharedUs.map(([, ofStoreUs = NaN]) => ofStoreUs));
    const reference = aloneUs.map(([ofGateway = NaN]) => ofGateway);
    const differences = own.map((us, round) => us - (reference[round] ?? NaN));

    // Last, because gateways that nobody asks have work, too.
    const others = [await startAnother(), await startAnother()];
    for (const other of others) await bench.warmUp({ ...shared, port: other.port });
    const several = await compareThroughput(
      bench,
      {
        load: { ...shared, port: [port, ...others.map((other) => other.port)] },
        pids: [pid, ...others.map((other) => other.pid)],
      },
      { load: alone, pids: [gatewayPid] },
    );
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
        value: median(own) - median(reference),
        spread: [Math.min(...differences), Math.max(...differences)],
        bound: { atMost: 30 },
        detail: `${median(own).toFixed(0)} µs − ${median(reference).toFixed(0)} µs; ${ofStore.toFixed(0)} µs of the store`,
      },
      {
        what: 'three gateways with a shared store ÷ one without, requests passed',
        unit: '×',
        ...several,
        bound: { atLeast: 0.85 },
      },
    ];
  },
};

/** Processor time for one request of a load, by process. */
async function processorUs(bench: Bench, load: Load, pids: readonly number[]): Promise<number[]> {
  await bench.warmUp(load);
  const before = pids.map(processorMs);
  const { answered } = await bench.load(load);
  const after = pids.map(processorMs);
  return pids.map(
    (_, index) => (((after[index] ?? NaN) - (before[index] ?? NaN)) * 1_000) / answered,
  );
}
