import type { DataSource } from 'typeorm';
import type { ServiceUnderTest } from './service-under-test';

export interface EmptiedService<S extends ServiceUnderTest> {
  readonly start: () => Promise<S & { readonly db: DataSource }>;
  readonly given: (service: S, companyId: number) => Promise<unknown>;
}

const LIVE = 1;
const SANDBOX = 1_000_000_001;

const TABLES = `
  select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not relispartition and attname = 'company_id'
    and relname not in ('outbox', 'dead_letters')
  order by 1`;

export function describeEmptySandbox<S extends ServiceUnderTest>({
  start,
  given,
}: EmptiedService<S>): void {
  let service: S & { readonly db: DataSource };
  beforeAll(async () => {
    service = await start();
    await given(service, LIVE);
    await given(service, SANDBOX);
  });
  afterAll(() => service.close());

  async function rowsOf(companyId: number): Promise<Record<string, number>> {
    const tables = await service.db.query<{ name: string }[]>(TABLES);
    const counted: Record<string, number> = {};
    for (const { name } of tables) {
      const sql = `select count(*)::integer as rows from "${name}" where company_id = ${companyId}`;
      const [{ rows } = { rows: 0 }] = await service.db.query<{ rows: number }[]>(sql);
      if (rows > 0) counted[name] = rows;
    }
    return counted;
  }
  const empty = (companyId: number, sandboxOf?: number) =>
    service.admin.as({ companyId, sandboxOf }).post('/admin/sandbox/empty');

  it('keeps what is live, whatever is asked', async () => {
    const before = await rowsOf(LIVE);

    expect((await empty(LIVE)).status).toBe(403);
    expect(await rowsOf(LIVE)).toEqual(before);
  });

  it('deletes all of a sandbox, and nothing else', async () => {
    const [live, sandbox] = [await rowsOf(LIVE), await rowsOf(SANDBOX)];
    expect(Object.keys(sandbox).length).toBeGreaterThan(0);

    const emptied = await empty(SANDBOX, LIVE);

    const deleted = Object.values(sandbox).reduce((sum, rows) => sum + rows, 0);
    expect(emptied).toMatchObject({ status: 200, body: { data: { is_empty: true } } });
    expect(Reflect.get(Object(emptied.body), 'data')).toMatchObject({ deleted });
    expect(await rowsOf(SANDBOX)).toEqual({});
    expect(await rowsOf(LIVE)).toEqual(live);
  });
}
