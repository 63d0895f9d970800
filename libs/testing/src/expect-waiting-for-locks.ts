import type { DataSource, QueryRunner } from 'typeorm';
import { eventually } from './eventually';

export const expectWaitingForLocks = (
  db: Pick<DataSource | QueryRunner, 'query'>,
  count: number,
): Promise<void> =>
  eventually(async () => {
    // Otherwise a transaction sees its first snapshot again.
    await db.query('select pg_stat_clear_snapshot()');
    const waiting: unknown[] = await db.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting.length).toBe(count);
  });
