import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: string;
  /** The key that does not know whose event it is. */
  readonly former: { readonly name: string; readonly is: string };
}

const KEYS: readonly Key[] = [
  {
    table: 'events',
    name: 'events_announced_key',
    columns: '(company_id, id, type, day)',
    former: { name: 'events_pkey', is: 'primary key (company_id, id, day)' },
  },
  {
    table: 'deliveries',
    name: 'deliveries_announced_key',
    columns: '(company_id, event_id, endpoint_id, event_type, day)',
    former: { name: 'deliveries_event_key', is: 'unique (company_id, event_id, endpoint_id, day)' },
  },
];

/** Longer than transactions last that requests hold open; then the process ends, and another one tries. */
const WAIT_FOR_OTHERS = '1min';

/**
 * An event is its context's: of the same id, those of two contexts are two events. The type says which
 * context's it is, in old rows, too, and in those that the release before writes; that one names no key, and
 * finds an event by the first columns of the new one.
 *
 * The keys are built day by day, while the log is written. What an attempt that was broken off has left
 * behind is used or taken away.
 */
export class TellEventsOfContextsApart1768800000000 implements MigrationInterface {
  readonly name = 'TellEventsOfContextsApart1768800000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`set lock_timeout = '${WAIT_FOR_OTHERS}'`);
    for (const key of KEYS) await exchange(runner, key);
    await stopWithoutEvent(runner);
    await runner.query('set lock_timeout = 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, name, former } of KEYS) {
      await runner.query(`alter table ${table} add constraint ${former.name} ${former.is}`);
      await runner.query(`drop index ${name}`);
    }
  }
}

async function exchange(runner: QueryRunner, { table, name, columns, former }: Key): Promise<void> {
  // A day that is added from now on gets the index with its table.
  await runner.query(`create unique index if not exists ${name} on only ${table} ${columns}`);
  const days: { day: string }[] = await runner.query(
    `select child.relname as day from pg_inherits
     join pg_class child on child.oid = inhrelid
     where inhparent = '${table}'::regclass and not exists (
       select from pg_index join pg_inherits part on part.inhrelid = indexrelid
       where indrelid = child.oid and part.inhparent = '${name}'::regclass)
     order by 1`,
  );
  for (const { day } of days) {
    const ofDay = `${day}_announced_key`;
    await runner.query(`drop index concurrently if exists ${ofDay}`);
    await runner.query(`create unique index concurrently ${ofDay} on ${day} ${columns}`);
    await runner.query(`alter index ${name} attach partition ${ofDay}`);
  }
  await runner.query(`alter table ${table} drop constraint if exists ${former.name}`);
}

/**
 * Deliveries whose event was not logged, because another context's had its id: they are never sent, as what
 * would be sent is the other event.
 */
const stopWithoutEvent = (runner: QueryRunner): Promise<unknown> =>
  runner.query(`
    with stopped as (
      update deliveries d set is_missed = true, next_attempt_at = null,
        status = case when status in ('pending', 'retrying') then 'failed' else status end,
        error = case when status in ('pending', 'retrying') then 'stopped' else error end
      where not exists (
        select from events e
        where e.company_id = d.company_id and e.id = d.event_id and e.type = d.event_type
          and e.day = d.day)
      returning company_id, id)
    delete from pending_deliveries p using stopped
    where p.company_id = stopped.company_id and p.delivery_id = stopped.id`);
