-- Jobs are created, given to a technician, started, completed, invoiced and paid at times of their own.
create table demo_changes as
with demo as (
  select current_setting('demo.company')::bigint as company_id, now() - interval '1 minute' as latest
), entries as (
  select entry.company_id, record_id, entry.id, changes, latest, job.scheduled_start, job.scheduled_end,
    row_number() over record as n,
    count(*) over (partition by record_id) as total,
    (select each ->> 'after' from jsonb_array_elements(changes) each
      where each ->> 'field' = 'jobStatus') as status,
    coalesce(
      case when scheduled_start < latest + interval '3 days'
        then scheduled_start - interval '1 day' * (3 + record_id % 5) end,
      latest - interval '1 hour' * (1 + record_id * 7 % 90)
    ) + interval '1 minute' * (record_id * 13 % 50) as created
  from record_changes entry
  join demo using (company_id)
  join jobs job on job.company_id = entry.company_id and job.id = record_id
  window record as (partition by record_id order by entry.id)
), planned as (
  select *, case status
      when 'In Progress' then scheduled_start + interval '1 minute' * (record_id * 7 % 25 - 5)
      when 'Completed' then scheduled_end + interval '1 minute' * (record_id * 11 % 40 - 15)
      when 'Invoiced' then scheduled_end + interval '18 hours'
      when 'Paid' then scheduled_end + interval '6 days'
      when 'Closed' then scheduled_end + interval '8 days'
      else created
        + (n - 1) * (least(scheduled_start, latest) - created) / (total + 1)
    end as planned_at
  from entries
)
select company_id, record_id, id, status,
  max(least(planned_at, latest - interval '1 second' * (total - n)))
    over (partition by record_id order by id) as changed_at,
  changes
from planned;

-- The office plans, and technicians report with the app.
update record_changes entry set
  changed_at = demo.changed_at,
  source = case when demo.status in ('In Progress', 'Completed') then coalesce(app.source, entry.source)
    else entry.source end,
  person_id = case when demo.status in ('In Progress', 'Completed') and app.source is not null then null
    when entry.source = 'ui' then coalesce(entry.person_id, office.person_id)
    else entry.person_id end,
  changes = (
    select coalesce(jsonb_agg(case when each ->> 'field' in ('actualStart', 'actualEnd')
        then jsonb_set(each, '{after}', to_jsonb(
          to_char(demo.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        else each end order by place), '[]')
    from jsonb_array_elements(entry.changes) with ordinality as part (each, place))
from demo_changes demo
left join lateral (
  select source from record_changes each
  where each.company_id = demo.company_id and source like 'api_key:%' limit 1
) app on true
left join lateral (
  select person_id from record_changes each
  where each.company_id = demo.company_id and person_id is not null limit 1
) office on true
where entry.company_id = demo.company_id and entry.record_id = demo.record_id and entry.id = demo.id;

update jobs job set
  created_at = demo.created_at,
  updated_at = demo.updated_at,
  actual_start = case when actual_start is not null then demo.started_at end,
  actual_end = case when actual_end is not null then demo.ended_at end
from (
  select company_id, record_id, min(changed_at) as created_at, max(changed_at) as updated_at,
    min(changed_at) filter (where status = 'In Progress') as started_at,
    max(changed_at) filter (where status = 'Completed') as ended_at
  from demo_changes group by 1, 2
) demo
where job.company_id = demo.company_id and job.id = demo.record_id;

update job_assets link set linked_at = job.created_at
from jobs job
where link.company_id = current_setting('demo.company')::bigint
  and job.company_id = link.company_id and job.id = link.job_id;

update invoices invoice set created_at = demo.changed_at, updated_at = demo.changed_at
from demo_changes demo
where demo.company_id = invoice.company_id and demo.record_id = invoice.job_id
  and demo.status = 'Invoiced';

-- Payments are append-only for the service.
alter table invoice_payments disable trigger keep_payments;
update invoice_payments payment set
  recorded_at = least(invoice.created_at + interval '50 hours' * part.n, now() - interval '1 hour')
from invoices invoice, (
  select company_id, id, row_number() over (partition by invoice_id order by id) as n
  from invoice_payments
) part
where payment.company_id = current_setting('demo.company')::bigint
  and invoice.company_id = payment.company_id and invoice.id = payment.invoice_id
  and part.company_id = payment.company_id and part.id = payment.id;
alter table invoice_payments enable trigger keep_payments;

update invoices invoice set
  updated_at = payment.last_at,
  paid_at = case when paid_at is not null then payment.last_at end
from (
  select company_id, invoice_id, max(recorded_at) as last_at from invoice_payments group by 1, 2
) payment
where invoice.company_id = current_setting('demo.company')::bigint
  and payment.company_id = invoice.company_id and payment.invoice_id = invoice.id;

drop table demo_changes;
