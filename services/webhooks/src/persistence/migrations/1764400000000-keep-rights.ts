import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Our copies of what the gateway says of plans and keys. A company's plan is null, and a key's row
 * absent, until the gateway has announced them.
 */
export class KeepRights1764400000000 implements MigrationInterface {
  readonly name = 'KeepRights1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table companies add column plan text;
      create table key_rights (
        company_id bigint not null,
        key_id bigint not null,
        scopes text[] not null,
        version integer not null,
        constraint key_rights_pkey primary key (company_id, key_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table key_rights;
      alter table companies drop column plan;
    `);
  }
}
