import { createDoneOperationsSql, dropDoneOperationsSql } from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells an operation of a bulk that is repeated from a new one. */
export class KeepDoneOperations1766400000000 implements MigrationInterface {
  readonly name = 'KeepDoneOperations1766400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createDoneOperationsSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDoneOperationsSql);
  }
}
