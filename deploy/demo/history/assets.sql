-- Assets are older than their first service and reading; their latest changes were in the last month.
create table demo_assets as
select company_id, id as asset_id,
  least(now() - interval '1 day' * (60 + id % 300),
    (select min(service_date) from service_records record
      where record.company_id = asset.company_id and record.asset_id = asset.id),
    (select min(reading_date) from meter_readings reading
      join meters meter on meter.company_id = reading.company_id and meter.id = reading.meter_id
      where meter.company_id = asset.company_id and meter.asset_id = asset.id))
    - interval '9 hours' as created_at,
  now() - interval '1 hour' * (2 + id * 31 % 700) as changed_at
from assets asset where company_id = current_setting('demo.company')::bigint;

update record_changes entry set
  changed_at = case n when 1 then demo.created_at
    else demo.changed_at - interval '2 hours' * (total - n) end
from demo_assets demo
join (
  select company_id, record_id, id, row_number() over record as n,
    count(*) over (partition by company_id, record_id) as total
  from record_changes window record as (partition by company_id, record_id order by id)
) part on part.company_id = demo.company_id and part.record_id = demo.asset_id
where entry.company_id = part.company_id and entry.record_id = part.record_id and entry.id = part.id;

update assets asset set created_at = changed.first_at, updated_at = changed.last_at
from (
  select company_id, record_id, min(changed_at) as first_at, max(changed_at) as last_at
  from record_changes group by 1, 2
) changed
where asset.company_id = current_setting('demo.company')::bigint
  and changed.company_id = asset.company_id and changed.record_id = asset.id;

drop table demo_assets;
