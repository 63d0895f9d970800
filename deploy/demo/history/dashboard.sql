-- People signed in on working days, and what was set up was set up months ago.
create table demo_activities as
select * from activities where company_id = current_setting('demo.company')::bigint;
delete from activities where company_id = current_setting('demo.company')::bigint;

update demo_activities set created_at = created_at - interval '120 days' where kind <> 'sign_in';
insert into demo_activities (id, company_id, user_id, who, kind, what, address, created_at)
select 0, company_id, users.id, name, 'sign_in', 'Signed in', '127.0.0.1',
  (now()::date - ago) + time '07:40' + interval '1 minute' * (hashtext(name || ago) & 63)
from users cross join generate_series(1, 29) ago
where company_id = current_setting('demo.company')::bigint
  and extract(isodow from now()::date - ago) < 6;
insert into activities overriding user value select * from demo_activities order by created_at, id;
drop table demo_activities;

update users set created_at = now() - interval '121 days', updated_at = now() - interval '121 days'
where company_id = current_setting('demo.company')::bigint;

-- Service requests came when customers.sql says. What is older than 30 hours was read.
update notifications set created_at = now() - case kind
  when 'key.created' then interval '20 days'
  when 'service_request.created' then interval '1 hour' * (4 + target_id * 37 % 90)
  else interval '1 hour' * (20 + target_id * 53 % 300) end
where company_id = current_setting('demo.company')::bigint
  and kind in ('key.created', 'service_request.created', 'stock.low');
update notifications set read_at = created_at + interval '2 hours'
where company_id = current_setting('demo.company')::bigint
  and created_at < now() - interval '30 hours';
