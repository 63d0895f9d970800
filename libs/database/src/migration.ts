import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A step of a schema, known by the name of its class. None is undone: the release before runs on the newer schema. */
export abstract class Migration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): never {
    throw new Error('Migrations are not undone.');
  }
}
