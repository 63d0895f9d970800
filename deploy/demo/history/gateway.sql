-- Requests of 29 days before today, fewer on weekends, and refused requests of a week.
insert into daily_requests (company_id, day, reads, writes)
select company_id, day,
  (700 + dice % 500) / share, (120 + dice % 90) / share
from (select current_setting('demo.company')::bigint as company_id) demo
cross join lateral (
  select (now() at time zone 'UTC')::date - ago as day, hashtext('day ' || ago) & 65535 as dice
  from generate_series(1, 29) ago
) days
cross join lateral (select case when extract(isodow from day) < 6 then 1 else 4 end as share) weekday
on conflict on constraint daily_requests_pkey do nothing;

-- They were made with these keys, by percent.
insert into key_requests (company_id, key_id, day, operation, requests, errors)
select company_id, key.id, day, operation, requests, requests * (hashtext(operation || day) & 3) / 100
from (values
  ('Tablets of the technicians', 'listJobs', 35, 0),
  ('Tablets of the technicians', 'getJob', 30, 0),
  ('Tablets of the technicians', 'changeJobStatus', 0, 70),
  ('Tablets of the technicians', 'updateJob', 0, 30),
  ('Tablets of the technicians', 'getAsset', 8, 0),
  ('Reports (read only)', 'listJobs', 12, 0),
  ('Reports (read only)', 'listCustomers', 9, 0),
  ('Reports (read only)', 'listAssets', 6, 0)
) made (name, operation, of_reads, of_writes)
join api_keys key using (name)
join daily_requests using (company_id)
cross join lateral (select (reads * of_reads + writes * of_writes) / 100 as requests) counted
where company_id = current_setting('demo.company')::bigint
  and day < (now() at time zone 'UTC')::date
on conflict on constraint key_requests_pkey do nothing;

create table demo_requests as
select real.*, ago, hashtext(real.request_id || ago) & 2147483647 as dice
from logged_requests real
cross join generate_series(0, 6) ago
where company_id = current_setting('demo.company')::bigint;

alter table demo_requests add column is_kept boolean;
update demo_requests set is_kept = ago = 0 or dice % 5 < 3;
delete from demo_requests where not is_kept;
update demo_requests set
  request_id = left(request_id, 10) || upper(left(md5(request_id || ago), length(request_id) - 10)),
  answered_at = now() - interval '1 day' * ago - interval '1 minute' * (30 + dice % 700);
alter table demo_requests drop column ago, drop column dice, drop column is_kept;
delete from logged_requests where company_id = current_setting('demo.company')::bigint;
insert into logged_requests overriding user value
select * from demo_requests where answered_at > now() - interval '7 days' order by answered_at;
drop table demo_requests;

update api_keys set
  created_at = now() - interval '1 day' * (120 - 40 * id % 120),
  last_used_at = coalesce(last_used_at, (select now() - interval '15 hours' from key_requests
    where company_id = api_keys.company_id and key_id = api_keys.id limit 1))
where company_id = current_setting('demo.company')::bigint;
