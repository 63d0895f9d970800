import { randomUUID } from 'node:crypto';
import { Migration } from '@svc/database';
import type { QueryRunner } from 'typeorm';
import { createTestDatabase } from '../src';

class CreateThings1764000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table things (name text not null)');
  }
}

const migrations = [CreateThings1764000000000];

it('gives each caller a migrated database of its own', async () => {
  const [one, other] = await Promise.all([
    createTestDatabase({ context: 'jobs', migrations }),
    createTestDatabase({ context: 'jobs', migrations }),
  ]);
  await one.db.query('insert into things values ($1)', [randomUUID()]);

  expect(await one.db.query('select * from things')).toHaveLength(1);
  expect(await other.db.query('select * from things')).toHaveLength(0);
  await Promise.all([one.close(), other.close()]);
});

it('connects as the role of the context, in its schema', async () => {
  const { db, close } = await createTestDatabase({ context: 'assets', migrations });

  expect(await db.query('select current_user as role, current_schema() as schema')).toEqual([
    { role: 'svc_assets', schema: 'assets' },
  ]);
  await expect(db.query('create table jobs.things ()')).rejects.toThrow('permission denied');
  await close();
});
