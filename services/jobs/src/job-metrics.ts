import { Gauge, type Registry } from 'prom-client';
import { jobStatuses } from './domain/job-status';

type CountByStatus = () => Promise<readonly { readonly status: string; readonly jobs: number }[]>;

/** Counting reads some rows of every company, which would be too much for each scrape of each replica. */
const KEPT_MS = 5 * 60_000;

/** Reports how many jobs there are by status, as they were counted at most five minutes before. */
export function jobMetrics(registry: Registry, countByStatus: CountByStatus): void {
  let countedAt = -Infinity;
  let counting: Promise<void> | undefined;

  const gauge = new Gauge({
    name: 'fsm_jobs',
    help: 'Jobs of all companies by status, counted every five minutes.',
    labelNames: ['status'],
    registers: [registry],
    collect() {
      if (performance.now() - countedAt < KEPT_MS) return;
      // The other metrics do not wait for the count: its figures appear with the next scrape.
      counting ??= count().finally(() => (counting = undefined));
    },
  });
  /** NaN where the count failed. */
  async function count(): Promise<void> {
    let jobsOf = (_status: string): number => Number.NaN;
    try {
      const counts = new Map((await countByStatus()).map(({ status, jobs }) => [status, jobs]));
      jobsOf = (status) => counts.get(status) ?? 0;
      countedAt = performance.now();
    } catch {
      // Tried again with the next scrape.
    }
    for (const status of jobStatuses.states) gauge.set({ status }, jobsOf(status));
  }
}
