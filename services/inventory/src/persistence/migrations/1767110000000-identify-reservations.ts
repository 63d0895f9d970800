import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The parts of reservations as records of their own. The columns are filled by the next migration; a
 * release that does not know them writes rows with their defaults, and has a change of status noted.
 */
export class IdentifyReservations1767110000000 implements MigrationInterface {
  readonly name = 'IdentifyReservations1767110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reservation_parts
        add column id bigint,
        add column version integer not null default 1,
        add column created_at timestamptz not null default now(),
        add column updated_at timestamptz not null default now();
      create sequence reservation_parts_id_seq as bigint owned by reservation_parts.id;
      alter table reservation_parts
        alter column id set default nextval('reservation_parts_id_seq');

      create function note_status_of_parts() returns trigger language plpgsql
      set search_path from current as $$
      begin
        update reservation_parts set version = version + 1, updated_at = new.updated_at
        where company_id = new.company_id and job_id = new.job_id;
        return null;
      end $$;
      create trigger note_status_of_parts after update on reservations
        for each row when (old.status is distinct from new.status)
        execute function note_status_of_parts();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger note_status_of_parts on reservations;
      drop function note_status_of_parts();
      alter table reservation_parts
        drop column id, drop column version, drop column created_at, drop column updated_at;
    `);
  }
}
