-- Assets are as old as their first service record, and at least two months.
update assets asset set
  created_at = least(now() - interval '1 day' * (60 + id % 300), coalesce(
    (select min(coalesce(service_completed_at, service_started_at)) from service_records record
      where record.company_id = asset.company_id and record.asset_id = asset.id), now())),
  updated_at = now() - interval '1 hour' * (2 + id * 31 % 700)
where company_id = current_setting('demo.company')::bigint;
