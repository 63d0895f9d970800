import { createHash } from 'node:crypto';
import { textKey } from '@svc/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { createRun, statement } from './statement';
import { isLockTimeout } from './violations';

/** A transaction deletes its row at once, so that others never see any. */
const CREATE = 'create table if not exists name_locks (name_hash bytea primary key)';

const HASHES = "select decode(hash, 'hex') from unnest(:hashes::text[]) as given (hash)" as const;

// Ordered, so that two transactions cannot deadlock.
const insertLocks = statement<{ hashes: readonly string[] }>()(
  'insert_name_locks',
  `insert into name_locks (name_hash) ${HASHES} order by 1`,
);
const deleteLocks = statement<{ hashes: readonly string[] }>()(
  'delete_name_locks',
  `delete from name_locks where name_hash = any(array(${HASHES}))`,
);

const hashName = (name: string): string => createHash('sha256').update(textKey(name)).digest('hex');

const CREATED_MEANWHILE = new Set(['23505', '42710', '42P07']);

export async function createLockTable(db: DataSource): Promise<void> {
  try {
    await db.query(CREATE);
  } catch (error) {
    if (!CREATED_MEANWHILE.has(String(Reflect.get(error as object, 'code')))) throw error;
  }
}

/**
 * Locks names, compared by `textKey`, until the transaction ends: an inserted row blocks others with the same
 * name even after its deletion. Advisory locks belong to the whole database: the role of any context could hold
 * them.
 */
export async function lockNames(tx: EntityManager, names: readonly string[]): Promise<void> {
  const run = createRun(tx);
  const hashes = [...new Set(names.map(hashName))];
  await run(insertLocks, { hashes });
  await run(deleteLocks, { hashes });
}

export const lockName = (tx: EntityManager, name: string): Promise<void> => lockNames(tx, [name]);

const MAX_WAIT_MS = 500;

/**
 * Runs work that no other process of the schema runs at the same time; locking names still works meanwhile.
 * `create index concurrently` waits for every older transaction, even one that waits for this lock: so each
 * attempt is a short transaction.
 */
export async function runExclusively(
  db: DataSource,
  work: (tx: EntityManager) => Promise<void>,
): Promise<void> {
  let isLocked = false;
  const attempt = async (tx: EntityManager): Promise<void> => {
    await tx.query(`set local lock_timeout = ${MAX_WAIT_MS}`);
    await tx.query('lock table name_locks in share update exclusive mode');
    isLocked = true;
    await tx.query('set local lock_timeout = 0');
    await work(tx);
  };
  for (;;) {
    try {
      return await db.transaction(attempt);
    } catch (error) {
      if (isLocked || !isLockTimeout(error)) throw error;
    }
  }
}
