import type { MigrationInterface, QueryRunner } from 'typeorm';
import { announceAgain } from '../announce-again';

/**
 * Announces every company and live key once: the webhooks context keeps copies of plans and scopes
 * from this release on, and the stream forgets what was announced a week ago.
 */
export class AnnounceKeys1764410000000 implements MigrationInterface {
  readonly name = 'AnnounceKeys1764410000000';

  async up({ manager }: QueryRunner): Promise<void> {
    const companies: { id: number }[] = await manager.query('select id from companies order by id');
    const at = new Date();
    for (const { id } of companies) await announceAgain(manager, id, at);
  }

  async down(): Promise<void> {
    // What was announced is true, whichever release hears of it.
  }
}
