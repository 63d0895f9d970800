import { describeFarPages } from '@svc/testing-services';
import { assetReads, type AssetFilter } from '../src/persistence/asset-reads';
import { entities, migrations } from '../src/persistence/data-source';

describeFarPages<AssetFilter>({
  database: { context: 'assets', entities, migrations },
  table: 'assets',
  addRows: [
    "insert into asset_types (company_id, name, name_key) values (1, 'Any', 'any')",
    `insert into assets (company_id, version, tag, name, search_text, asset_type_id, status,
       created_at, updated_at, deleted_at)
     select 1, 1, 'AST-' || n, 'Bulk', 'bulk', (select id from asset_types),
       (array['Active', 'Idle'])[1 + n % 2], at, at, case when n < 10 then at end
     from generate_series(1, $1::integer) n,
       lateral (select '2026-01-01'::timestamptz + n * interval '7 minutes' as at)`,
  ],
  list: async (run, filter, page) => {
    const { rows, total } = await assetReads(run).list(1, filter, page);
    return { ids: rows.map(({ id }) => id), total };
  },
  filters: {
    'all': {
      filter: {},
      condition: 'deleted_at is null',
      changes: [
        `update assets set deleted_at = now() where id = (
        select id from assets where deleted_at is null order by id desc limit 1)`,
        `update assets set deleted_at = null where id = (
        select id from assets where deleted_at is not null order by id limit 1)`,
      ],
    },
    'of a status': {
      filter: { status: 'Idle' },
      condition: "deleted_at is null and status = 'Idle'",
      changes: [
        `update assets set status = case status when 'Idle' then 'Active' else 'Idle' end
       where id in (
         (select id from assets where status = 'Idle' order by id desc limit 1)
         union (select id from assets where status = 'Active' and deleted_at is null order by id limit 1))`,
      ],
    },
  },
});
