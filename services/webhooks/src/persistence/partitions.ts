import { createRun, statement, lockName, type Run } from '@svc/database';
import { startLoop, toUtcDate, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { DataSource, EntityManager } from 'typeorm';
import { RETENTION_DAYS } from '../domain/delivery';

const TABLES = ['events', 'deliveries', 'attempts', 'pulled_events'] as const;
/** Half-empty pages keep a delivery's updates within its page, so that they touch no index. */
const STORAGE = {
  events: '',
  deliveries: 'with (fillfactor = 50)',
  attempts: '',
  pulled_events: '',
};
const DAY_MS = 86_400_000;
/** The stream keeps events for seven days. */
const DAYS_BACK = 7;
const DAYS_AHEAD = 2;
const EVERY_MS = 3_600_000;

const PARTITIONS = statement<{ table: string }, { name: string }>()(
  'log_partitions',
  `select child.relname as name from pg_inherits
   join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
   where parent.relname = :table and parent.relnamespace = current_schema()::regnamespace`,
);

type Table = (typeof TABLES)[number];

const createDeleteOthersBefore = (table: Table) =>
  statement<{ oldest: string }>()(
    `delete_other_${table}`,
    `delete from ${table}_other where day < :oldest`,
  );

const DELETE_PENDING_BEFORE = statement<{ oldest: string }>()(
  'delete_old_pending_deliveries',
  'delete from pending_deliveries where day < :oldest',
);

const DELETE_REMOVED_ENDPOINTS_BEFORE = statement<{ oldest: string }>()(
  'delete_removed_endpoints',
  'delete from removed_endpoints where removed_at < :oldest::date',
);

const toPartitionName = (table: Table, day: string): string =>
  `${table}_${day.replaceAll('-', '')}`;

/** A day that fails does not stop the others; errors are thrown at the end. */
export async function keepPartitions(db: DataSource, at: Date): Promise<void> {
  const day = (offset: number): string => toUtcDate(new Date(at.getTime() + offset * DAY_MS));
  const errors: unknown[] = [];
  // Separate transactions, so that no two tables are locked at once.
  const step = (work: (tx: EntityManager) => Promise<void>): Promise<void> =>
    runExclusively(db, work).catch((error: unknown) => void errors.push(error));

  for (const table of TABLES) {
    const existing = await findPartitions(createRun(db), table);
    for (let offset = -DAYS_BACK; offset <= DAYS_AHEAD; offset += 1) {
      if (existing.has(toPartitionName(table, day(offset)))) continue;
      await step((tx) => createDay(tx, table, { from: day(offset), to: day(offset + 1) }));
    }
    await step((tx) => dropDaysBefore(tx, table, day(-RETENTION_DAYS)));
  }
  if (errors.length > 0)
    throw new AggregateError(errors, 'Could not create or drop some days of the log.');
}

const runExclusively = (
  db: DataSource,
  work: (tx: EntityManager) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    // A million attempts in the default partition took a minute.
    await tx.query('set local statement_timeout = 0; set local transaction_timeout = 0');
    await lockName(tx, 'partitions of the log');
    await work(tx);
  });

async function findPartitions(run: Run, table: Table): Promise<Set<string>> {
  const rows = await run(PARTITIONS, { table });
  return new Set(rows.map(({ name }) => name));
}

/**
 * Rows of the day are moved out of the default partition, or PostgreSQL would reject the new one.
 * Writers lock the whole table first, so this does too: with a lock on the default partition alone,
 * a row on its way there would be rejected.
 */
async function createDay(
  tx: EntityManager,
  table: Table,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const name = toPartitionName(table, from);
  if ((await findPartitions(createRun(tx), table)).has(name)) return;
  await tx.query(`lock table only ${table} in access exclusive mode`);
  await tx.query(`create table ${name} (like ${table} including all excluding indexes)
    ${STORAGE[table]}`);
  await tx.query(
    `with moved as (delete from ${table}_other where day = '${from}' returning *)
     insert into ${name} select * from moved`,
  );
  await tx.query(
    `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
  );
}

async function dropDaysBefore(tx: EntityManager, table: Table, oldest: string): Promise<void> {
  for (const name of await findPartitions(createRun(tx), table)) {
    const isDay = /_\d{8}$/.test(name);
    if (isDay && name < toPartitionName(table, oldest)) await tx.query(`drop table ${name}`);
  }
  const run = createRun(tx);
  await run(createDeleteOthersBefore(table), { oldest });
  // A queued delivery without its log would be claimed for ever, ahead of all others.
  await run(DELETE_PENDING_BEFORE, { oldest });
  await run(DELETE_REMOVED_ENDPOINTS_BEFORE, { oldest });
}

export function startPartitionKeeping(
  db: DataSource,
  now: () => Date,
  log: Logger,
): { stop(): Promise<void> } {
  // Writers never wait for this: rows of a missing day go to the default partition.
  async function keep(): Promise<LoopResult> {
    try {
      await keepPartitions(db, now());
      return 'done';
    } catch (error) {
      log.warn({ err: error }, 'could not maintain the partitions of the log; will retry');
      return 'failed';
    }
  }

  return startLoop({ work: keep, pollMs: EVERY_MS });
}
