import { createChangesSql, Migration, trackChangesSql } from '@svc/database';
import { createOutboxSql } from '@svc/outbox';
import type { QueryRunner } from 'typeorm';

export class CreateWebhooks1770000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    await runner.query(CREATE_COMPANIES_AND_RIGHTS);
    await runner.query(CREATE_ENDPOINTS);
    await runner.query(CREATE_QUEUE);
    await runner.query(CREATE_LOG);
    await runner.query(CREATE_PULLED_EVENTS);
    await runner.query(createOutboxSql);
  }
}

// A plan is null, and a key's row absent, until announced; null features count as all; a revoked
// key has null scopes.
const CREATE_COMPANIES_AND_RIGHTS = `
create table companies (
  company_id bigint not null,
  sandbox_of bigint,
  zone text not null,
  country text not null,
  plan text,
  features text[],
  version integer not null,
  constraint companies_pkey primary key (company_id)
);

create table key_rights (
  company_id bigint not null,
  key_id bigint not null,
  scopes text[],
  version integer not null,
  constraint key_rights_pkey primary key (company_id, key_id)
);
`;

// `on_after_waiting` is the last event that was waiting when the endpoint was turned on. A right
// whose `during` has no end is missing now.
const CREATE_ENDPOINTS = `
create table endpoints (
  id bigint generated always as identity,
  company_id bigint not null,
  version integer not null,
  managed_by text not null,
  key_id bigint,
  name text,
  url text not null,
  events text[] not null,
  is_on boolean not null,
  on_after_waiting bigint,
  secret bytea,
  former_secret bytea,
  former_secret_until timestamptz,
  header_names text[] not null default '{}',
  header_values bytea,
  conditions json not null default '[]',
  failing_since timestamptz,
  failed_in_a_row integer not null,
  idempotency_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint endpoints_pkey primary key (company_id, id),
  constraint endpoints_managed_by_check check (
    managed_by in ('dashboard', 'listener') and key_id is null
    or managed_by = 'api' and key_id is not null),
  -- Only what is sent is signed.
  constraint endpoints_secret_check check ((secret is null) = (url like 'pull:%'))
);

create unique index endpoints_subscription_key on endpoints (company_id, key_id, url, (events[1]))
  where managed_by = 'api';
${trackChangesSql({ table: 'endpoints', owner: ['company_id', 'key_id'] })}
-- The log of deliveries keeps showing their names and addresses.
create table removed_endpoints (
  company_id bigint not null,
  id bigint not null,
  name text,
  url text not null,
  removed_at timestamptz not null default now(),
  constraint removed_endpoints_pkey primary key (company_id, id)
);

create table listeners (
  company_id bigint not null,
  endpoint_id bigint not null,
  seen_at timestamptz not null,
  constraint listeners_pkey primary key (company_id, endpoint_id),
  constraint listeners_endpoint_fkey foreign key (company_id, endpoint_id)
    references endpoints (company_id, id) on delete cascade
);

create table missing_rights (
  company_id bigint not null,
  endpoint_id bigint not null,
  event text not null,
  during tstzrange not null,
  constraint missing_rights_pkey primary key (company_id, endpoint_id, event)
);
`;

// A queue apart from the log: claims would otherwise look into every day. They move only `due_at`,
// which has no index, and half of each page stays free for new row versions.
const CREATE_QUEUE = `
create table pending_deliveries (
  company_id bigint not null,
  delivery_id text collate "C" not null,
  day date not null,
  endpoint_id bigint not null,
  event_id text collate "C" not null,
  attempts integer not null,
  is_retry boolean not null,
  planned_at timestamptz not null,
  due_at timestamptz not null,
  queued_at timestamptz not null,
  constraint pending_deliveries_pkey primary key (company_id, delivery_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create index pending_deliveries_planned_idx
  on pending_deliveries (company_id, endpoint_id, is_retry, planned_at);

create table waiting_events (
  company_id bigint not null,
  id bigint generated always as identity,
  event json not null,
  waits_since timestamptz not null,
  constraint waiting_events_pkey primary key (company_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
`;

// Partitioned by day of the event, so that an event and endpoint are unique across partitions. Two
// contexts may use the same event id, so the type is part of the key.
const CREATE_LOG = `
create table events (
  day date not null,
  company_id bigint not null,
  id text collate "C" not null,
  type text not null,
  record_id bigint not null,
  version integer not null,
  occurred_at timestamptz not null,
  source text not null,
  trace json,
  previous json not null,
  object json,
  constraint events_pkey primary key (company_id, id, type, day)
) partition by range (day);

create table events_other partition of events default;

create table deliveries (
  day date not null,
  company_id bigint not null,
  id text collate "C" not null,
  endpoint_id bigint not null,
  event_id text collate "C" not null,
  event_type text not null,
  status text not null,
  is_missed boolean not null default false,
  attempts integer not null,
  response_code integer,
  error text,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  constraint deliveries_pkey primary key (company_id, id, day),
  constraint deliveries_event_key unique (company_id, event_id, endpoint_id, event_type, day),
  constraint deliveries_status_check
    check (status in ('pending', 'retrying', 'succeeded', 'failed', 'filtered'))
) partition by range (day);

create index deliveries_endpoint_idx on deliveries (company_id, endpoint_id, id desc);

create table deliveries_other partition of deliveries default with (fillfactor = 50);

create table attempts (
  day date not null,
  company_id bigint not null,
  id text collate "C" not null,
  delivery_id text collate "C" not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  response_code integer,
  error text,
  request_headers json not null,
  request_body text not null,
  response_body text,
  constraint attempts_pkey primary key (company_id, id, day)
) partition by range (day);

create index attempts_delivery_idx on attempts (company_id, delivery_id, number);

create table attempts_other partition of attempts default;
`;

// The sequence is no identity, which a partition cannot share.
const CREATE_PULLED_EVENTS = `
create sequence pulled_event_ids;

create table pulled_events (
  day date not null,
  company_id bigint not null,
  endpoint_id bigint not null,
  id bigint not null default nextval('pulled_event_ids'),
  event_id text collate "C" not null,
  event_type text not null,
  occurred_at timestamptz not null,
  arrived_at timestamptz not null,
  constraint pulled_events_pkey primary key (company_id, endpoint_id, id, day),
  constraint pulled_events_event_key unique (company_id, endpoint_id, event_id, event_type, day)
) partition by range (day);
${trackChangesSql({ table: 'pulled_events', owner: ['company_id', 'endpoint_id'] })}
create table pulled_events_other partition of pulled_events default;
`;
