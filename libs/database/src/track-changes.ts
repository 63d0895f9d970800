import type { EntityManager } from 'typeorm';

/**
 * How a list is read in the order of its changes (`read-changes.ts`): each row holds the transaction
 * that changed it last, written by PostgreSQL itself, so that no statement can forget it, nor a
 * release that does not know of it.
 */

/** A table whose changes are read. */
export interface TrackedTable {
  readonly table: string;
  /** Columns that say whose rows they are, the company first: `['company_id']`. */
  readonly of: readonly string[];
  /** The column that tells these rows apart; `id` when absent. */
  readonly key?: string;
}

/**
 * What a schema needs once, before any of its tables is tracked.
 *
 * A transaction's number has a meaning in its own cluster alone: `change_generation` tells one cluster,
 * and one restored database, from another.
 */
export const createChangesSql = `
create table change_generation (
  id uuid not null,
  system_identifier bigint not null
);
insert into change_generation
select gen_random_uuid(), system_identifier from pg_control_system();

create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
`;

/** Rows that are there already were changed before all others, and are not rewritten. */
export const trackChangesSql = ({ table, of, key = 'id' }: TrackedTable): string => `
alter table ${table} add column changed_in xid8 not null default '0';
alter table ${table} alter column changed_in set default pg_current_xact_id();
create trigger note_change before update on ${table}
  for each row execute function note_change();
create index ${table}_changes on ${table} (${[...of, 'changed_in', key].join(', ')});
`;

/**
 * Begins a new generation where the database was restored into another cluster (from `pg_dump`), whose
 * transactions may still count lower: rows would not be shown until they had caught up. All rows count
 * as unchanged then, and earlier cursors are refused. Answers whether that was the case.
 */
export async function renewChanges(tx: EntityManager): Promise<boolean> {
  const [{ tracked }] = await tx.query<[{ tracked: string[] | null }]>(
    `select array_agg(quote_ident(table_name)::text) as tracked from information_schema.columns
     where table_schema = current_schema() and column_name = 'changed_in'`,
  );
  if (!tracked) return false;
  const [, renewed] = await tx.query<[unknown, number]>(
    `update change_generation set id = gen_random_uuid(), system_identifier = this.system_identifier
     from pg_control_system() as this
     where change_generation.system_identifier <> this.system_identifier`,
  );
  if (renewed === 0) return false;
  for (const table of tracked) {
    await tx.query(`
      alter table ${table} disable trigger user;
      update ${table} set changed_in = '0' where changed_in <> '0';
      alter table ${table} enable trigger user;
    `);
  }
  return true;
}
