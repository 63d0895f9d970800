import { describeFarPages } from '@svc/testing-services';
import { customerList, type CustomerFilter } from '../src/persistence/customer-list';
import { entities, migrations } from '../src/persistence/data-source';

describeFarPages<CustomerFilter>({
  database: { context: 'customers', entities, migrations },
  table: 'customers',
  addRows: [
    `insert into customers (company_id, customer_name, customer_email, email_key, customer_phone,
       default_sla_hours, has_locations, search_text, created_at, updated_at, deleted_at)
     select 1, 'Bulk', 'b-' || n, 'b-' || n, 'p-' || n, 24, n % 2 = 0, '', at, at,
       case when n < 10 then at end
     from generate_series(1, $1::integer) n,
       lateral (select '2026-01-01'::timestamptz + n * interval '7 minutes' as at)`,
  ],
  list: async (run, filter, page) => {
    const { rows, total } = await customerList(run).list(1, filter, page);
    return { ids: rows.map(({ id }) => id), total };
  },
  filters: {
    'all': {
      filter: {},
      condition: 'deleted_at is null',
      changes: [
        `update customers set deleted_at = now() where id = (
        select id from customers where deleted_at is null order by id desc limit 1)`,
        `update customers set deleted_at = null where id = (
        select id from customers where deleted_at is not null order by id limit 1)`,
      ],
    },
    'with locations': {
      filter: { hasLocations: true },
      condition: 'deleted_at is null and has_locations',
      changes: [
        `update customers set has_locations = not has_locations
       where id in (
         (select id from customers where has_locations order by id desc limit 1)
         union (select id from customers where not has_locations and deleted_at is null order by id limit 1))`,
      ],
    },
  },
});
