import {
  companyOf,
  compareThroughput,
  interleave,
  median,
  pidsOf,
  readDirectly,
  readThrough,
  type Measurement,
} from '../measurement';

/** The context whose place the constant upstream takes at the gateway. */
export const CONSTANT_CONTEXT = 'webhooks';
const PATH = '/api/v1/hooks.php';
const RATE = 500;

/** What key, scope, limits and proxying cost, next to proxying alone. */
export const gatewayProxy: Measurement = {
  name: 'gateway',
  async measure(bench) {
    const ours = readThrough(bench, companyOf(bench, 'small'), PATH);
    const reference = readDirectly(bench, bench.reference.proxy, PATH);
    const compared = await compareThroughput(
      bench,
      { load: ours, pids: pidsOf(bench, 'gateway') },
      { load: reference, pids: [bench.reference.proxy.pid] },
    );

    const [mine = [], other = []] = await interleave(bench.rounds, [
      () => bench.load({ ...ours, rate: RATE }),
      () => bench.load({ ...reference, rate: RATE }),
    ]);
    const p50 = median(mine.map(({ p50Ms }) => p50Ms));
    const referenceP50 = median(other.map(({ p50Ms }) => p50Ms));
    return [
      {
        what: 'gateway / bare http-proxy, same upstream',
        unit: 'of its throughput',
        ...compared,
        bound: { atLeast: 0.7 },
      },
      {
        what: `gateway − bare http-proxy, median at ${RATE}/s`,
        unit: 'ms',
        value: p50 - referenceP50,
        bound: { atMost: 1.5 },
        detail: `${p50.toFixed(2)} ms − ${referenceP50.toFixed(2)} ms`,
      },
    ];
  },
};
