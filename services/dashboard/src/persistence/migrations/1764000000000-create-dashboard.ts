import { createConsumerSql, dropConsumerSql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An e-mail address is unique across companies: it is what a person signs in with.
 *
 * `outbox_mails` holds messages to people; this context announces no events, and so has no outbox of
 * events. Mails are due, and rows grow old, without regard to their company.
 */
export class CreateDashboard1764000000000 implements MigrationInterface {
  readonly name = 'CreateDashboard1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id bigint generated always as identity,
        company_id bigint not null,
        email text not null,
        name text not null,
        role text not null,
        password_hash text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint users_pkey primary key (company_id, id),
        constraint users_role_check check (role in ('owner', 'manager'))
      );
      create unique index users_email_key on users (lower(email));

      create table notifications (
        id bigint generated always as identity,
        company_id bigint not null,
        user_id bigint not null,
        event_id text collate "C" not null,
        kind text not null,
        title text not null,
        text text not null,
        created_at timestamptz not null,
        read_at timestamptz,
        constraint notifications_pkey primary key (company_id, id),
        constraint notifications_event_key unique (company_id, user_id, event_id),
        constraint notifications_user_fkey foreign key (company_id, user_id) references users
      );
      create index notifications_list on notifications (company_id, created_at desc, id desc);
      create index notifications_created_at_idx on notifications (created_at);

      create table outbox_mails (
        id bigint generated always as identity,
        company_id bigint not null,
        user_id bigint not null,
        event_id text collate "C" not null,
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
      create index outbox_mails_created_at_idx on outbox_mails (created_at);
    `);
    await runner.query(createConsumerSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropConsumerSql);
    await runner.query('drop table outbox_mails, notifications, users');
  }
}
