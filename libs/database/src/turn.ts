import { createHash } from 'node:crypto';
import { textKey } from '@svc/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { runOn, statement } from './statement';
import { lockNotAvailable } from './violations';

/** The table in which turns are taken. A transaction deletes its rows again, so that others never see any. */
const CREATE = 'create table if not exists turns (name_hash bytea primary key)';

const HASHES = "select decode(hash, 'hex') from unnest(:hashes::text[]) as asked (hash)" as const;

// Always in the same order, so that two transactions that take several turns cannot block each other.
const insertTurns = statement<{ hashes: readonly string[] }>()(
  'enter_turns',
  `insert into turns (name_hash) ${HASHES} order by 1`,
);
const deleteTurns = statement<{ hashes: readonly string[] }>()(
  'leave_turns',
  `delete from turns where name_hash = any(array(${HASHES}))`,
);

const hashOf = (name: string): string => createHash('sha256').update(textKey(name)).digest('hex');

/** SQLSTATEs of one of two that create the same table at once. */
const CREATED_MEANWHILE = new Set(['23505', '42710', '42P07']);

/** Creates the table of turns in the schema, if it is missing. */
export async function prepareTurns(db: DataSource): Promise<void> {
  try {
    await db.query(CREATE);
  } catch (error) {
    if (!CREATED_MEANWHILE.has(String(Reflect.get(error as object, 'code')))) throw error;
  }
}

/**
 * Waits until no other transaction of the schema holds a turn with one of these names, which are compared
 * by their keys; the turns are held until the transaction, or its session, ends.
 *
 * An inserted row keeps others from inserting the same one until the transaction ends, even when the
 * row is deleted again at once. Advisory locks would not do: they belong to the whole database, and any
 * other context's role could take them and never release them.
 */
export async function takeTurns(tx: EntityManager, names: readonly string[]): Promise<void> {
  const run = runOn(tx);
  const hashes = [...new Set(names.map(hashOf))];
  await run(insertTurns, { hashes });
  await run(deleteTurns, { hashes });
}

/** The same for what has one name. */
export const takeTurn = (tx: EntityManager, name: string): Promise<void> => takeTurns(tx, [name]);

/** How long a process waits at once for a turn that may be held for as long as an index is built. */
const WAIT_MS = 500;

/**
 * Does work in a transaction that no other process does at the same time, for as long as it takes. The lock of
 * the table keeps nobody from taking turns, and writes nothing, so that no cursor waits for the transaction.
 *
 * An index that is built concurrently waits for every transaction that looked at a catalog before, as one does
 * that waits for the lock: each attempt to take it is a transaction of its own.
 */
export async function inLongTurn(
  db: DataSource,
  work: (tx: EntityManager) => Promise<void>,
): Promise<void> {
  let isTaken = false;
  const attempt = async (tx: EntityManager): Promise<void> => {
    await tx.query(`set local lock_timeout = ${WAIT_MS}`);
    await tx.query('lock table turns in share update exclusive mode');
    isTaken = true;
    await tx.query('set local lock_timeout = 0');
    await work(tx);
  };
  for (;;) {
    try {
      return await db.transaction(attempt);
    } catch (error) {
      if (isTaken || !lockNotAvailable(error)) throw error;
    }
  }
}
