import { testDatabase } from '@svc/testing';
import { entities, migrations } from '../src/persistence/data-source';

it('goes down and up again to the same schema', async () => {
  const { db, close } = await testDatabase({ context: 'jobs', entities, migrations });
  const schema = (): Promise<unknown> =>
    db.query(`
      select relname as name, pg_get_indexdef(oid) as definition from pg_class
      where relnamespace = current_schema()::regnamespace and relname <> 'migrations'
        and relkind in ('r', 'i', 'S')
      union all
      select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all
      select proname, pg_get_functiondef(oid) from pg_proc
      where pronamespace = current_schema()::regnamespace
      order by name, definition`);
  const before = await schema();

  await db.undoLastMigration();
  await db.runMigrations();

  expect(await schema()).toEqual(before);
  await close();
});
