import { trackChangesSql, untrackChangesSql } from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARTS = { table: 'reservation_parts', of: ['company_id'] };

/** Ids and times of the reservations that are there already, and what their lists are read by. */
export class ListReservations1767110000001 implements MigrationInterface {
  readonly name = 'ListReservations1767110000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update reservation_parts part
      set id = nextval('reservation_parts_id_seq'), created_at = known.created_at,
        updated_at = known.updated_at
      from (
        select company_id, job_id, created_at, updated_at from reservations
        order by created_at, company_id, job_id
      ) known
      where part.company_id = known.company_id and part.job_id = known.job_id and part.id is null;

      alter table reservation_parts alter column id set not null;
      create unique index reservation_parts_id_key on reservation_parts (company_id, id);
      create index reservation_parts_by_update on reservation_parts (company_id, updated_at, id);
    `);
    await runner.query(trackChangesSql(PARTS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(untrackChangesSql(PARTS));
    await runner.query(`
      drop index reservation_parts_id_key, reservation_parts_by_update;
      alter table reservation_parts alter column id drop not null;
    `);
  }
}
