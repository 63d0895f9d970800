import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name stays as it was, and the row when its user goes: hence no reference to users. */
export class AddActivities1765000100000 implements MigrationInterface {
  readonly name = 'AddActivities1765000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table activities (
        id bigint generated always as identity,
        company_id bigint not null,
        user_id bigint,
        who text not null,
        kind text not null,
        what text not null,
        address text,
        created_at timestamptz not null,
        constraint activities_pkey primary key (company_id, id)
      );
      create index activities_list on activities (company_id, created_at desc, id desc);
      create index activities_of_user
        on activities (company_id, user_id, created_at desc, id desc);
      create index activities_of_kind on activities (company_id, kind, created_at desc, id desc);
      create index activities_created_at_idx on activities (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table activities');
  }
}
