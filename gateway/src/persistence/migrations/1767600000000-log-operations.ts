import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The place of a refused operation in its bulk. The release before names the constraint when it writes,
 * and means the same by it: it knows no places.
 */
export class LogOperations1767600000000 implements MigrationInterface {
  readonly name = 'LogOperations1767600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table logged_requests
        add column place smallint,
        drop constraint logged_requests_request_key,
        add constraint logged_requests_request_key
          unique nulls not distinct (company_id, request_id, place);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from logged_requests where place is not null;
      alter table logged_requests
        drop constraint logged_requests_request_key,
        add constraint logged_requests_request_key unique (company_id, request_id);
      alter table logged_requests drop column place;
    `);
  }
}
