import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A claim writes no index any more: the place in the queue is a column of its own, which only a new
 * plan changes, and `due_at` alone is moved by a lease. Half of each page is left free, so that the
 * row that a claim or an attempt writes stays beside the one that it replaces.
 */
export class PlanDeliveries1764200000000 implements MigrationInterface {
  readonly name = 'PlanDeliveries1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table pending_deliveries add column planned_at timestamptz not null default now();
      update pending_deliveries set planned_at = due_at;
      alter table pending_deliveries set (fillfactor = 50);
      alter table deliveries_other set (fillfactor = 50);
      drop index pending_deliveries_due_idx;
      create index pending_deliveries_planned_idx
        on pending_deliveries (company_id, endpoint_id, is_retry, planned_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index pending_deliveries_planned_idx;
      create index pending_deliveries_due_idx
        on pending_deliveries (company_id, endpoint_id, is_retry, due_at);
      alter table deliveries_other reset (fillfactor);
      alter table pending_deliveries set (fillfactor = 70);
      alter table pending_deliveries drop column planned_at;
    `);
  }
}
