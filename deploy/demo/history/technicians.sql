update technicians set
  created_at = now() - interval '1 day' * (200 + id * 97 % 900),
  updated_at = now() - interval '1 hour' * (1 + id * 13 % 200)
where company_id = current_setting('demo.company')::bigint;
