import type { Context } from '@svc/contracts';
import { waitUntil, withClient } from '@svc/local-servers';
import type { Bench } from './measurement';
import type { ServiceProcess } from './platform';

const MAX_WAIT_MS = 60_000;
const LAG = /^\w*consumer_lag\{.*\} (\S+)$/gm;

export const waitUntilEmpty = (databaseUrl: string, table: string, waitMs: number): Promise<void> =>
  withClient(databaseUrl, async (db) => {
    const isEmpty = async (): Promise<boolean> =>
      (await db.query(`select from ${table} limit 1`)).rowCount === 0;
    if (!(await waitUntil(isEmpty, waitMs))) throw new Error(`Rows remained in ${table}.`);
  });

export const waitForOutbox = ({ platform }: Bench, context: Context): Promise<void> =>
  waitUntilEmpty(platform.databaseUrl, `${context}.outbox where relayed_at is null`, MAX_WAIT_MS);

export async function waitForConsumers(services: readonly ServiceProcess[]): Promise<void> {
  const isConsumed = async (): Promise<boolean> => {
    const pages = await Promise.all(
      services.map(async ({ metricsUrl }) => (await fetch(`${metricsUrl}/metrics`)).text()),
    );
    return pages.every((page) => [...page.matchAll(LAG)].every(([, lag]) => Number(lag) === 0));
  };
  if (!(await waitUntil(isConsumed, MAX_WAIT_MS)))
    throw new Error('The consumers did not catch up.');
}
