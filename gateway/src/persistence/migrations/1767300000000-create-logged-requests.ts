import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLoggedRequests1767300000000 implements MigrationInterface {
  readonly name = 'CreateLoggedRequests1767300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table logged_requests (
        id bigint generated always as identity,
        company_id bigint not null,
        request_id text collate "C" not null,
        key_id bigint not null,
        answered_at timestamptz not null,
        method text not null,
        address text not null,
        status smallint not null,
        error text,
        body text,
        constraint logged_requests_pkey primary key (company_id, id),
        constraint logged_requests_request_key unique (company_id, request_id)
      ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

      create table request_log_turn (is_only boolean primary key default true check (is_only));
      insert into request_log_turn default values;

      create index logged_requests_answered_at_idx on logged_requests (answered_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logged_requests; drop table request_log_turn;');
  }
}
