import { createLogger } from '@svc/logging';
import { eventually, createTestDatabase, type TestDatabase } from '@svc/testing';
import { Client } from 'pg';
import { gatewayMigrations } from '../src/persistence/data-source';
import { holdSoleGateway } from '../src/persistence/sole-gateway';

const log = createLogger({ name: 'gateway', level: 'silent' });

describe('the sole gateway of a database', () => {
  let database: TestDatabase;
  const replaced: Error[] = [];
  const holding: { release(): Promise<void> }[] = [];
  const hold = async (graceMs = 100, isShared = false) => {
    const held = await holdSoleGateway({
      url: database.url,
      isShared,
      log,
      graceMs,
      onReplaced: (error) => void replaced.push(error),
    });
    holding.push(held);
    return held;
  };
  /** A restart of PostgreSQL does this to the holder. */
  const disconnectHolder = () =>
    database.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'gateway: sole gateway'`,
    );
  /** Connections that hold the lock, or wait for it. */
  const connectionsOfLock = async (isGranted: boolean) => {
    const rows: { pid: number }[] = await database.db.query(
      `select pid from pg_locks where relation = 'sole_gateway'::regclass and granted = $1`,
      [isGranted],
    );
    return rows.map(({ pid }) => pid);
  };
  const isHeld = async () => (await connectionsOfLock(true)).length > 0;
  const isWaitedFor = async () => (await connectionsOfLock(false)).length > 0;

  beforeEach(async () => {
    database = await createTestDatabase({ context: 'gateway', migrations: gatewayMigrations });
    replaced.length = 0;
  });
  afterEach(async () => {
    // A connection left by a failed test would keep the run from ending.
    for (const { release } of holding.splice(0)) await release();
    await database.close();
  });

  it('lets no second one start, and says why', async () => {
    const first = await hold();

    await expect(hold()).rejects.toThrow(/Another gateway runs on this database.*REDIS_URL/);
    await first.release();
  });

  it('lets several start that share a store, and none beside them that does not', async () => {
    const first = await hold(100, true);
    const second = await hold(100, true);

    await expect(hold()).rejects.toThrow('Another gateway runs on this database');
    await first.release();
    await expect(hold()).rejects.toThrow('Another gateway runs on this database');
    await second.release();
    const sole = await hold();
    await expect(hold(100, true)).rejects.toThrow('Another gateway runs on this database');
    await sole.release();
  });

  it('is kept from starting by no lock that any role of the database can take', async () => {
    const anybody = database.db.createQueryRunner();
    await expect(
      anybody.query('select pg_advisory_lock(7041003, hashtext(current_schema()))'),
    ).rejects.toThrow('permission denied for function pg_advisory_lock');

    await (await hold()).release();
    await anybody.release();
  });

  it('holds back no vacuum for as long as it runs', async () => {
    const first = await hold();

    const [held]: object[] = await database.db.query(
      `select state, backend_xid, backend_xmin from pg_stat_activity
       where datname = current_database() and application_name = 'gateway: sole gateway'`,
    );
    expect(held).toEqual({ state: 'idle in transaction', backend_xid: null, backend_xmin: null });
    await first.release();
  });

  it('waits for a predecessor that is about to be gone', async () => {
    const first = await hold();
    const second = hold(5_000);
    await first.release();

    await (await second).release();
  });

  it('takes its place again after a restart of the database', async () => {
    const first = await hold();
    const [before] = await connectionsOfLock(true);
    await disconnectHolder();

    // Any earlier, the lock would be free for a moment.
    await eventually(async () => {
      const holders = await connectionsOfLock(true);
      expect(holders.length).toBe(1);
      expect(holders).not.toEqual([before]);
    });
    await expect(hold(0)).rejects.toThrow('Another gateway');
    expect(replaced).toEqual([]);
    await first.release();
  });

  describe('that has lost its place to another', () => {
    let other: Client;
    /** Waits in PostgreSQL's queue and takes the lock when the holder loses it. */
    async function giveWayToOther(): Promise<void> {
      other = new Client({ connectionString: database.url });
      other.on('error', () => undefined);
      await other.connect();
      await other.query('begin');
      const taken = other.query('lock table sole_gateway in exclusive mode');
      await disconnectHolder();
      await taken;
    }
    afterEach(() => other.end());

    it('gives up', async () => {
      const first = await hold();
      await giveWayToOther();

      await eventually(() => expect(replaced.length).toBe(1));
      await first.release();
    });

    it('does not take it again once it is released, and says nothing', async () => {
      const first = await hold(5_000);
      await giveWayToOther();
      await eventually(async () => expect(await isWaitedFor()).toBe(true));

      await first.release();
      await other.end();

      await eventually(async () => expect(await isHeld()).toBe(false));
      await (await hold(0)).release();
      expect(replaced).toEqual([]);
    });
  });
});
