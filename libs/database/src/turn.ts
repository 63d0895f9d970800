import type { DataSource, EntityManager } from 'typeorm';
import { runOn, statement } from './statement';

/** The table in which turns are taken; it is empty for everyone but who takes one. */
const CREATE = 'create table if not exists turns (name_hash bytea primary key)';

const NAME_HASHES = `
  select distinct sha256(convert_to(lower(name collate pg_c_utf8), 'UTF8'))
  from unnest(:names::text[]) as asked (name)` as const;

// In one order, so that two who take several turns wait for each other instead of blocking each other.
const insertTurns = statement<{ names: readonly string[] }>()(
  'enter_turns',
  `insert into turns (name_hash) ${NAME_HASHES} order by 1`,
);
const deleteTurns = statement<{ names: readonly string[] }>()(
  'leave_turns',
  `delete from turns where name_hash = any(array(${NAME_HASHES}))`,
);

/** SQLSTATEs of one of two that create the same table at once. */
const CREATED_MEANWHILE = new Set(['23505', '42710', '42P07']);

/** Makes sure that turns can be taken in the schema. */
export async function prepareTurns(db: DataSource): Promise<void> {
  try {
    await db.query(CREATE);
  } catch (error) {
    if (!CREATED_MEANWHILE.has(String(Reflect.get(error as object, 'code')))) throw error;
  }
}

/**
 * Waits until no other transaction of the schema has its turn at what has one of these names, in
 * whichever case; the turns end with the transaction, or with its session.
 *
 * Whoever inserts a row keeps others from inserting the same one until the transaction ends, even
 * when the row is deleted again at once. Advisory locks belong to the whole database: any other
 * context's role could take them and never let go.
 */
export async function takeTurns(tx: EntityManager, names: readonly string[]): Promise<void> {
  const run = runOn(tx);
  await run(insertTurns, { names });
  await run(deleteTurns, { names });
}

/** The same for what has one name. */
export const takeTurn = (tx: EntityManager, name: string): Promise<void> => takeTurns(tx, [name]);
