import type { EntityManager } from 'typeorm';

/**
 * A trigger stamps each row with the transaction that changed it last, so that no statement and no older
 * release can forget it.
 */

export interface TrackedTable {
  readonly table: string;
  readonly owner: readonly string[];
  readonly key?: string;
}

/**
 * Transaction numbers belong to one cluster: `change_generation` tells clusters and restored databases apart.
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

export const trackChangesSql = ({ table, owner, key = 'id' }: TrackedTable): string => `
alter table ${table} add column changed_in xid8 not null default '0';
alter table ${table} alter column changed_in set default pg_current_xact_id();
create trigger note_change before update on ${table}
  for each row execute function note_change();
create index ${table}_changes on ${table} (${[...owner, 'changed_in', key].join(', ')});
`;

/**
 * Starts a new generation if the database was restored into another cluster, whose lower transaction numbers
 * would hide rows. Older cursors are then rejected.
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
