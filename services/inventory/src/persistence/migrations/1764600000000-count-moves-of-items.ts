import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages far from the first are counted from rows whose place in the list is remembered. Such a place
 * is right in a list with a filter until an item is moved there or away; the counters tell, at no
 * write more than before. Items are never taken away, and those that are added come before all others
 * and are seen by the total.
 */
export class CountMovesOfItems1764600000000 implements MigrationInterface {
  readonly name = 'CountMovesOfItems1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table item_counts add column moves bigint not null default 0;

      ${countItemsSql(COUNT_CHANGES_AND_MOVES)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${countItemsSql(COUNT_CHANGES)}

      alter table item_counts drop column moves;
    `);
  }
}

const countItemsSql = (countChanges: string): string => `
create or replace function count_items() returns trigger language plpgsql
set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into item_counts as counter
    select company_id, coalesce(category, ''), is_low, min_stock_level > 0, id % 8, count(*)
    from inserted
    group by 1, 2, 3, 4, 5 order by 1, 2, 3 desc, 4, 5
    on conflict on constraint item_counts_pkey
      do update set items = counter.items + excluded.items;
    return null;
  end if;
${countChanges}
  return null;
end $$;`;

const COUNT_CHANGES_AND_MOVES = `
  insert into item_counts as counter (company_id, category, is_low, has_level, slot, items, moves)
  select company_id, coalesce(state.category, ''), state.is_low, state.has_level, id % 8,
    sum(change), count(*)
  from updated join outdated using (company_id, id),
    lateral (values
        (updated.category, updated.is_low, updated.min_stock_level > 0, 1),
        (outdated.category, outdated.is_low, outdated.min_stock_level > 0, -1)
      ) as state (category, is_low, has_level, change)
  where (updated.category, updated.is_low, updated.min_stock_level > 0)
    is distinct from (outdated.category, outdated.is_low, outdated.min_stock_level > 0)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3 desc, 4, 5
  on conflict on constraint item_counts_pkey
    do update set items = counter.items + excluded.items, moves = counter.moves + excluded.moves;`;

const COUNT_CHANGES = `
  insert into item_counts as counter
  select company_id, coalesce(category, ''), is_low, min_stock_level > 0, id % 8, sum(change)
  from (
    select company_id, category, is_low, min_stock_level, id, 1 as change from updated
    union all
    select company_id, category, is_low, min_stock_level, id, -1 from outdated
  ) changes
  group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3 desc, 4, 5
  on conflict on constraint item_counts_pkey
    do update set items = counter.items + excluded.items;`;
