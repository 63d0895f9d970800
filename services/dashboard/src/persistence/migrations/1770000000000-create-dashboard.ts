import { Migration } from '@svc/database';
import { createConsumerSql } from '@svc/outbox';
import type { QueryRunner } from 'typeorm';

export class CreateDashboard1770000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_USERS);
    await runner.query(CREATE_SIGN_IN);
    await runner.query(CREATE_NOTIFICATIONS_AND_MAILS);
    await runner.query(CREATE_ACTIVITIES);
    await runner.query(createConsumerSql);
  }
}

// E-mail addresses are unique across companies, because people sign in with them. Invitations are
// found by token before the company is known.
const CREATE_USERS = `
create table users (
  id bigint generated always as identity,
  company_id bigint not null,
  email text not null,
  email_key text not null,
  name text not null,
  name_key text not null,
  role text not null,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (company_id, id),
  constraint users_email_key unique (email_key),
  constraint users_role_check
    check (role in ('owner', 'manager', 'dispatcher', 'storekeeper', 'viewer'))
);

create table former_users (
  company_id bigint not null,
  id bigint not null,
  name text not null,
  name_key text not null,
  removed_at timestamptz not null,
  constraint former_users_pkey primary key (company_id, id)
);

create table invitations (
  id bigint generated always as identity,
  company_id bigint not null,
  email text not null,
  email_key text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint invitations_pkey primary key (company_id, id),
  constraint invitations_token_key unique (token_hash),
  constraint invitations_email_key unique (company_id, email_key),
  constraint invitations_role_check
    check (role in ('owner', 'manager', 'dispatcher', 'storekeeper', 'viewer'))
);

create index invitations_created_at_idx on invitations (created_at);
`;

// Tokens are looked up and attempts counted before the company is known.
const CREATE_SIGN_IN = `
create table sessions (
  id bigint generated always as identity,
  company_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  address text not null,
  user_agent text not null,
  signed_in_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint sessions_pkey primary key (company_id, id),
  constraint sessions_token_key unique (token_hash),
  constraint sessions_user_fkey foreign key (company_id, user_id) references users
);

create index sessions_user_idx on sessions (company_id, user_id);

create table attempts (
  id bigint generated always as identity,
  subject bytea not null,
  made_at timestamptz not null,
  constraint attempts_pkey primary key (id)
);

create index attempts_subject_idx on attempts (subject, made_at desc);
create index attempts_made_at_idx on attempts (made_at);

create table two_steps (
  company_id bigint not null,
  user_id bigint not null,
  secret text not null,
  created_at timestamptz not null,
  on_since timestamptz,
  last_step bigint,
  constraint two_steps_pkey primary key (company_id, user_id),
  constraint two_steps_user_fkey foreign key (company_id, user_id) references users
);

create table recovery_codes (
  company_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (company_id, user_id, code_hash),
  constraint recovery_codes_two_step_fkey foreign key (company_id, user_id) references two_steps
);

create table devices (
  company_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  last_seen_at timestamptz not null,
  constraint devices_pkey primary key (company_id, user_id, token_hash),
  constraint devices_user_fkey foreign key (company_id, user_id) references users
);

create index devices_last_seen_at_idx on devices (last_seen_at);

create table password_resets (
  company_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint password_resets_pkey primary key (company_id, user_id, token_hash),
  constraint password_resets_token_key unique (token_hash),
  constraint password_resets_user_fkey foreign key (company_id, user_id) references users
);

create index password_resets_created_at_idx on password_resets (created_at);

create table calendar_links (
  company_id bigint not null,
  mode text not null,
  technician_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint calendar_links_pkey primary key (company_id, mode, technician_id),
  constraint calendar_links_token_key unique (token_hash)
);
`;

// Due mails and old rows are selected across companies. An invited person has no user id yet.
const CREATE_NOTIFICATIONS_AND_MAILS = `
create table notifications (
  id bigint generated always as identity,
  company_id bigint not null,
  user_id bigint not null,
  event_id text collate "C" not null,
  kind text not null,
  title text not null,
  text text not null,
  target_kind text not null,
  target_id bigint not null,
  mode text,
  actions jsonb not null,
  count integer not null default 1,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_pkey primary key (company_id, id),
  constraint notifications_event_key unique (company_id, user_id, event_id),
  constraint notifications_user_fkey foreign key (company_id, user_id) references users
);

create index notifications_list on notifications (company_id, created_at desc, id desc);
create index notifications_of_user
  on notifications (company_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (company_id, user_id) where read_at is null;
create index notifications_created_at_idx on notifications (created_at);

create table outbox_mails (
  id bigint generated always as identity,
  company_id bigint not null,
  user_id bigint,
  event_id text collate "C" not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text,
  logged_at timestamptz,
  sent_at timestamptz,
  refused_at timestamptz,
  constraint outbox_mails_pkey primary key (company_id, id),
  constraint outbox_mails_event_key unique (company_id, user_id, event_id),
  constraint outbox_mails_user_fkey foreign key (company_id, user_id) references users
);

create index outbox_mails_due_idx on outbox_mails (due_at, id)
  where sent_at is null and refused_at is null;
-- The companies that have mails to send, and of each the mail that has waited longest.
create index outbox_mails_turn_idx on outbox_mails (company_id, due_at, id)
  where sent_at is null and refused_at is null;
create index outbox_mails_created_at_idx on outbox_mails (created_at);
`;

// Entries outlive their user: hence no foreign key to users.
const CREATE_ACTIVITIES = `
create table activities (
  id bigint generated always as identity,
  company_id bigint not null,
  user_id bigint,
  who text not null,
  kind text not null,
  what text not null,
  address text,
  created_at timestamptz not null,
  constraint activities_pkey primary key (company_id, id)
);

create index activities_list on activities (company_id, created_at desc, id desc);
create index activities_of_user on activities (company_id, user_id, created_at desc, id desc);
create index activities_of_kind on activities (company_id, kind, created_at desc, id desc);
create index activities_created_at_idx on activities (created_at);
`;
