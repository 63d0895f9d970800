import { runOn, statement } from '@svc/database';
import type { Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import { RETENTION_DAYS } from '../domain/delivery';
import { dayOf } from './delivery-log';

const TABLES = ['events', 'deliveries', 'attempts'] as const;
/** A delivery is written again at each attempt, which costs no index where its page has room left. */
const STORAGE = { events: '', deliveries: 'with (fillfactor = 50)', attempts: '' };
const DAY_MS = 86_400_000;
/** The stream keeps an event for seven days. */
const DAYS_BACK = 7;
const DAYS_AHEAD = 2;
const EVERY_MS = 3_600_000;
/** Any number will do as long as every process uses the same. */
const PARTITION_LOCK = 7_041_004;

const PARTITIONS = statement(
  'log_partitions',
  `select child.relname as name from pg_inherits
   join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
   where parent.relname = any($1::text[]) and parent.relnamespace = current_schema()::regnamespace`,
);

const nameOf = (table: string, day: string): string => `${table}_${day.replaceAll('-', '')}`;

/** Makes the partitions of the days around a time, and drops whole the days that are kept no more. */
export async function keepPartitions(db: DataSource, at: Date): Promise<void> {
  const day = (offset: number): string => dayOf(new Date(at.getTime() + offset * DAY_MS));
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1, hashtext(current_schema()))', [
      PARTITION_LOCK,
    ]);
    const rows = await runOn(tx)<{ name: string }>(PARTITIONS, [TABLES]);
    const existing = new Set(rows.map(({ name }) => name));
    for (const table of TABLES) {
      for (let offset = -DAYS_BACK; offset <= DAYS_AHEAD; offset += 1) {
        const name = nameOf(table, day(offset));
        if (existing.has(name)) continue;
        const range = `from ('${day(offset)}') to ('${day(offset + 1)}')`;
        await tx.query(
          `create table ${name} partition of ${table} for values ${range} ${STORAGE[table]}`,
        );
      }
      const oldest = nameOf(table, day(-RETENTION_DAYS));
      for (const name of existing) {
        const isDay = /_\d{8}$/.test(name) && name.startsWith(`${table}_`);
        if (isDay && name < oldest) await tx.query(`drop table ${name}`);
      }
      await tx.query(`delete from ${table}_other where day < $1`, [day(-RETENTION_DAYS)]);
    }
  });
}

/** Keeps the partitions every hour until it is stopped. */
export function startPartitionKeeping(
  db: DataSource,
  now: () => Date,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // Ends early, without an error, when it is stopped.
      await delay(EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await keepPartitions(db, now()).catch((error: unknown) =>
        log.warn({ err: error }, 'partitions of the log not kept'),
      );
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
