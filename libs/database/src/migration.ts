import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration, known by its class name. None is undone: the previous release runs on the newer schema. */
export abstract class Migration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): never {
    throw new Error('Migrations are not undone.');
  }
}
