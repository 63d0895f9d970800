-- Stock moved over the last 30 days, in the order of the ledger.
create table demo_times as
select id, now() - interval '2 hours'
  - interval '30 days' * (1 - percent_rank() over (order by id))
  as moved_at
from transactions where company_id = current_setting('demo.company')::bigint;

-- The ledger is append-only for the service.
alter table transactions disable trigger keep_transactions;
update transactions movement set created_at = demo_times.moved_at
from demo_times
where movement.company_id = current_setting('demo.company')::bigint and movement.id = demo_times.id;
alter table transactions enable trigger keep_transactions;

update items item set created_at = moved.first_at - interval '300 days', updated_at = moved.last_at
from (
  select company_id, item_id, min(created_at) as first_at, max(created_at) as last_at
  from transactions group by 1, 2
) moved
where item.company_id = current_setting('demo.company')::bigint
  and moved.company_id = item.company_id and moved.item_id = item.id;

update stock set last_updated = moved.last_at
from (
  select company_id, item_id, location_id, max(created_at) as last_at
  from transactions group by 1, 2, 3
) moved
where stock.company_id = current_setting('demo.company')::bigint
  and moved.company_id = stock.company_id and moved.item_id = stock.item_id
  and moved.location_id = stock.location_id;

update locations set created_at = now() - interval '400 days', updated_at = now() - interval '90 days'
where company_id = current_setting('demo.company')::bigint;

drop table demo_times;
