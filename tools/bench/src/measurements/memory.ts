import { companyOf, readThrough, whole, type Finding, type Measurement } from '../measurement';
import { residentMb } from '../process-figures';

const REQUESTS = 10_000;

/** Memory of each service after ten thousand requests through the gateway. */
export const memory: Measurement = {
  name: 'memory',
  async measure(bench) {
    const findings: Finding[] = [];
    for (const { name, pid } of bench.platform.services) {
      if (name === 'gateway') continue;
      const before = residentMb(pid);
      const load = readThrough(bench, companyOf(bench, 'small'), `/api/v1/${name}`);
      await bench.load({ ...load, until: { requests: REQUESTS } });
      findings.push({
        what: `${name} after ${whole(REQUESTS)} requests`,
        unit: 'MB resident',
        value: residentMb(pid),
        bound: { atMost: 130 },
        detail: `${whole(before)} MB before them`,
      });
    }
    return findings;
  },
};
