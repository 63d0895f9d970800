-- Customers came two to four years ago; service requests over the last four days.
update customers set
  created_at = now() - interval '1 hour' * (20000 + id * 397 % 16000),
  updated_at = now() - interval '1 hour' * (3 + id * 61 % 690)
where company_id = current_setting('demo.company')::bigint;

update locations location set created_at = customer.created_at, updated_at = customer.created_at
from customers customer
where location.company_id = current_setting('demo.company')::bigint
  and customer.company_id = location.company_id and customer.id = location.customer_id;

update record_changes entry set changed_at = customer.created_at
from customers customer
where entry.company_id = current_setting('demo.company')::bigint
  and customer.company_id = entry.company_id and customer.id = entry.record_id;

update service_requests set
  created_at = now() - interval '1 hour' * (4 + id * 37 % 90)
where company_id = current_setting('demo.company')::bigint;
