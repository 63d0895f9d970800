import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_TRANSACTION_MS } from '@svc/contracts';
import type { ChangePosition, RowChanges } from '@svc/kernel';
import {
  contextUrl,
  provision,
  SCHEMAS,
  startPostgres,
  waitUntil,
  withClient,
  type LocalServer,
} from '@svc/local-servers';
import { createLogger } from '@svc/logging';
import { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import {
  createChangesSql,
  createDataSource,
  createRun,
  migrate,
  Migration,
  readChanges,
  trackChangesSql,
  type ChangesSource,
  type Run,
  type SqlCondition,
} from '../src';

const log = createLogger({ name: 'test', level: 'silent' });

const COMPANY = 7;

/** With parcels from before changes were tracked, one of another company. */
class TrackParcels1700000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parcels (
        id bigint generated always as identity,
        company_id bigint not null,
        status text not null,
        updated_at timestamptz not null default now(),
        deleted_at timestamptz,
        primary key (company_id, id)
      );
      insert into parcels (company_id, status) values (7, 'old'), (7, 'old'), (8, 'old');
      ${createChangesSql}
      ${trackChangesSql({ table: 'parcels', owner: ['company_id'] })}
      create table notes (
        id bigint generated always as identity,
        parcel_id bigint not null,
        text text not null,
        written_at timestamptz not null default now(),
        primary key (parcel_id, id)
      );
    `);
  }
}

let dir: string;
let postgres: LocalServer;
let url: string;
let db: DataSource;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fsm-changes-'));
  postgres = await startPostgres({ dir, durable: false, password: 'admin' });
  const passwords = Object.fromEntries(SCHEMAS.map((schema) => [schema, 'test']));
  await provision({
    adminUrl: postgres.url,
    database: 'parcels',
    passwords: passwords as Record<(typeof SCHEMAS)[number], string>,
  });
  url = contextUrl(postgres.url, 'parcels', { context: 'jobs', password: 'test' });
  const migrations = [TrackParcels1700000000000];
  db = await createDataSource({ url, name: 'parcels', entities: [], migrations, log }).initialize();
  await migrate(db, log);
}, 120_000);

afterAll(async () => {
  await db.destroy();
  await postgres.stop();
  await rm(dir, { recursive: true });
});

interface Parcel {
  readonly id: number;
  readonly status: string;
}

const parcels = (companyId: number, where: readonly SqlCondition[] = []): ChangesSource => ({
  name: 'parcels',
  table: 'parcels parcel',
  columns: 'parcel.id, parcel.status',
  owner: { company_id: companyId },
  live: 'parcel.deleted_at is null',
  where,
  order: 'parcel.created_at desc',
});

interface Asked {
  readonly companyId?: number;
  readonly after?: ChangePosition | undefined;
  readonly limit?: number;
  readonly withRemoved?: boolean;
  readonly where?: readonly SqlCondition[];
  readonly run?: Run;
}

const read = ({
  companyId = COMPANY,
  after,
  limit = 50,
  withRemoved = true,
  where,
  run = createRun(db),
}: Asked = {}): Promise<RowChanges<Parcel>> =>
  readChanges<Parcel>(run, parcels(companyId, where), { after, limit, withRemoved });

let companies = 100;
const newCompany = (): number => (companies += 1);

function copyOf(companyId: number, asked: Omit<Asked, 'after' | 'companyId'> = {}) {
  const parcelsById = new Map<number, string>();
  let after: ChangePosition | undefined;
  return {
    parcelsById,
    async follow(): Promise<number[]> {
      const ids: number[] = [];
      for (let hasMore = true; hasMore;) {
        const page = await read({ ...asked, companyId, after });
        for (const change of page.changes) {
          if ('removed' in change) parcelsById.delete(change.removed.key);
          else parcelsById.set(change.row.id, change.row.status);
          ids.push('removed' in change ? change.removed.key : change.row.id);
        }
        after = page.next;
        hasMore = page.hasMore;
      }
      return ids;
    },
  };
}

async function held(companyId: number): Promise<Map<number, string>> {
  const rows: Parcel[] = await db.query(
    'select id, status from parcels where company_id = $1 and deleted_at is null',
    [companyId],
  );
  return new Map(rows.map(({ id, status }) => [Number(id), status]));
}

async function insert(on: Pick<Client, 'query'>, companyId: number, status = 'new') {
  const { rows } = await on.query<{ id: number }>(
    'insert into parcels (company_id, status) values ($1, $2) returning id',
    [companyId, status],
  );
  return Number(rows[0]?.id);
}

describe('the changes of a list', () => {
  it('begin with what was there before its changes were tracked', async () => {
    const { changes, next, hasMore } = await read({ limit: 1 });

    expect(changes).toEqual([{ row: expect.objectContaining({ id: 1, status: 'old' }) }]);
    expect(hasMore).toBe(true);
    expect(await read({ after: next, limit: 1 })).toMatchObject({
      changes: [{ row: { id: 2, status: 'old' } }],
      hasMore: false,
    });
  });

  it('are told again when a row changes, and only then', async () => {
    const companyId = newCompany();
    const copy = copyOf(companyId);
    await withClient(url, async (client) => {
      const [one, two] = [await insert(client, companyId), await insert(client, companyId)];
      expect(await copy.follow()).toEqual([one, two]);
      expect(await copy.follow()).toEqual([]);

      await client.query(`update parcels set status = 'sent' where id = $1`, [one]);
      expect(await copy.follow()).toEqual([one]);
      expect(await copy.follow()).toEqual([]);
    });
    expect(copy.parcelsById).toEqual(await held(companyId));
  });

  it.each(['in the order in which they began', 'in reverse'])(
    'miss none of transactions that are held open and commit %s, whatever is read meanwhile',
    async (order) => {
      const companyId = newCompany();
      const copy = copyOf(companyId, { limit: 2 });
      const clients: Client[] = [];
      try {
        for (let count = 0; count < 4; count += 1) {
          const client = new Client({ connectionString: url });
          await client.connect();
          clients.push(client);
          await client.query('begin');
          await insert(client, companyId, `of ${count}`);
        }
        await withClient(url, (client) => insert(client, companyId, 'of none'));
        await copy.follow();
        for (const client of order === 'in reverse' ? clients.toReversed() : clients) {
          await client.query('commit');
          await copy.follow();
        }
      } finally {
        await Promise.all(clients.map((client) => client.end()));
      }
      await copy.follow();

      expect(copy.parcelsById.size).toBe(5);
      expect(copy.parcelsById).toEqual(await held(companyId));
    },
  );

  it('are delayed by a transaction of another company and schema, and none is lost', async () => {
    const companyId = newCompany();
    const copy = copyOf(companyId);
    await withClient(postgres.url, async (other) => {
      await other.query('begin');
      await other.query('select pg_current_xact_id()');
      const id = await withClient(url, (client) => insert(client, companyId));
      expect(await copy.follow()).toEqual([]);

      await other.query('rollback');
      expect(await copy.follow()).toEqual([id]);
    });
  });

  it('are delayed by no transaction of ours for more than five seconds', async () => {
    const companyId = newCompany();
    const copy = copyOf(companyId);
    // Its session ends with the forgotten transaction.
    const forgetful = new Client({ connectionString: url });
    forgetful.on('error', () => undefined);
    await forgetful.connect();
    await forgetful.query('begin');
    await insert(forgetful, newCompany());
    const id = await withClient(url, (client) => insert(client, companyId));
    expect(await copy.follow()).toEqual([]);

    const isTold = async () => (await copy.follow()).includes(id);
    expect(await waitUntil(isTold, MAX_TRANSACTION_MS + 2_000)).toBe(true);
    await forgetful.end().catch(() => undefined);
  }, 20_000);

  it('do not ask what the clock says', async () => {
    const companyId = newCompany();
    const copy = copyOf(companyId);
    await withClient(url, async (client) => {
      const id = await insert(client, companyId);
      await copy.follow();
      await client.query(
        `update parcels set status = 'late', updated_at = '2001-01-01' where id = $1`,
        [id],
      );
      const another = await insert(client, companyId);
      await client.query(`update parcels set updated_at = '1999-01-01' where id = $1`, [another]);

      expect(await copy.follow()).toEqual([id, another]);
    });
    expect(copy.parcelsById).toEqual(await held(companyId));
  });

  it('tell of what was removed and restored only to those who ask for it', async () => {
    const companyId = newCompany();
    const [all, present] = [copyOf(companyId), copyOf(companyId, { withRemoved: false })];
    await withClient(url, async (client) => {
      const [one, two] = [await insert(client, companyId), await insert(client, companyId)];
      await all.follow();
      const removedAt = '2026-03-01T10:00:00.000Z';
      await client.query(
        'update parcels set deleted_at = $2, updated_at = $2 where company_id = $3 and id = $1',
        [one, removedAt, companyId],
      );

      expect((await read({ companyId })).changes).toEqual([
        { row: expect.objectContaining({ id: two }) },
        { removed: { key: one, updatedAt: new Date(removedAt) } },
      ]);
      expect(await all.follow()).toEqual([one]);
      expect(await present.follow()).toEqual([two]);
      expect(all.parcelsById).toEqual(await held(companyId));

      await client.query('update parcels set deleted_at = null where id = $1', [one]);
      expect(await all.follow()).toEqual([one]);
      expect(await present.follow()).toEqual([one]);
    });
    expect(all.parcelsById).toEqual(await held(companyId));
    expect(present.parcelsById).toEqual(await held(companyId));
  });

  it('go past rows that a filter leaves out, a bounded number with each read', async () => {
    const companyId = newCompany();
    await db.query(
      `insert into parcels (company_id, status)
       select $1, case when n % 11000 = 0 then 'rare' else 'usual' end
       from generate_series(1, 34000) n`,
      [companyId],
    );
    const where: readonly SqlCondition[] = [['parcel.status = ?', 'rare']];
    const found: number[] = [];
    let reads = 0;
    let after: ChangePosition | undefined;
    for (let hasMore = true; hasMore; reads += 1) {
      const page = await read({ companyId, where, after });
      found.push(...page.changes.map((change) => ('row' in change ? change.row.id : 0)));
      ({ next: after, hasMore } = page);
    }

    const rare: { id: string }[] = await db.query(
      `select id from parcels where company_id = $1 and status = 'rare' order by id`,
      [companyId],
    );
    expect(found).toEqual(rare.map(({ id }) => Number(id)));
    expect(reads).toBe(4);
    const [{ looked }] = await db.query(
      `select count(*) as looked from parcels where company_id = $1
         and (changed_in, id) > ($2::xid8, $3::bigint)`,
      [companyId, after?.transaction, after?.key],
    );
    expect(Number(looked)).toBe(0);
  });

  it.each([1, 2, 49, 50, 51, 99, 100])('come in pages of %i', async (limit) => {
    const companyId = newCompany();
    await db.query(
      `insert into parcels (company_id, status) select $1, 'new' from generate_series(1, 203)`,
      [companyId],
    );

    const ids = await copyOf(companyId, { limit }).follow();

    expect(ids).toEqual([...(await held(companyId)).keys()].sort((one, other) => one - other));
  });

  it('are read from the index of changes, however many there are', async () => {
    const texts: { text: string; values: unknown[] }[] = [];
    const run: Run = (asked, ...given) => {
      const values = (given[0] ?? {}) as Record<string, unknown>;
      texts.push({ text: asked.text, values: asked.names.map((name) => values[name]) });
      return createRun(db)(asked, ...given);
    };
    await read({ run, where: [['parcel.status = ?', 'old']] });
    const [{ text, values } = { text: '', values: [] }] = texts;
    const plan = await db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return JSON.stringify(await tx.query(`explain ${text}`, values));
    });

    expect(plan).toMatch(/Index (Only )?Scan using parcels_changes/);
    expect(plan).toMatch(/Index Cond: .*company_id = .*ROW\(.*changed_in, .*id\) > ROW/);
  });

  it('leave a copy as the database is, while many write', async () => {
    const companyId = newCompany();
    const copy = copyOf(companyId, { limit: 7 });
    let isWriting = true;

    /** Random but reproducible inserts, changes, removals and restores. */
    const writer = (seed: number) =>
      withClient(url, async (client) => {
        let state = seed;
        const next = (below: number) => {
          state = (state * 48_271) % 2_147_483_647;
          return state % below;
        };
        for (let turn = 0; turn < 60; turn += 1) {
          await client.query('begin');
          for (let step = next(4); step >= 0; step -= 1) {
            const id = `(select id from parcels where company_id = ${companyId}
              order by id offset ${next(40)} limit 1 for update skip locked)`;
            const back = `updated_at = now() - interval '${next(60)} minutes'`;
            const statements = [
              `insert into parcels (company_id, status) values (${companyId}, 'new ${seed} ${turn}')`,
              `update parcels set status = 'set ${seed} ${turn}', ${back} where id = ${id}`,
              `update parcels set deleted_at = now(), ${back} where id = ${id}`,
              `update parcels set deleted_at = null, ${back} where id = ${id}`,
            ];
            await client.query(statements[next(4)] ?? '');
          }
          await client.query(next(5) === 0 ? 'rollback' : 'commit');
        }
      });
    const reading = (async () => {
      while (isWriting) await copy.follow();
    })();
    await Promise.all([1, 2, 3, 4, 5, 6].map(writer));
    isWriting = false;
    await reading;
    await copy.follow();

    expect(copy.parcelsById.size).toBeGreaterThan(20);
    expect(copy.parcelsById).toEqual(await held(companyId));
  }, 60_000);
});

describe('the changes of rows that are written one after another', () => {
  const notes = (parcelId: number): ChangesSource => ({
    name: 'notes',
    table: 'notes note',
    columns: 'note.text',
    owner: { parcel_id: parcelId },
    where: [],
    order: 'note.id',
    changedAt: 'note.written_at',
    isInOrderOfKeys: true,
  });

  it('are told in their order at once, whichever transaction began first or is rolled back', async () => {
    const clients = await Promise.all(
      [1, 2, 3].map(async () => {
        const client = new Client({ connectionString: url });
        await client.connect();
        await client.query('begin; select pg_current_xact_id()');
        return client;
      }),
    );
    const [early, late, undone] = clients as [Client, Client, Client];
    const parcelId = await withClient(url, (client) => insert(client, newCompany()));
    const write = async (client: Client, text: string) => {
      await client.query('select from parcels where id = $1 for update', [parcelId]);
      await client.query('insert into notes (parcel_id, text) values ($1, $2)', [parcelId, text]);
    };
    let after: ChangePosition | undefined;
    const follow = async () => {
      const texts: string[] = [];
      for (let hasMore = true; hasMore;) {
        const part = { after, limit: 1, withRemoved: false };
        const page = await readChanges<{ text: string }>(createRun(db), notes(parcelId), part);
        texts.push(...page.changes.map((change) => ('row' in change ? change.row.text : '')));
        ({ next: after, hasMore } = page);
      }
      return texts;
    };
    try {
      expect(await follow()).toEqual([]);
      await write(late, 'first');
      await write(late, 'second');
      await late.query('commit');
      expect(await follow()).toEqual(['first', 'second']);

      await write(early, 'third');
      const waiting = write(undone, 'never');
      expect(await follow()).toEqual([]);
      await early.query('commit');
      await waiting;
      expect(await follow()).toEqual(['third']);

      await undone.query('rollback');
      await write(late, 'fourth');
      expect(await follow()).toEqual(['fourth']);
      expect(await follow()).toEqual([]);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });
});

describe('a place', () => {
  const refusal = expect.objectContaining({
    code: 'validation_failed',
    details: { errors: [expect.objectContaining({ field: 'cursor' })] },
  });

  it('that no transaction can have told is refused', async () => {
    const { next } = await read();

    await expect(
      read({ after: { ...next, transaction: String(BigInt(next.transaction) + 1_000n) } }),
    ).rejects.toEqual(refusal);
  });

  it('has no meaning in another cluster, where all rows are read again', async () => {
    const { next } = await read();
    // A dump from a cluster whose transaction numbers are higher.
    await db.query(`
      update change_generation set system_identifier = system_identifier + 1;
      alter table parcels disable trigger note_change;
      update parcels set changed_in = '9000000000' where company_id = ${COMPANY};
      alter table parcels enable trigger note_change;
    `);
    expect((await read({})).changes).toEqual([]);

    await migrate(db, log);

    await expect(read({ after: next })).rejects.toEqual(refusal);
    const { changes } = await read({});
    expect(changes).toHaveLength((await held(COMPANY)).size);
    await db.query(`update parcels set status = 'again' where id = 1`);
    const { next: later } = await read({});
    await migrate(db, log);
    expect((await read({ after: later })).changes).toEqual([]);
  });
});
