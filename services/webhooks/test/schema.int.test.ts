import { schemaAgain, testDatabase, type TestDatabase } from '@svc/testing';
import { entities, migrations } from '../src/persistence/data-source';
import { keepPartitions } from '../src/persistence/partitions';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ context: 'webhooks', entities, migrations });
});
afterAll(() => database.close());

it('goes down and up again to the same schema', async () => {
  const { before, after } = await schemaAgain({ context: 'webhooks', entities, migrations });

  expect(after).toEqual(before);
});

describe('keepPartitions', () => {
  const daysOf = async (table: string): Promise<string[]> => {
    const rows: { name: string }[] = await database.db.query(
      `select relname as name from pg_class join pg_inherits on oid = inhrelid
       where inhparent = $1::regclass order by name`,
      [table],
    );
    return rows.map(({ name }) => name.slice(table.length + 1));
  };

  it('makes the days of the stream and those to come', async () => {
    await keepPartitions(database.db, new Date('2026-03-02T23:59:59Z'));
    await keepPartitions(database.db, new Date('2026-03-02T23:59:59Z'));

    for (const table of ['events', 'deliveries', 'attempts']) {
      expect(await daysOf(table)).toEqual([
        ...['20260223', '20260224', '20260225', '20260226', '20260227', '20260228'],
        ...['20260301', '20260302', '20260303', '20260304', 'other'],
      ]);
    }
  });

  it('leaves half of each page of the deliveries free, for what their attempts change', async () => {
    await keepPartitions(database.db, new Date('2026-03-02T23:59:59Z'));

    const rows = await database.db.query(
      `select distinct reloptions from pg_class join pg_inherits on oid = inhrelid
       where inhparent = 'deliveries'::regclass`,
    );
    expect(rows).toEqual([{ reloptions: ['fillfactor=50'] }]);
  });

  it('drops whole what is older than 30 days, and nothing younger', async () => {
    await keepPartitions(database.db, new Date('2026-03-29T00:00:00Z'));
    expect(await daysOf('deliveries')).toContain('20260227');
    expect(await daysOf('deliveries')).not.toContain('20260226');
  });

  it('works with two at once', async () => {
    const at = new Date('2026-06-01T00:00:00Z');

    await Promise.all([keepPartitions(database.db, at), keepPartitions(database.db, at)]);

    expect(await daysOf('attempts')).toHaveLength(11);
  });
});
