import { COLLECTIONS } from '@svc/contracts';
import { companyOf, CONNECTIONS, rounded, type Finding, type Measurement } from '../measurement';
import { residentMb } from '../process-figures';

const REQUESTS = 10_000;

/** Memory of each service after it answered ten thousand lists. */
export const memory: Measurement = {
  name: 'memory',
  async measure(bench) {
    const findings: Finding[] = [];
    for (const { name, pid, port } of bench.platform.services) {
      const collection = COLLECTIONS.find(({ owner }) => owner === name);
      if (!collection) continue;
      const { path, owner } = collection;
      const before = residentMb(pid);
      await bench.load({
        port,
        method: 'GET',
        path,
        headers: bench.platform.headersFor(companyOf(bench, 'small').id, 'api', {
          audience: owner,
          method: 'GET',
          pathAndQuery: path,
        }),
        connections: CONNECTIONS,
        until: { requests: REQUESTS },
      });
      findings.push({
        what: `${name} after ${rounded(REQUESTS)} requests`,
        unit: 'MB resident',
        value: residentMb(pid),
        bound: { atMost: 130 },
        detail: `${rounded(before)} MB before them`,
      });
    }
    return findings;
  },
};
