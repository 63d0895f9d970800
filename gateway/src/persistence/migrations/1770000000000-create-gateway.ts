import { Migration } from '@svc/database';
import { createOutboxSql } from '@svc/outbox';
import type { QueryRunner } from 'typeorm';

export class CreateGateway1770000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_COMPANIES_AND_KEYS);
    await runner.query(CREATE_LIMITS);
    await runner.query(CREATE_IDEMPOTENCY_KEYS);
    await runner.query(CREATE_REQUEST_LOG);
    await runner.query(createOutboxSql);
  }
}

// Sandbox ids and company ids share columns, so sandbox ids begin far above.
const CREATE_COMPANIES_AND_KEYS = `
create sequence sandbox_ids start 1000000000;

create table companies (
  id bigint generated always as identity primary key,
  slug text not null constraint companies_slug_key unique,
  name text not null,
  timezone text not null,
  country text not null,
  plan text not null,
  features text[] not null,
  limits jsonb not null,
  sandbox_id bigint not null default nextval('sandbox_ids')
    constraint companies_sandbox_key unique,
  former_sandbox_ids bigint[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter sequence sandbox_ids owned by companies.sandbox_id;

create table api_keys (
  id bigint generated always as identity primary key,
  company_id bigint not null constraint api_keys_company_fkey references companies,
  name text not null,
  mode text not null,
  -- Not company first: a key is what tells the company.
  hash bytea not null constraint api_keys_hash_key unique,
  last4 text not null,
  scopes text[] not null,
  ip_allowlist text[] not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  -- The expiry that people were told of.
  announced_expiry timestamptz,
  revoked_at timestamptz
);

create index api_keys_company_idx on api_keys (company_id, id);

-- Not company first: the keys of all companies expire in one order.
create index api_keys_expires_at_idx on api_keys (expires_at) where revoked_at is null;
`;

// The sole gateway locks a view, because a view stores nothing: a lock on a table would block
// vacuum, in the end for the whole database.
const CREATE_LIMITS = `
create table daily_allowances (
  company_id bigint not null,
  key_id bigint not null,
  kind text not null,
  day date not null,
  reserved bigint not null,
  last_grant bigint not null,
  constraint daily_allowances_pkey primary key (company_id, key_id, kind, day)
);

create table daily_requests (
  company_id bigint not null,
  day date not null,
  reads bigint not null,
  writes bigint not null,
  constraint daily_requests_pkey primary key (company_id, day)
);

create table key_requests (
  company_id bigint not null,
  key_id bigint not null,
  day date not null,
  operation text not null,
  requests bigint not null,
  errors bigint not null,
  constraint key_requests_pkey primary key (company_id, key_id, day, operation)
);

create index key_requests_day_idx on key_requests (day);

create table gateways (
  id uuid constraint gateways_pkey primary key,
  seen_at timestamptz not null,
  followed_change bigint not null
);

create table latest_change (
  is_only boolean default true constraint latest_change_pkey primary key
    constraint latest_change_is_only_check check (is_only),
  number bigint not null
);

insert into latest_change (number) values (1);

create view sole_gateway as select 1 as gateways;
`;

const CREATE_IDEMPOTENCY_KEYS = `
create table idempotency_keys (
  company_id bigint not null,
  key_id bigint not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  token text not null,
  locked_until timestamptz not null,
  expires_at timestamptz not null,
  status integer,
  headers jsonb,
  sealed_body bytea,
  constraint idempotency_keys_pkey primary key (company_id, key_id, idempotency_key)
);

create index idempotency_keys_expires_at_idx on idempotency_keys (expires_at);
`;

const CREATE_REQUEST_LOG = `
create table logged_requests (
  id bigint generated always as identity,
  company_id bigint not null,
  request_id text collate "C" not null,
  place smallint,
  key_id bigint not null,
  answered_at timestamptz not null,
  method text not null,
  address text not null,
  status smallint not null,
  error text,
  message text,
  errors jsonb not null,
  omitted_errors smallint not null,
  body text,
  constraint logged_requests_pkey primary key (company_id, id),
  constraint logged_requests_request_key unique nulls not distinct (company_id, request_id, place)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create index logged_requests_answered_at_idx on logged_requests (answered_at);

-- For counts by day and error, which read the index alone.
create index logged_requests_counted on logged_requests (company_id, answered_at)
  include (error, status);

-- Makes an ignored name appear once an hour, whichever gateway saw it.
create table ignored_names (
  company_id bigint not null,
  key_id bigint not null,
  hour timestamptz not null,
  -- Names the operation and the name.
  message text collate "C" not null,
  constraint ignored_names_pkey primary key (company_id, key_id, hour, message)
);

create index ignored_names_hour_idx on ignored_names (hour);

create table request_log_lock (is_only boolean primary key default true check (is_only));

insert into request_log_lock default values;
`;
