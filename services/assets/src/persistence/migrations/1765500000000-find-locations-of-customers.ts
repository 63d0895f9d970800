import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The assets of a customer are found by its locations. */
export class FindLocationsOfCustomers1765500000000 implements MigrationInterface {
  readonly name = 'FindLocationsOfCustomers1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index location_names_by_customer
        on location_names (company_id, customer_id, location_id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index location_names_by_customer');
  }
}
