import { Gauge, type Registry } from 'prom-client';
import { jobStatuses } from './domain/job-status';

type CountByStatus = () => Promise<readonly { readonly status: string; readonly jobs: number }[]>;

/** Counting reads rows of every company, which is too much for each scrape of each replica. */
const MAX_AGE_MS = 5 * 60_000;

/** Reports jobs by status, counted at most five minutes ago. */
export function registerJobMetrics(registry: Registry, countByStatus: CountByStatus): void {
  let countedAt = -Infinity;
  let counting: Promise<void> | undefined;

  const gauge = new Gauge({
    name: 'fsm_jobs',
    help: 'Jobs of all companies by status, counted every five minutes.',
    labelNames: ['status'],
    registers: [registry],
    collect() {
      if (performance.now() - countedAt < MAX_AGE_MS) return;
      // The other metrics do not wait: the new count appears with the next scrape.
      counting ??= count().finally(() => (counting = undefined));
    },
  });
  /** NaN where the count failed. */
  async function count(): Promise<void> {
    let countJobs = (_status: string): number => Number.NaN;
    try {
      const counts = new Map((await countByStatus()).map(({ status, jobs }) => [status, jobs]));
      countJobs = (status) => counts.get(status) ?? 0;
      countedAt = performance.now();
    } catch {
      // The next scrape counts again.
    }
    for (const status of jobStatuses.states) gauge.set({ status }, countJobs(status));
  }
}
