import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages far from the first are counted from rows whose place in the list is remembered. Such a place
 * is right until an asset is deleted or restored, and in lists with a filter until one is moved there
 * or away; the counters tell, at no write more than before. Assets that are added come before all
 * others and are seen by the total.
 */
export class CountShiftsOfAssets1764600000000 implements MigrationInterface {
  readonly name = 'CountShiftsOfAssets1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table asset_counts
        add column shifts bigint not null default 0,
        add column moves bigint not null default 0;

      ${countAssetsSql(COUNT_CHANGES_AND_SHIFTS)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${countAssetsSql(COUNT_CHANGES)}

      alter table asset_counts drop column shifts, drop column moves;
    `);
  }
}

const countAssetsSql = (countChanges: string): string => `
create or replace function count_assets() returns trigger language plpgsql
set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into asset_counts as counter
    select company_id, status, asset_type_id, coalesce(condition, ''), coalesce(ownership_type, ''),
      id % 8, count(*)
    from inserted where deleted_at is null
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint asset_counts_pkey
      do update set assets = counter.assets + excluded.assets;
    return null;
  end if;
${countChanges}
  return null;
end $$;`;

const COUNT_CHANGES_AND_SHIFTS = `
  insert into asset_counts as counter (company_id, status, asset_type_id, condition,
    ownership_type, slot, assets, shifts, moves)
  select company_id, state.status, state.asset_type_id, coalesce(state.condition, ''),
    coalesce(state.ownership_type, ''), id % 8, sum(change), count(*) filter (where is_shift),
    count(*) filter (where not is_shift)
  from updated join outdated using (company_id, id),
    lateral (select (updated.deleted_at is null) <> (outdated.deleted_at is null)) as kind (is_shift),
    lateral (values
        (updated.status, updated.asset_type_id, updated.condition, updated.ownership_type,
          (updated.deleted_at is null)::integer),
        (outdated.status, outdated.asset_type_id, outdated.condition, outdated.ownership_type,
          -(outdated.deleted_at is null)::integer)
      ) as state (status, asset_type_id, condition, ownership_type, change)
  where change <> 0
    and (is_shift or (updated.status, updated.asset_type_id, updated.condition,
        updated.ownership_type)
      is distinct from (outdated.status, outdated.asset_type_id, outdated.condition,
        outdated.ownership_type))
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict on constraint asset_counts_pkey
    do update set assets = counter.assets + excluded.assets,
      shifts = counter.shifts + excluded.shifts, moves = counter.moves + excluded.moves;`;

const COUNT_CHANGES = `
  insert into asset_counts as counter
  select company_id, status, asset_type_id, coalesce(condition, ''), coalesce(ownership_type, ''),
    id % 8, sum(change)
  from (
    select company_id, status, asset_type_id, condition, ownership_type, id, 1 as change
    from updated where deleted_at is null
    union all
    select company_id, status, asset_type_id, condition, ownership_type, id, -1
    from outdated where deleted_at is null
  ) changes
  group by 1, 2, 3, 4, 5, 6 having sum(change) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict on constraint asset_counts_pkey
    do update set assets = counter.assets + excluded.assets;`;
