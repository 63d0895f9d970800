import { createOutboxSql, dropOutboxSql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is still to be sent is a small table of its own, because a log of 30 days would make each
 * claim look into every day. A claimed row is due again when its lease ends.
 *
 * The log (events, deliveries, attempts) is partitioned by the day of the event, which makes an
 * event and an endpoint unique over all partitions, and a day is dropped whole. The default
 * partitions take what belongs to no day that is kept.
 */
export class CreateWebhooks1764000000000 implements MigrationInterface {
  readonly name = 'CreateWebhooks1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table companies (
        company_id bigint not null,
        zone text not null,
        country text not null,
        version integer not null,
        constraint companies_pkey primary key (company_id)
      );

      create table endpoints (
        id bigint generated always as identity,
        company_id bigint not null,
        version integer not null,
        managed_by text not null,
        key_id bigint,
        url text not null,
        events text[] not null,
        is_on boolean not null,
        secret bytea not null,
        former_secret bytea,
        former_secret_until timestamptz,
        failing_since timestamptz,
        failed_in_a_row integer not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint endpoints_pkey primary key (company_id, id),
        constraint endpoints_managed_by_check
          check (managed_by = 'dashboard' and key_id is null or managed_by = 'api' and key_id is not null)
      );

      create unique index endpoints_subscription_key
        on endpoints (company_id, key_id, url, (events[1])) where managed_by = 'api';

      create table revoked_keys (
        company_id bigint not null,
        key_id bigint not null,
        constraint revoked_keys_pkey primary key (company_id, key_id)
      );

      create table pending_deliveries (
        company_id bigint not null,
        delivery_id text collate "C" not null,
        day date not null,
        endpoint_id bigint not null,
        event_id text collate "C" not null,
        attempts integer not null,
        is_retry boolean not null,
        due_at timestamptz not null,
        queued_at timestamptz not null,
        constraint pending_deliveries_pkey primary key (company_id, delivery_id)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

      create index pending_deliveries_due_idx
        on pending_deliveries (company_id, endpoint_id, is_retry, due_at);

      create table events (
        day date not null,
        company_id bigint not null,
        id text collate "C" not null,
        type text not null,
        record_id bigint not null,
        version integer not null,
        occurred_at timestamptz not null,
        source text not null,
        previous json not null,
        object json,
        constraint events_pkey primary key (company_id, id, day)
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
        attempts integer not null,
        response_code integer,
        error text,
        created_at timestamptz not null,
        last_attempt_at timestamptz,
        next_attempt_at timestamptz,
        constraint deliveries_pkey primary key (company_id, id, day),
        constraint deliveries_event_key unique (company_id, event_id, endpoint_id, day),
        constraint deliveries_status_check
          check (status in ('pending', 'retrying', 'succeeded', 'failed'))
      ) partition by range (day);
      create index deliveries_endpoint_idx on deliveries (company_id, endpoint_id, id desc);
      create table deliveries_other partition of deliveries default;

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
        request_body text not null,
        answer text,
        constraint attempts_pkey primary key (company_id, id, day)
      ) partition by range (day);
      create index attempts_delivery_idx on attempts (company_id, delivery_id, number);
      create table attempts_other partition of attempts default;

      create table notices (
        id bigint generated always as identity,
        company_id bigint not null,
        endpoint_id bigint not null,
        kind text not null,
        message text not null,
        created_at timestamptz not null,
        constraint notices_pkey primary key (company_id, id)
      );
    `);
    await runner.query(createOutboxSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropOutboxSql);
    await runner.query(`
      drop table notices, attempts, deliveries, events, pending_deliveries, revoked_keys,
        endpoints, companies;
    `);
  }
}
