import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session is found by its token alone, before anybody knows its company. */
export class AddSessions1765000000000 implements MigrationInterface {
  readonly name = 'AddSessions1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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

      create index notifications_of_user on notifications (company_id, user_id, created_at desc, id desc);
      create index notifications_unread on notifications (company_id, user_id) where read_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index notifications_unread;
      drop index notifications_of_user;
      drop table sessions;
    `);
  }
}
