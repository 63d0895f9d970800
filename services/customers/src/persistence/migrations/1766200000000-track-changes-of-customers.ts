import {
  createChangesSql,
  dropChangesSql,
  trackChangesSql,
  untrackChangesSql,
  type TrackedTable,
} from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES: readonly TrackedTable[] = [
  { table: 'customers', of: ['company_id'] },
  { table: 'locations', of: ['company_id', 'customer_id'] },
];

/**
 * The lists of customers and of their locations in the order of their changes. Locations are removed
 * with their customer, which no statement of theirs says.
 */
export class TrackChangesOfCustomers1766200000000 implements MigrationInterface {
  readonly name = 'TrackChangesOfCustomers1766200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    for (const table of TABLES) await runner.query(trackChangesSql(table));
    await runner.query(`
      create function note_change_of_locations() returns trigger language plpgsql
        set search_path from current as $$
      begin
        update locations set changed_in = changed_in
        where company_id = new.company_id and customer_id = new.id;
        return null;
      end $$;
      create trigger note_change_of_locations after update on customers for each row
        when ((old.deleted_at is null) <> (new.deleted_at is null))
        execute function note_change_of_locations();

      create index customers_by_update on customers (company_id, updated_at, id)
        where deleted_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index customers_by_update;
      drop trigger note_change_of_locations on customers;
      drop function note_change_of_locations;
    `);
    for (const table of TABLES) await runner.query(untrackChangesSql(table));
    await runner.query(dropChangesSql);
  }
}
