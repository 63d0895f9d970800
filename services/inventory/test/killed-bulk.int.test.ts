import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BULK_HEADER } from '@svc/contracts';
import { findFreePort } from '@svc/local-servers';
import {
  buildProgram,
  claimTestNats,
  createApiClient,
  createInternalEnvironment,
  createTestDatabase,
  eventually,
  type TestDatabase,
} from '@svc/testing';
import { migrations } from '../src/persistence/data-source';

const ROOT = join(__dirname, '../../..');
const PROGRAM = join(ROOT, 'dist/inventory-under-test/main.js');
const BULK = 'a bulk that is killed';
const HELD_AT = 15;

const operations = Array.from({ length: 40 }, (_, n) => ({
  method: 'POST',
  body: { part_number: `K-${n}`, part_name: 'Filter' },
}));

interface BulkAnswer {
  readonly data: readonly { readonly status: number; readonly body: { item_id: number } }[];
}

describe('a bulk whose service is killed half-way', () => {
  let database: TestDatabase;
  let nats: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    buildProgram({ entryPoint: join(ROOT, 'services/inventory/src/main.ts'), outfile: PROGRAM });
    database = await createTestDatabase({ context: 'inventory', migrations });
    nats = claimTestNats().url;
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database.close();
  });

  async function startService() {
    const [port, metricsPort] = await Promise.all([findFreePort(), findFreePort()]);
    const child = spawn(process.execPath, [PROGRAM], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        DATABASE_URL: database.url,
        NATS_URL: nats,
        ...createInternalEnvironment('inventory'),
      },
    });
    children.push(child);
    const api = createApiClient({ app: `http://127.0.0.1:${port}`, audience: 'inventory' });
    await eventually(async () => expect((await api.get('/api/v1/inventory')).status).toBe(200), {
      within: 30_000,
    });
    return {
      child,
      send: () =>
        api.send<BulkAnswer>(
          'POST',
          '/api/v1/inventory?action=bulk',
          { operations },
          { [BULK_HEADER]: BULK },
        ),
    };
  }
  const itemsBy = async (column: 'id' | 'part_number'): Promise<unknown[]> => {
    const rows: { value: unknown }[] = await database.db.query(
      `select ${column} as value from items where company_id = 1 order by id`,
    );
    return rows.map(({ value }) => value);
  };

  it('does each operation exactly once when it is repeated', async () => {
    const first = await startService();
    const holder = database.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('set local transaction_timeout = 0');
    await holder.query(
      'insert into done_operations (company_id, bulk, place) values ($1, $2, $3)',
      [1, BULK, HELD_AT],
    );
    const broken = first.send().then(
      () => 'answered',
      () => 'broken off',
    );
    await eventually(async () => expect((await itemsBy('id')).length).toBe(HELD_AT), {
      within: 20_000,
    });

    const ended = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await ended;
    expect(await broken).toBe('broken off');
    await holder.rollbackTransaction();
    await holder.release();
    const before = await itemsBy('id');
    const second = await startService();
    let answer = await second.send();
    // A busy machine may not begin all in time: the client sends it again.
    for (let again = 0; again < 5 && answer.headers['x-svc-incomplete'] === '1'; again += 1) {
      answer = await second.send();
    }
    const { status, body } = answer;

    expect(status).toBe(200);
    expect(new Set(body.data.map((each) => each.status))).toEqual(new Set([201]));
    expect(await itemsBy('part_number')).toEqual(operations.map((one) => one.body.part_number));
    expect(body.data.map((each) => each.body.item_id)).toEqual(await itemsBy('id'));
    expect(body.data.slice(0, HELD_AT).map((each) => each.body.item_id)).toEqual(before);
    expect((await second.send()).body.data).toEqual(body.data);
    expect(await itemsBy('id')).toHaveLength(operations.length);
  }, 120_000);
});
