import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Second factors, known devices, and links to choose a new password. A link and a device are found by the hash of a
 * token; mails that are no notification name their kind themselves.
 */
export class AddProofs1765000300000 implements MigrationInterface {
  readonly name = 'AddProofs1765000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        constraint recovery_codes_two_step_fkey
          foreign key (company_id, user_id) references two_steps
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

      alter table outbox_mails add column kind text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table outbox_mails drop column kind;
      drop table password_resets, devices, recovery_codes, two_steps;
    `);
  }
}
