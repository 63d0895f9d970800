import type { Context } from '@svc/contracts';
import { until, withClient } from '@svc/local-servers';
import type { Load } from './load/load';
import type { Bench } from './measurement';

const DRAIN_MS = 60_000;

/** Writes a second of a context, where the time ends when the last event is acknowledged. */
export async function rateUntilDrained(
  bench: Bench,
  context: Context,
  load: Load,
): Promise<number> {
  const { answered, elapsedMs } = await bench.load(load);
  const startedAt = performance.now();
  await withClient(bench.platform.databaseUrl, async (db) => {
    const isDrained = async (): Promise<boolean> => {
      const { rowCount } = await db.query(
        `select from ${context}.outbox where relayed_at is null limit 1`,
      );
      return rowCount === 0;
    };
    if (!(await until(isDrained, DRAIN_MS))) throw new Error('The outbox did not drain.');
  });
  return (answered / (elapsedMs + performance.now() - startedAt)) * 1_000;
}
