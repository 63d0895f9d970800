import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which job was created for a service request: one at most. And the jobs of a customer, by its locations. */
export class CreateJobsOfServiceRequests1765500000000 implements MigrationInterface {
  readonly name = 'CreateJobsOfServiceRequests1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table service_request_jobs (
        company_id bigint not null,
        service_request_id bigint not null,
        job_id bigint not null,
        constraint service_request_jobs_pkey primary key (company_id, service_request_id),
        constraint service_request_jobs_job_fkey foreign key (company_id, job_id) references jobs
      );

      create index location_names_by_customer
        on location_names (company_id, customer_id, location_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index location_names_by_customer;
      drop table service_request_jobs;
    `);
  }
}
