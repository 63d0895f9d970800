import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Secrets of authenticator apps are encrypted. The plain column stays for the release before, and for
 * what that release has kept, until `fsm secrets rewrap` has encrypted it.
 */
export class SealTwoSteps1768500000000 implements MigrationInterface {
  readonly name = 'SealTwoSteps1768500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table two_steps alter column secret drop not null, add column sealed_secret bytea;
    `);
  }

  /** The release before cannot read what is encrypted: those users set their apps up again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from recovery_codes where (company_id, user_id) in
        (select company_id, user_id from two_steps where secret is null);
      delete from two_steps where secret is null;
      alter table two_steps alter column secret set not null, drop column sealed_secret;
    `);
  }
}
