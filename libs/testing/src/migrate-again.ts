import type { DataSource } from 'typeorm';
import { testDatabase, type TestDatabaseOptions } from './test-database';

/** What a context's schema consists of, in a form that can be compared. */
const schemaOf = (db: DataSource): Promise<unknown> =>
  Promise.all([
    db.query(`
      select relname, relkind, reloptions, pg_get_indexdef(oid) as definition from pg_class
      where relnamespace = current_schema()::regnamespace and relname <> 'migrations'
        and relkind in ('r', 'p', 'i', 'I', 'S')
      order by relname`),
    db.query(`
      select table_name, column_name, data_type, collation_name, is_nullable, column_default,
        generation_expression
      from information_schema.columns where table_schema = current_schema()
      order by table_name, ordinal_position`),
    db.query(`
      select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = current_schema()::regnamespace
      order by table_name, conname`),
    db.query(`
      select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where not tgisinternal order by tgname, definition`),
    db.query(`
      select proname, pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = current_schema()::regnamespace order by proname`),
  ]);

/** A context's schema as it is, and as it is after all its migrations went down and up again. */
export async function migrateAgain(
  options: TestDatabaseOptions,
): Promise<{ readonly before: unknown; readonly after: unknown }> {
  const { db, close } = await testDatabase(options);
  const before = await schemaOf(db);
  for (let left = options.migrations.length; left > 0; left -= 1) await db.undoLastMigration();
  await db.runMigrations({ transaction: 'each' });
  const after = await schemaOf(db);
  await close();
  return { before, after };
}
