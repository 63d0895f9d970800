import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What became of service requests, and the orders in which people see them and removed customers.
 *
 * A release before this one adds requests without a status, which are new.
 */
export class DecideServiceRequests1765100000000 implements MigrationInterface {
  readonly name = 'DecideServiceRequests1765100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table service_requests
        add column status text not null default 'New',
        add column job_id bigint,
        add constraint service_requests_status_check
          check (status in ('New', 'Job created', 'Declined')),
        add constraint service_requests_job_check
          check ((status = 'Job created') = (job_id is not null));

      create index service_requests_list_idx
        on service_requests (company_id, created_at desc, id desc);
      create index service_requests_by_status_idx
        on service_requests (company_id, status, created_at desc, id desc);
      create index customers_removed_idx on customers (company_id, deleted_at desc, id desc)
        where deleted_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index customers_removed_idx, service_requests_by_status_idx, service_requests_list_idx;
      alter table service_requests drop column job_id, drop column status;
    `);
  }
}
