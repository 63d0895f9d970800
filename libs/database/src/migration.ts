import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never undone: the previous release runs on the newer schema. */
export abstract class Migration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): never {
    throw new Error('Migrations are not undone.');
  }
}
