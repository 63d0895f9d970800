import type { Context } from '@svc/contracts';
import { until, withClient } from '@svc/local-servers';
import type { Load } from './load/load';
import type { Bench } from './measurement';

const DRAIN_MS = 60_000;

/** What was written in a load, whose time ends when the last event is acknowledged. */
export interface Drained {
  readonly answered: number;
  readonly perSecond: number;
}

/** Puts a load of writes on a context, and waits until their events are acknowledged. */
export async function loadUntilDrained(
  bench: Bench,
  context: Context,
  load: Load,
): Promise<Drained> {
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
  const tookMs = elapsedMs + performance.now() - startedAt;
  return { answered, perSecond: (answered / tookMs) * 1_000 };
}
