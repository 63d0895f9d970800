import {
  calculateRatio,
  createReadLoad,
  interleave,
  median,
  rounded,
  type Measurement,
} from '../measurement';
import { CONSTANT_PATH as path } from '../platform';
import { describeProcessorTime, measureRound, readProcessorMs } from '../processor-time';
import { createCompany } from '../seed';

export const gatewayProxy: Measurement = {
  name: 'gateway',
  async measure(bench) {
    const { proxy } = bench.reference;
    const gateway = await bench.platform.startGateway({ name: 'before_constant', hasStore: false });
    const { key } = await createCompany(gateway.admin, 'constant');
    const ours = createReadLoad(bench, { port: gateway.port, path, key });
    const reference = createReadLoad(bench, { port: proxy.port, path });
    const [mine = [], other = []] = await interleave(bench.rounds, [
      () => measureRound(bench, ours, () => ({ gateway: readProcessorMs(gateway.pid) })),
      () => measureRound(bench, reference, () => ({ proxy: readProcessorMs(proxy.pid) })),
    ]);
    await gateway.stop();
    const [rates, referenceRates] = [mine, other].map((rounds) =>
      rounds.map(({ perSecond }) => perSecond),
    ) as [number[], number[]];
    return [
      {
        what: 'gateway / bare http-proxy, same upstream',
        unit: 'of its throughput',
        ...calculateRatio(rates, referenceRates),
        bound: { atLeast: 0.8 },
        detail:
          `${rounded(median(rates))}/s of ${rounded(median(referenceRates))}/s; ` +
          `${describeProcessorTime(mine)} and ${describeProcessorTime(other)}`,
      },
    ];
  },
};
