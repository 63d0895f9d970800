import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  contextUrl,
  provision,
  SCHEMAS,
  startPostgres,
  waitUntil,
  withClient,
  type LocalServer,
} from '@svc/local-servers';
import { POOL_SIZE } from '@svc/contracts';
import fc from 'fast-check';
import { createLogger, describeError } from '@svc/logging';
import type { DataSource, QueryRunner } from 'typeorm';
import {
  buildIndex,
  createDataSource,
  createRun,
  FIELD_SEPARATOR,
  isUniqueViolation,
  lockName,
  matchTerm,
  matchTerms,
  migrate,
  Migration,
  readListPage,
  statement,
  sumCounters,
  toConditions,
  type AnyValues,
  type ListSource,
  type NoValues,
  type Run,
} from '../src';

const log = createLogger({ name: 'test', level: 'silent' });

class CreateNotes1700000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notes (
        id bigint generated always as identity primary key,
        company_id bigint not null,
        title text not null,
        cost numeric(9, 2),
        due date,
        created_at timestamptz not null,
        constraint notes_title_key unique (company_id, title)
      )`);
  }
}

const insertNote = statement<
  { companyId: number; title: string; amount: number; day: string | null; at: Date },
  Record<string, unknown>
>()(
  'insert_note',
  `insert into notes (company_id, title, cost, due, created_at)
   values (:companyId, :title, :amount, :day, :at) returning *`,
);
const countNotes = statement<NoValues, { notes: number }>()(
  'count_notes',
  'select count(*) as notes from notes',
);
const AT = new Date('2026-07-01T12:00:00.250Z');

let dir: string;
let postgres: LocalServer;
let url: string;
let db: DataSource;

const connect = (migrations: readonly (new () => Migration)[] = [CreateNotes1700000000000]) =>
  createDataSource({
    url,
    name: 'notes',
    entities: [],
    migrations,
    log,
  });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fsm-database-'));
  postgres = await startPostgres({ dir, durable: false, password: 'admin' });
  const passwords = Object.fromEntries(SCHEMAS.map((schema) => [schema, 'test']));
  await provision({
    adminUrl: postgres.url,
    database: 'notes',
    passwords: passwords as Record<(typeof SCHEMAS)[number], string>,
  });
  url = contextUrl(postgres.url, 'notes', { context: 'jobs', password: 'test' });
  db = await connect().initialize();
}, 120_000);

afterAll(async () => {
  await db.destroy();
  await postgres.stop();
  await rm(dir, { recursive: true });
});

const add = (title: string, { run = createRun(db), companyId = 7 } = {}) =>
  run(insertNote, { companyId, title, amount: 12.5, day: '2026-07-04', at: AT });
const count = async () => (await createRun(db)(countNotes))[0]?.notes;

describe('migrate', () => {
  it('applies a migration once when several replicas start together', async () => {
    const replicas = [connect(), connect(), connect()];

    await Promise.all(replicas.map((replica) => migrate(replica, log)));

    const applied = await db.query('select name from migrations');
    expect(applied).toEqual([{ name: 'CreateNotes1700000000000' }]);
  });

  it('refuses data that is older than the first migration, and leaves it as it is', async () => {
    class CreateNotes1800000000000 extends Migration {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('drop table notes');
      }
    }

    await expect(migrate(connect([CreateNotes1800000000000]), log)).rejects.toThrow(
      'the data is older than the first release; start with another --data or database, or delete this one',
    );

    expect(await db.query('select from notes')).toEqual([]);
    expect(await db.query('select name from migrations')).toEqual([
      { name: 'CreateNotes1700000000000' },
    ]);
  });

  it('lets a migration take longer than any request may, and nothing after it', async () => {
    const limits = () => `select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('TimeZone') as zone,
      current_setting('transaction_timeout') as transaction`;
    class KeepLimits1700000000001 extends Migration {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query(`create table limits as ${limits()}`);
      }
    }
    const again = connect([CreateNotes1700000000000, KeepLimits1700000000001]);

    await migrate(again, log);

    await again.initialize();
    const [ofMigration] = await again.query('select * from limits');
    const [ofRequest] = await again.query(limits());
    await again.destroy();
    expect(ofMigration).toEqual({ statement: '0', lock: '0', transaction: '0', zone: 'UTC' });
    expect(ofRequest).toEqual({
      statement: '4500ms',
      lock: '4500ms',
      transaction: '5s',
      zone: 'UTC',
    });
  });
});

describe('an index that a migration builds', () => {
  class FindNotes1700000000002 extends Migration {
    readonly transaction = false;

    async up(runner: QueryRunner): Promise<void> {
      await buildIndex(runner, { name: 'notes_by_time', on: 'notes (company_id, created_at, id)' });
    }
  }
  const replica = () => connect([CreateNotes1700000000000, FindNotes1700000000002]);
  const isValid = async () =>
    (await db.query(`select indisvalid as it from pg_index
      where indexrelid = to_regclass('notes_by_time')`)) as unknown;

  beforeAll(() => migrate(connect(), log));
  afterEach(async () => {
    await db.query('drop index notes_by_time');
    await db.query(`delete from migrations where name = 'FindNotes1700000000002'`);
  });

  it('keeps nobody from writing, and ends while other replicas wait to migrate', async () => {
    const open = db.createQueryRunner();
    await open.startTransaction();
    await open.query('lock table notes in row exclusive mode');
    const migrated = Promise.all(
      [replica(), replica(), replica()].map((each) => migrate(each, log)),
    );
    const isBuilding = async () =>
      (await db.query('select from pg_stat_progress_create_index')).length > 0;
    expect(await waitUntil(isBuilding, 20_000)).toBe(true);

    await add('while the index is built');

    await open.commitTransaction();
    await open.release();
    await migrated;
    expect(await isValid()).toEqual([{ it: true }]);
  });

  it('is built anew where an attempt was broken off', async () => {
    await add('a', { companyId: 9 });
    await add('b', { companyId: 9 });
    await expect(
      db.query('create unique index concurrently notes_by_time on notes (company_id)'),
    ).rejects.toThrow('could not create unique index');
    expect(await isValid()).toEqual([{ it: false }]);

    await migrate(replica(), log);

    expect(await isValid()).toEqual([{ it: true }]);
  });
});

describe('takeTurn', () => {
  it('lets one transaction at a time go on, and the next when its session is gone', async () => {
    const order: string[] = [];
    const first = db.createQueryRunner();
    await first.startTransaction();
    await lockName(first.manager, 'Pump');
    const [session] = await first.query('select pg_backend_pid() as pid');
    const second = db.transaction(async (tx) => {
      await lockName(tx, 'pump');
      order.push('second');
    });
    await db.transaction((tx) => lockName(tx, 'fan'));
    await isWaiting();

    order.push('first is gone');
    await db.query('select pg_terminate_backend($1)', [session.pid]);
    await second;

    expect(order).toEqual(['first is gone', 'second']);
    expect(await db.query('select from name_locks')).toEqual([]);
    await first.release();
  });

  const isWaiting = async () => {
    const waits = async () =>
      (await db.query(`select from pg_locks where locktype = 'transactionid' and not granted`))
        .length > 0;
    expect(await waitUntil(waits, 20_000)).toBe(true);
  };

  it('cannot be kept from a context by the role of another', async () => {
    const customers = contextUrl(postgres.url, 'notes', { context: 'customers', password: 'test' });
    await withClient(customers, async (other) => {
      await expect(
        other.query(`select pg_advisory_lock(7041001, hashtext('jobs'))`),
      ).rejects.toThrow('permission denied for function pg_advisory_lock');
      await other.query('create table name_locks (name_hash bytea primary key)');
      await other.query('begin');
      await other.query(`insert into name_locks values (sha256('pump')), (sha256('migrations'))`);
      await other.query('savepoint locked_nothing');
      for (const attempt of [
        `insert into jobs.name_locks values (sha256('pump'))`,
        'lock table jobs.name_locks',
        'select from jobs.name_locks for update',
      ]) {
        await expect(other.query(attempt)).rejects.toThrow('permission denied for schema jobs');
        await other.query('rollback to locked_nothing');
      }

      await migrate(connect(), log);
      await db.transaction((tx) => lockName(tx, 'pump'));
    });
  });
});

describe('a statement', () => {
  it('reads ids and money as numbers, timestamps as dates and calendar dates as text', async () => {
    expect(await add('types')).toEqual([
      {
        id: expect.any(Number),
        company_id: 7,
        title: 'types',
        cost: 12.5,
        due: '2026-07-04',
        created_at: AT,
      },
    ]);
  });

  it.each([
    '2026-07-01T12:00:00.000Z',
    '2026-07-01T12:00:00.001Z',
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])('reads %s as it was written', async (text) => {
    const at = new Date(text);
    const echo = statement<{ at: Date }, { at: Date }>()('echo', 'select :at::timestamptz as at');

    expect(await createRun(db)(echo, { at })).toEqual([{ at }]);
  });

  it('is prepared once on a connection, whoever runs it', async () => {
    await add('prepared on the pool');
    await db.transaction(async (tx) => {
      const run = createRun(tx);
      await add('prepared', { run });
      await add('prepared again', { run });

      const prepared = await tx.query('select name from pg_prepared_statements where name = $1', [
        insertNote.name,
      ]);
      expect(prepared).toHaveLength(1);
    });
  });

  it('has one name for one text, and another for another', () => {
    expect(statement()('list', 'select 1')).toBe(statement()('list', 'select 1'));
    expect(statement()('list', 'select 2').name).not.toBe(statement()('list', 'select 1').name);
  });

  it('is not asked without a value that its text names', async () => {
    const asked = statement<AnyValues, { at: Date }>()('dated', 'select :at::timestamptz as at');

    await expect(createRun(db)(asked, { on: AT })).rejects.toThrow(
      /^dated_\d+ lacks a value for :at\.$/,
    );
    expect(await createRun(db)(asked, { at: undefined })).toEqual([{ at: null }]);
  });

  it('takes part in the transaction it runs in', async () => {
    const before = await count();
    const change = db.transaction(async (tx) => {
      await add('rolled back', { run: createRun(tx) });
      throw new Error('no');
    });

    await expect(change).rejects.toThrow('no');
    expect(await count()).toBe(before);
  });
});

it('a statement that fails is in the log by its name, with no value that it was given', async () => {
  await add('Margarethe Oberholzer');
  const again = await add('Margarethe Oberholzer').catch((error: unknown) => error);
  const outOfRange = await createRun(db)(insertNote, {
    companyId: 7,
    title: 'Margarethe',
    amount: 1e12,
    day: null,
    at: AT,
  }).catch((error: unknown) => error);
  const byTypeOrm = await db
    .query(`select 'Margarethe Oberholzer'::integer, $1::text`, ['Oberholzer'])
    .catch((error: unknown) => error);

  const [first, second, third] = [again, outOfRange, byTypeOrm].map((error) =>
    describeError(error),
  );
  expect(first).toMatchObject({
    code: '23505',
    message: 'duplicate key value violates unique constraint "notes_title_key"',
    constraint: 'notes_title_key',
    table: 'notes',
    statement: insertNote.name,
    stack: expect.stringContaining('database.int.test.ts'),
  });
  expect(second).toMatchObject({ code: '22003', statement: insertNote.name });
  expect(third).toMatchObject({ type: 'QueryFailedError', code: '22P02' });
  expect(JSON.stringify([first, second, third])).not.toMatch(/Margarethe|Oberholzer/);
});

describe('uniqueViolation', () => {
  it('knows the constraint, however the statement was run', async () => {
    await add('once');
    const byName = await add('once').catch((error: unknown) => error);
    const byTypeOrm = await db
      .query(insertNote.text, [7, 'once', 1, null, AT])
      .catch((error: unknown) => error);

    for (const error of [byName, byTypeOrm]) {
      expect(isUniqueViolation(error, 'notes_title_key')).toBe(true);
      expect(isUniqueViolation(error, 'notes_pkey')).toBe(false);
    }
  });

  it.each([undefined, null, 'text', new Error('other'), { code: '23503' }])(
    'is no other failure: %p',
    (error) => {
      expect(isUniqueViolation(error, 'notes_title_key')).toBe(false);
    },
  );
});

describe('a connection', () => {
  it('comes back after the loss of every session', async () => {
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = current_user and pid <> pg_backend_pid()`,
    );

    const isBack = () => add('after the loss').then(Boolean, () => false);
    expect(await waitUntil(isBack, 5_000)).toBe(true);
  });
});

describe('a list', () => {
  interface Filter {
    readonly status?: string | undefined;
    readonly createdFrom?: Date | undefined;
    readonly updatedFrom?: Date | undefined;
  }
  interface Asked {
    readonly filter: Filter;
    readonly search?: string | undefined;
  }
  const COMPANY = 8;
  const minute = (count: number): Date => new Date(AT.getTime() + count * 60_000);
  const ORDER = 'parcel.created_at desc, parcel.id desc';

  const parcels = ({ filter, search }: Asked, kept?: number): ListSource => ({
    name: 'parcels',
    table: 'parcels parcel',
    columns: 'parcel.id',
    owner: { company_id: COMPANY },
    where: [
      ['parcel.deleted_at is null'],
      ...toConditions(filter, {
        status: 'parcel.status = ?',
        createdFrom: 'parcel.created_at >= ?',
        updatedFrom: 'parcel.updated_at >= ?',
      }),
    ],
    search: matchTerm('parcel.text', search),
    order: filter.updatedFrom ? 'parcel.updated_at, parcel.id' : ORDER,
    storedTotal: kept === undefined ? undefined : ['?::bigint', kept],
  });

  async function plain({ filter, search }: Asked) {
    const { status = null, createdFrom = null, updatedFrom = null } = filter;
    const rows: { id: number }[] = await db.query(
      `select id from parcels where company_id = $1 and deleted_at is null
         and ($2::text is null or status = $2)
         and ($3::timestamptz is null or created_at >= $3)
         and ($4::timestamptz is null or updated_at >= $4)
         and ($5::text is null or position(lower($5) in text) > 0)
       order by ${updatedFrom ? 'updated_at, id' : 'created_at desc, id desc'}`,
      [COMPANY, status, createdFrom, updatedFrom, search ?? null],
    );
    return rows;
  }

  async function askedBy(list: ListSource, page: number, perPage = 50) {
    const asked: { text: string; values: readonly unknown[] }[] = [];
    const run: Run = (question, ...given) => {
      const values: AnyValues = given[0] ?? {};
      asked.push({ text: question.text, values: question.names.map((name) => values[name]) });
      return createRun(db)(question, ...given);
    };
    await readListPage(run, list, { page, perPage });
    return asked;
  }

  const explain = ({ text, values }: { text: string; values: readonly unknown[] }) =>
    db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      const lines = await tx.query(`explain ${text}`, [...values]);
      return JSON.stringify(lines);
    });

  // Few creation times, no order, another company's rows between them.
  beforeAll(async () => {
    await db.query(`
      create table parcels (
        id bigint generated always as identity,
        company_id bigint not null,
        status text not null,
        text text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        primary key (company_id, id)
      );
      create index parcels_newest on parcels (company_id, created_at, id) where deleted_at is null;
      create index parcels_search on parcels using gin (company_id, text gin_trgm_ops)
        where deleted_at is null`);
    await db.query(
      `insert into parcels (company_id, status, text, created_at, updated_at, deleted_at)
       select $1 + (n % 5 = 0)::integer, (array['New', 'Sent', 'Lost'])[1 + least(hash % 16, 2)],
         (array['filter', '100% wool', 'a_b', 'öl', 'x-ray'])[1 + hash % 5] || ' pn-' || n,
         $2::timestamptz + hash % 200 * interval '1 minute',
         $2::timestamptz + hash % 331 * interval '1 minute',
         case when hash % 7 = 0 then $2::timestamptz end
       from generate_series(1, 4000) n, lateral (select abs(hashint4(n)) as hash)`,
      [COMPANY, AT],
    );
    await db.query('vacuum analyze parcels');
  });

  it('has the rows and the total that order, limit, offset and count answer', async () => {
    const perhaps = <Value>(values: fc.Arbitrary<Value>) =>
      fc.option(values, { nil: undefined, freq: 1 });
    const asked = fc.record({
      filter: fc.record({
        status: perhaps(fc.constantFrom('New', 'Sent', 'Lost', 'Unknown')),
        createdFrom: perhaps(fc.nat(250).map(minute)),
        updatedFrom: perhaps(fc.nat(400).map(minute)),
      }),
      search: perhaps(
        fc.constantFrom('pn', 'PN-1', 'filter', '%', 'a_B', '-1', 'ÖL', 'l p', 'zq', 'none'),
      ),
    });
    const perPage = fc.oneof(fc.constantFrom(1, 50, 100), fc.integer({ min: 1, max: 100 }));
    // 1 is the last page; larger values lie past the end.
    const share = fc.oneof(
      fc.constantFrom(0, 0.5, 1),
      fc.double({ min: 0, max: 1.2, noNaN: true }),
    );

    await fc.assert(
      fc.asyncProperty(asked, perPage, share, fc.boolean(), async (query, size, at, isKept) => {
        const all = await plain(query);
        const page = Math.max(1, Math.ceil((at * all.length) / size));
        const list = parcels(query, isKept && query.search === undefined ? all.length : undefined);

        const found = await readListPage<{ id: number }>(createRun(db), list, {
          page,
          perPage: size,
        });

        expect({ ...found, rows: found.rows.map(({ id }) => ({ id })) }).toEqual({
          rows: all.slice((page - 1) * size, page * size),
          total: all.length,
        });
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it.each([Number.MAX_SAFE_INTEGER, 10_000])('has nothing on page %i', async (page) => {
    const { length: total } = await plain({ filter: {} });

    expect(
      await readListPage(createRun(db), parcels({ filter: {} }), { page, perPage: 50 }),
    ).toEqual({
      rows: [],
      total,
    });
  });

  it('counts a page from the nearer end', async () => {
    const { length: total } = await plain({ filter: {} });
    const passedOver = async (page: number) => {
      const asked = await askedBy(parcels({ filter: {} }), page);
      const keys = asked.find(({ text }) => text.includes(' offset '));
      return keys?.values.at(-1);
    };
    const last = Math.ceil(total / 50);

    expect(await passedOver(25)).toBe(1_200);
    expect(await passedOver(last)).toBe(0);
    expect(await passedOver(last - 1)).toBe(total - (last - 1) * 50);
  });

  it.each<[string, ListSource, number]>([
    ['searches', parcels({ filter: {}, search: 'filter' }), 1],
    ['pages far from the first', parcels({ filter: {} }, 2_500), 25],
    ['lists whose rows are counted', parcels({ filter: {} }), 1],
  ])('lets no other company wait for %s of one', async (_, list, page) => {
    // Waits while the table is locked.
    const held = '(select count(*) from gate) = 0';
    const slow = { ...list, where: [...list.where, [held] as const] };
    await withClient(url, async (holder) => {
      await holder.query('create table gate ()');
      await holder.query('begin');
      await holder.query('lock table gate in access exclusive mode');
      const asked = Array.from({ length: 2 * POOL_SIZE }, () =>
        readListPage(createRun(db), slow, { page, perPage: 50 }),
      );
      try {
        const waiting = `select from pg_locks where relation = 'gate'::regclass and not granted`;
        expect(
          await waitUntil(async () => (await holder.query(waiting)).rowCount !== 0, 5_000),
        ).toBe(true);
        let isAnswered = false;
        const others = { ...parcels({ filter: {} }), owner: { company_id: COMPANY + 1 } };
        const answer = readListPage(createRun(db), others, { page: 1, perPage: 50 }).then(
          (found) => {
            isAnswered = true;
            return found;
          },
        );
        expect(await waitUntil(() => isAnswered, 5_000)).toBe(true);
        expect((await answer).rows).toHaveLength(50);
      } finally {
        await holder.query('commit');
        await Promise.all(asked);
        await holder.query('drop table gate');
      }
    });
  });

  it('looks a rare term up by its trigrams alone', async () => {
    const [search] = await askedBy(parcels({ filter: {}, search: 'pn-1234' }), 1);

    const plan = await explain(search ?? { text: '', values: [] });

    expect(plan).toContain('parcels_search');
    expect(plan).toMatch(/Index Cond: \(text ~~ '%pn-1234%'/);
  });

  it.each(['zq', 'z', '--', 'ö', 'a b'])('reads no index of trigrams for %p', async (term) => {
    const asked = await askedBy(parcels({ filter: {}, search: term }), 1);

    for (const each of asked) expect(await explain(each)).not.toContain('parcels_search');
  });
});

describe('stored totals', () => {
  const boxes = (
    companyId: number,
    filter: { readonly status?: string; readonly isHeavy?: boolean } = {},
  ): ListSource => ({
    name: 'boxes',
    table: 'boxes box',
    columns: 'box.id',
    owner: { company_id: companyId },
    where: toConditions(filter, { status: 'box.status = ?', isHeavy: 'box.is_heavy = ?' }),
    order: 'box.id',
    storedTotal: sumCounters(
      'box_counts',
      'boxes',
      toConditions(
        { companyId, status: filter.status, isHeavy: filter.isHeavy },
        { companyId: 'company_id = ?', status: 'status = ?', isHeavy: 'is_heavy = ?' },
      ),
    ),
  });

  beforeAll(() =>
    db.query(`
      create table boxes (company_id bigint, id bigint, status text, is_heavy boolean);
      create table box_counts (company_id bigint, status text, is_heavy boolean, boxes bigint);
      insert into box_counts values
        (1, 'New', true, 1), (1, 'New', false, 2), (1, 'Sent', false, 4), (2, 'New', true, 8);
      insert into boxes
        select company_id, row_number() over (), status, is_heavy
        from box_counts, generate_series(1, boxes)`),
  );

  it.each<[number, Parameters<typeof boxes>[1], number]>([
    [1, {}, 7],
    [1, { status: 'New', isHeavy: false }, 2],
    [1, { isHeavy: false }, 6],
    [2, { status: 'Sent' }, 0],
    [2, {}, 8],
    [3, {}, 0],
  ])('company %i has with %j a total of %i on every page', async (companyId, filter, total) => {
    for (const page of [
      { page: 1, perPage: 50 },
      { page: 1, perPage: 3 },
      { page: 2, perPage: 50 },
      { page: 30, perPage: 50 },
    ]) {
      const found = await readListPage(createRun(db), boxes(companyId, filter), page);

      expect(found.total).toBe(total);
    }
  });

  it('come with the rows of a usual first page', async () => {
    const statements: string[] = [];
    const run: Run = (asked, ...given) => {
      statements.push(asked.text);
      return createRun(db)(asked, ...given);
    };

    const { rows } = await readListPage(run, boxes(1), { page: 1, perPage: 50 });

    expect(rows).toHaveLength(7);
    expect(statements).toHaveLength(1);
  });
});

describe('pages far from the first', () => {
  const COMPANY = 11;
  const PER_PAGE = 50;
  const ROWS = 6_000;
  const letters: ListSource = {
    name: 'letters',
    table: 'letters letter',
    columns: 'letter.id',
    owner: { company_id: COMPANY },
    where: [['letter.deleted_at is null']],
    order: 'letter.created_at desc, letter.id desc',
    storedTotal: ['(select count(*) from letters where deleted_at is null)'],
  };

  beforeAll(async () => {
    await db.query(`
      create table letters (
        id bigint generated always as identity primary key,
        company_id bigint not null,
        created_at timestamptz not null,
        deleted_at timestamptz
      );
      create index letters_newest on letters (company_id, created_at, id) where deleted_at is null`);
    await db.query(
      `insert into letters (company_id, created_at, deleted_at)
       select $1, now() - ($2::integer - n) / 3 * interval '1 minute',
         case when n % 100 = 0 then now() end
       from generate_series(1, $2::integer) n`,
      [COMPANY, ROWS],
    );
  });

  it('are what order, limit and offset answer, with the rows passed over in the index alone', async () => {
    const all: { id: number }[] = await db.query(
      'select id from letters where deleted_at is null order by created_at desc, id desc',
    );
    const offsets: unknown[] = [];
    const run: Run = (asked, ...given) => {
      const values: AnyValues = given[0] ?? {};
      if (asked.names.includes('offset')) offsets.push(values['offset']);
      return createRun(db)(asked, ...given);
    };
    for (const page of [22, 59, 60, 61, 118, 119, 120]) {
      const from = (page - 1) * PER_PAGE;
      expect(await readListPage(run, letters, { page, perPage: PER_PAGE })).toEqual({
        rows: all.slice(from, from + PER_PAGE),
        total: 5_940,
      });
    }
    expect(offsets).toEqual([1_050, 2_900, 2_940, 2_890, 40, 0]);
  });
});

describe('a search', () => {
  const COMPANY = 9;
  const search = async (term: string, page = 1, perPage = 50) => {
    const list: ListSource = {
      name: 'notes',
      table: 'notes note',
      columns: 'note.title',
      owner: { company_id: COMPANY },
      where: [],
      search: matchTerms('note.title', [term]),
      order: 'note.created_at desc, note.id desc',
    };
    const { rows, total } = await readListPage<{ title: string }>(createRun(db), list, {
      page,
      perPage,
    });
    return { titles: rows.map(({ title }) => title), total };
  };

  beforeAll(async () => {
    // Higher numbers are older; written in no order.
    for (const count of [999, 1_000, 1_001, 1_002]) {
      await db.query(
        `insert into notes (company_id, title, created_at)
         select $1, n || ' of ' || $2::text, $3::timestamptz - n * interval '1 second'
         from generate_series(1, $2::integer) n order by md5(n::text)`,
        [COMPANY, count, AT],
      );
    }
    await add('100% \\ wool', { companyId: COMPANY });
    await add('another 9 of 999', { companyId: COMPANY + 1 });
  });

  describe.each([999, 1_000, 1_001, 1_002])('that finds %i rows', (total) => {
    const titled = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${from + at} of ${total}`);

    it.each([
      ['its first page', 1, 50, titled(1, 50)],
      ['a first page of another size', 1, 3, titled(1, 3)],
      ['a later page', 4, 100, titled(301, 400)],
      ['its last page', 10, 100, titled(901, Math.min(total, 1_000))],
      ['its last row', total, 1, titled(total, total)],
      ['a page past its end', 22, 50, []],
      ['the last page that can be asked for', Number.MAX_SAFE_INTEGER, 50, []],
    ])('answers %s with a true total', async (_what, page, perPage, titles) => {
      expect(await search(` of ${total}`, page, perPage)).toEqual({ titles, total });
    });
  });

  it('takes the term as it is written', async () => {
    expect(await search('0% \\')).toEqual({ titles: ['100% \\ wool'], total: 1 });
    expect(await search('_')).toEqual({ titles: [], total: 0 });
  });

  it('finds nothing of what stands between the fields', async () => {
    await add(`one${FIELD_SEPARATOR}two`, { companyId: COMPANY });

    expect(await search(FIELD_SEPARATOR)).toEqual({ titles: [], total: 0 });
    expect(await search(`e${FIELD_SEPARATOR}t`)).toEqual({ titles: [], total: 0 });
  });
});
