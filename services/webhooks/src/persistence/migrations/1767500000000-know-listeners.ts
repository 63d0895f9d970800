import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Temporary endpoints, whose deliveries a listener takes. A release before sends nothing to them, as it
 * knows of no key that gives them the right to an event.
 */
export class KnowListeners1767500000000 implements MigrationInterface {
  readonly name = 'KnowListeners1767500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table endpoints
        drop constraint endpoints_managed_by_check,
        add constraint endpoints_managed_by_check check (
          managed_by in ('dashboard', 'listener') and key_id is null
          or managed_by = 'api' and key_id is not null);
      create table listeners (
        company_id bigint not null,
        endpoint_id bigint not null,
        seen_at timestamptz not null,
        constraint listeners_pkey primary key (company_id, endpoint_id),
        constraint listeners_endpoint_fkey foreign key (company_id, endpoint_id)
          references endpoints (company_id, id) on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from endpoints where managed_by = 'listener';
      drop table listeners;
      alter table endpoints
        drop constraint endpoints_managed_by_check,
        add constraint endpoints_managed_by_check check (
          managed_by = 'dashboard' and key_id is null or managed_by = 'api' and key_id is not null);
    `);
  }
}
