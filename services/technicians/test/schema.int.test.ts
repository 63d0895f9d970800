import { createTestDatabase, eventually, type TestDatabase } from '@svc/testing';
import { migrations } from '../src/persistence/data-source';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ context: 'technicians', migrations });
});
afterAll(() => database.close());

it('counts a list from its index alone, whatever other companies have', async () => {
  const { db } = database;
  await db.transaction(async (tx) => {
    // A vacuum marks pages as all-visible only when the commit has reached the log.
    await tx.query('set local synchronous_commit = on');
    await tx.query(`
      insert into technicians (company_id, version, first_name, last_name, email, email_key, status,
        availability_status, transport_modes, search_text, created_at, updated_at)
      select n % 200, 1, 'Technician', n, n || '@acme.example', n || '@acme.example', 'Active',
        'Available', '{}', 'technician ' || n, now(), now()
      from generate_series(1, 20000) n`);
  });
  // One that something older still looks at leaves a page as it is.
  await eventually(async () => {
    await db.query('vacuum analyze technicians');
    const visible = `select relallvisible = relpages as "areAll" from pg_class where relname = 'technicians'`;
    expect(await db.query(visible)).toEqual([{ areAll: true }]);
  });

  const rows: { 'QUERY PLAN': string }[] = await db.query(
    `explain select count(*) from technicians
     where company_id = 7 and status = 'Active' and availability_status = 'Available'`,
  );

  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Only Scan using technicians_list');
});
