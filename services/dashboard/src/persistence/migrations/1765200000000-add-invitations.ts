import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An invitation is found by its token alone, before anybody is signed in. Whoever is invited is no user
 * yet, and gets a mail all the same. The names of users who were removed stay, for histories.
 */
export class AddInvitations1765200000000 implements MigrationInterface {
  readonly name = 'AddInvitations1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table invitations (
        id bigint generated always as identity,
        company_id bigint not null,
        email text not null,
        role text not null,
        token_hash bytea not null,
        created_at timestamptz not null,
        constraint invitations_pkey primary key (company_id, id),
        constraint invitations_token_key unique (token_hash),
        constraint invitations_role_check check (role in ('owner', 'manager'))
      );
      create unique index invitations_email_key on invitations (company_id, lower(email));
      create index invitations_created_at_idx on invitations (created_at);

      create table former_users (
        company_id bigint not null,
        id bigint not null,
        name text not null,
        removed_at timestamptz not null,
        constraint former_users_pkey primary key (company_id, id)
      );

      alter table outbox_mails alter column user_id drop not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from outbox_mails where user_id is null;
      alter table outbox_mails alter column user_id set not null;
      drop table former_users, invitations;
    `);
  }
}
