import type { MigrationInterface, QueryRunner } from 'typeorm';
import { announceAgain } from '../announce-again';

/**
 * Each company gets the id under which all contexts keep its test data, those of the release before
 * included, which knows nothing of it. The ids begin far above those of companies, which are given in
 * the same places, and a sandbox that is emptied gets another one.
 *
 * Companies and keys are announced once more: webhooks keeps copies of both by these ids.
 */
export class AddSandboxes1766100000000 implements MigrationInterface {
  readonly name = 'AddSandboxes1766100000000';

  async up({ manager }: QueryRunner): Promise<void> {
    await manager.query(`
      create sequence sandbox_ids start 1000000000;
      alter table companies
        add column sandbox_id bigint not null default nextval('sandbox_ids')
          constraint companies_sandbox_key unique,
        add column former_sandbox_ids bigint[] not null default '{}';
      alter sequence sandbox_ids owned by companies.sandbox_id;
    `);
    const companies: { id: number }[] = await manager.query('select id from companies order by id');
    const at = new Date();
    for (const { id } of companies) await announceAgain(manager, id, at);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table companies drop column sandbox_id, drop column former_sandbox_ids;
    `);
  }
}
