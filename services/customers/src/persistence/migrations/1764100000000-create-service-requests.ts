import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateServiceRequests1764100000000 implements MigrationInterface {
  readonly name = 'CreateServiceRequests1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table service_requests (
        id bigint generated always as identity,
        company_id bigint not null,
        version integer not null,
        source text not null,
        customer_id bigint,
        contact_name text not null,
        contact_email text,
        contact_phone text,
        description text not null,
        created_at timestamptz not null,
        constraint service_requests_pkey primary key (company_id, id),
        constraint service_requests_customer_fkey
          foreign key (company_id, customer_id) references customers,
        constraint service_requests_source_check check (source in ('portal', 'booking')),
        constraint service_requests_contact_check
          check (contact_email is not null or contact_phone is not null)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table service_requests');
  }
}
