import { testDatabase } from '@svc/testing';
import { entities, migrations } from '../src/persistence/data-source';

it('goes down and up again to the same schema', async () => {
  const { db, close } = await testDatabase({ context: 'inventory', entities, migrations });
  const schema = (): Promise<unknown> =>
    db.query(`
      select relname, pg_get_indexdef(oid) as definition from pg_class
      where relnamespace = current_schema()::regnamespace and relname <> 'migrations'
        and relkind in ('r', 'i', 'S')
      order by relname`);
  const before = await schema();

  await db.undoLastMigration();
  await db.runMigrations();

  expect(await schema()).toEqual(before);
  await close();
});
