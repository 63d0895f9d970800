import type { Load } from '../load/load';
import {
  CONNECTIONS,
  interleave,
  readThrough,
  rounded,
  type Finding,
  type Measurement,
} from '../measurement';
import { comparisonOf, roundOf } from '../rounds';
import { createCompany, writeJobs } from '../seed';

const MOST_JOBS = 100_000;
const CHANGES = '/api/v1/jobs?cursor=&per_page=100';

/**
 * Live reads of a company that has a test job beside each live one, next to those of a company that has
 * none.
 */
export const sandbox: Measurement = {
  name: 'sandbox',
  async measure(bench) {
    const { admin, databaseUrl } = bench.platform;
    const rows = Math.min(bench.sizes.large, MOST_JOBS);
    const withTests = await createCompany(admin, 'with-test-data');
    const without = await createCompany(admin, 'without-test-data');
    const [both, live] = await writeJobs(databaseUrl, [
      { ids: [withTests.id, withTests.sandboxId], rows },
      { ids: [without.id], rows },
    ]);
    /** A job for each connection; those of one company stand `apart`. */
    const jobs = (first = NaN, apart: number): string[] =>
      Array.from(
        { length: CONNECTIONS },
        (_, index) => `/api/v1/jobs?id=${first + apart * (Math.floor(rows / 2) + index)}`,
      );
    const reads: readonly (readonly [string, Load['path'], Load['path']])[] = [
      ['a live job read', jobs(both?.first, 2), jobs(live?.first, 1)],
      ['50 live jobs listed', '/api/v1/jobs', '/api/v1/jobs'],
      ['100 live changes read', CHANGES, CHANGES],
    ];
    const findings: Finding[] = [];
    for (const [what, path, reference] of reads) {
      const [ours = [], theirs = []] = await interleave(bench.rounds, [
        () => roundOf(bench, readThrough(bench, withTests, path)),
        () => roundOf(bench, readThrough(bench, without, reference)),
      ]);
      const name = `${what}, beside ${rounded(rows)} test jobs / without`;
      findings.push(...comparisonOf(name, ours, theirs, { processorTime: { atMost: 1.03 } }));
    }
    return findings;
  },
};
