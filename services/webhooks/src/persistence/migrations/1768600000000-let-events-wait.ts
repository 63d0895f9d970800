import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events whose deliveries are written in turn with those of other companies. A release before leaves them. */
export class LetEventsWait1768600000000 implements MigrationInterface {
  readonly name = 'LetEventsWait1768600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table waiting_events (
        company_id bigint not null,
        id bigint generated always as identity,
        event json not null,
        waits_since timestamptz not null,
        constraint waiting_events_pkey primary key (company_id, id)
      ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table waiting_events');
  }
}
