import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Begins with what the days' allowances tell of the past week. */
export class CreateDailyRequests1765100000000 implements MigrationInterface {
  readonly name = 'CreateDailyRequests1765100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table daily_requests (
        company_id bigint not null,
        day date not null,
        reads bigint not null,
        writes bigint not null,
        constraint daily_requests_pkey primary key (company_id, day)
      );

      insert into daily_requests (company_id, day, reads, writes)
      select company_id, day,
        coalesce(sum(taken) filter (where kind = 'reads'), 0),
        coalesce(sum(taken) filter (where kind = 'writes'), 0)
      from daily_allowances where key_id = 0 group by company_id, day;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table daily_requests');
  }
}
