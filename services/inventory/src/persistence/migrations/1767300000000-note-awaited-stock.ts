import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each waiting reservation waits for, and where it has arrived: so that a movement of stock leads to
 * those that it may cover, and not through all that wait.
 */
export class NoteAwaitedStock1767300000000 implements MigrationInterface {
  readonly name = 'NoteAwaitedStock1767300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reservations
        add column lacking_item_id bigint,
        add column lacking_location_id bigint,
        add column lacking_quantity bigint;

      update reservations reservation
      set lacking_item_id = lacking.item_id, lacking_location_id = lacking.location_id,
        lacking_quantity = lacking.quantity
      from reservations waiting
      cross join lateral (
        select item_id, location_id, part.quantity from reservation_parts part
        left join stock using (company_id, item_id, location_id)
        where part.company_id = waiting.company_id and part.job_id = waiting.job_id
          and coalesce(stock.quantity - stock.reserved_quantity, 0) < part.quantity
        order by item_id, location_id limit 1
      ) lacking
      where waiting.status = 'waiting' and reservation.company_id = waiting.company_id
        and reservation.job_id = waiting.job_id;

      create index reservations_lacking
        on reservations (company_id, lacking_item_id, lacking_location_id, lacking_quantity)
        where status = 'waiting';

      create table stock_arrivals (
        company_id bigint not null,
        item_id bigint not null,
        location_id bigint not null,
        times integer not null default 1,
        constraint stock_arrivals_pkey primary key (company_id, item_id, location_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table stock_arrivals;
      alter table reservations
        drop column lacking_item_id,
        drop column lacking_location_id,
        drop column lacking_quantity;
    `);
  }
}
