-- The deliveries of the week are repeated on each of 30 days, under new ids, which sort by time.
create function demo_ulid(at timestamptz, seed text) returns text language sql set search_path from current as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      ((floor(extract(epoch from at) * 1000)::bigint >> (5 * place)) & 31)::integer + 1, 1), ''
      order by place desc) || upper(left(md5(seed), 16))
  from generate_series(0, 9) place
$$;

create table demo_deliveries as
with demo as (
  select current_setting('demo.company')::bigint as company_id
), random as (
  select real.*, ago, today - ago as on_day, hashtext(real.id || ago) & 2147483647 as dice
  from demo
  join deliveries real using (company_id)
  cross join (select now()::date as today) present
  cross join generate_series(0, 29) ago
  where real.status in ('succeeded', 'failed')
), placed as (
  select *, on_day + time '07:00' + interval '1 second' * (dice % 36000) as at
  from random
  where extract(isodow from on_day) < 6 or dice % 5 < 2
)
select company_id, endpoint_id, event_type, at, dice,
  id as real_id, event_id as real_event_id,
  'dlv_' || demo_ulid(at + interval '0.1 seconds', 'delivery' || id || ago) as id,
  'evt_' || demo_ulid(at, 'event' || id || ago) as event_id,
  (at::timestamptz at time zone 'UTC')::date as day,
  -- A receiver is overloaded now and then.
  case when status = 'succeeded' and dice % 14 = 3 then 2 else 1 end as attempts,
  status = 'succeeded' and dice % 40 = 7 as has_failed
from placed
where at::timestamptz < now() - interval '5 minutes';

insert into events (day, company_id, id, type, record_id, version, occurred_at, source, previous, object)
select demo.day, demo.company_id, demo.event_id, real.type, real.record_id, real.version,
  demo.at::timestamptz, real.source, real.previous, real.object
from demo_deliveries demo
join events real on real.company_id = demo.company_id and real.id = demo.real_event_id
  and real.type = demo.event_type;

insert into deliveries (day, company_id, id, endpoint_id, event_id, event_type, status, attempts,
  response_code, created_at, last_attempt_at)
select day, company_id, id, endpoint_id, event_id, event_type,
  case when has_failed then 'failed' else 'succeeded' end, attempts,
  case when has_failed then 503 else 200 end,
  at::timestamptz + interval '0.1 seconds',
  at::timestamptz + interval '0.2 seconds' + interval '5 seconds' * (attempts - 1)
from demo_deliveries;

insert into attempts (day, company_id, id, delivery_id, number, started_at, duration_ms,
  response_code, request_headers, request_body, response_body)
select demo.day, demo.company_id, new.id, demo.id, try, made_at, 20 + demo.dice % 180,
  case when is_refused then 503 else 200 end,
  replace(replace(replace(real.request_headers::text, demo.real_event_id, demo.event_id),
    real.id, new.id), real.request_headers ->> 'webhook-timestamp',
    floor(extract(epoch from made_at))::text)::json,
  regexp_replace(replace(real.request_body, demo.real_event_id, demo.event_id),
    '"occurred_at":"[^"]*"', format('"occurred_at":"%s"',
      to_char(demo.at::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
  case when is_refused then 'Too busy, try again.' else '{"received":true}' end
from demo_deliveries demo
join attempts real on real.company_id = demo.company_id and real.delivery_id = demo.real_id
  and real.number = 1
cross join lateral generate_series(1, demo.attempts) try
cross join lateral (
  select demo.at::timestamptz + interval '0.2 seconds' + interval '5 seconds' * (try - 1) as made_at,
    demo.has_failed or try < demo.attempts as is_refused
) made
cross join lateral (select 'dlv_' || demo_ulid(made_at, demo.id || try) as id) new;

-- The real ones are all of one minute; those that failed stay, because notices name them.
delete from attempts using deliveries real
where real.company_id = current_setting('demo.company')::bigint and real.status = 'succeeded'
  and real.id in (select real_id from demo_deliveries)
  and attempts.company_id = real.company_id and attempts.delivery_id = real.id;
delete from deliveries real
where company_id = current_setting('demo.company')::bigint and status = 'succeeded'
  and id in (select real_id from demo_deliveries);

update endpoints set created_at = now() - interval '90 days', updated_at = now() - interval '40 days'
where company_id = current_setting('demo.company')::bigint;

drop table demo_deliveries;
drop function demo_ulid;
