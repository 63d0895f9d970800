export const createConsumerSql = `
create table consumed_events (
  consumer text collate "C" not null,
  event_id text collate "C" not null,
  consumed_at timestamptz not null default now(),
  primary key (consumer, event_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create index consumed_events_consumed_at_idx on consumed_events (consumed_at);

create table dead_letters (
  id bigint generated always as identity primary key,
  consumer text not null,
  company_id bigint,
  event_id text,
  subject text not null,
  body text not null,
  error text not null,
  deliveries integer not null,
  created_at timestamptz not null default now()
);

create unique index dead_letters_event_key on dead_letters (consumer, event_id);
`;

/** `outbox_relay` is one row with the last confirmed event. */
export const createOutboxSql = `
create table outbox (
  seq bigint generated always as identity primary key,
  event_id text collate "C" not null constraint outbox_event_id_key unique,
  company_id bigint not null,
  type text not null,
  envelope text not null,
  created_at timestamptz not null default now(),
  relayed_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create index outbox_unrelayed_idx on outbox (seq) where relayed_at is null;

create index outbox_relayed_idx on outbox (relayed_at) where relayed_at is not null;

create table outbox_relay (
  only_row boolean primary key default true constraint outbox_relay_only_row check (only_row),
  event_id text collate "C",
  stream_sequence bigint
);

insert into outbox_relay default values;
${createConsumerSql}`;
