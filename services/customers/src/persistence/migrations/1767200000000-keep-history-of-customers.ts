import { createRecordChangesSql, dropRecordHistorySql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The id of the first change; the creation of locations that are older has ids below it. */
const FIRST_CHANGE = 2 ** 52;

/**
 * Every change of a customer and of its locations, in one order: whoever changes one of them has locked
 * the customer. Of what a release without histories made, the creation is told.
 */
export class KeepHistoryOfCustomers1767200000000 implements MigrationInterface {
  readonly name = 'KeepHistoryOfCustomers1767200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createRecordChangesSql);
    await runner.query(`
      alter table record_changes alter column id restart with ${FIRST_CHANGE};
      alter table record_changes add column location_id bigint;

      create view record_history as
        select company_id, record_id, id, version, changed_at, source, person_id, changes,
          location_id
        from record_changes
        union all
        select company_id, id, 0::bigint, 1, created_at, null, null, '[]', null from customers customer
        where not exists (
          select from record_changes made
          where made.company_id = customer.company_id and made.record_id = customer.id
            and made.location_id is null and made.version = 1)
        union all
        select company_id, customer_id, id, 1, created_at, null, null, '[]', id
        from locations location
        where not exists (
          select from record_changes made
          where made.company_id = location.company_id and made.record_id = location.customer_id
            and made.location_id = location.id and made.version = 1);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropRecordHistorySql);
  }
}
