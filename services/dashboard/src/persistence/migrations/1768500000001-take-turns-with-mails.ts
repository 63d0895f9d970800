import { buildIndex } from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The companies that have mails to send, and of each the one that has waited longest. */
export class TakeTurnsWithMails1768500000001 implements MigrationInterface {
  readonly name = 'TakeTurnsWithMails1768500000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'outbox_mails_turn_idx',
      on: `outbox_mails (company_id, due_at, id) where sent_at is null and refused_at is null`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index outbox_mails_turn_idx');
  }
}
