import { MAX_TRANSACTION_MS } from '@svc/contracts';
import type { DataSource } from 'typeorm';

/** Shorter than a transaction's: a statement that takes too long is cancelled, and its connection stays. */
const MAX_STATEMENT_MS = MAX_TRANSACTION_MS - 500;

/**
 * Time-outs of sessions. The one of a transaction ends the connection, also one that waits for its client.
 *
 * They belong to the role, because PgBouncer refuses them as parameters of a connection.
 */
const DEFAULTS = {
  statement_timeout: `${MAX_STATEMENT_MS}ms`,
  lock_timeout: `${MAX_STATEMENT_MS}ms`,
  transaction_timeout: `${MAX_TRANSACTION_MS}ms`,
};

/** SQLSTATEs with which one of two fails that change a role at the same time, as processes of several databases may. */
const CHANGED_MEANWHILE = new Set(['23505', 'XX000']);
const ATTEMPTS = 10;

/** Sets the defaults of the connected role; they hold for sessions that begin after this one. */
export async function setSessionDefaults(db: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await setMissing(db);
      return;
    } catch (error) {
      const code = String(Reflect.get(error as object, 'code'));
      if (!CHANGED_MEANWHILE.has(code) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function setMissing(db: DataSource): Promise<void> {
  const [role] = await db.query<{ settings: string[] | null }[]>(
    'select rolconfig as settings from pg_roles where rolname = current_user',
  );
  const settings = new Set(role?.settings);
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (settings.has(`${name}=${value}`)) continue;
    await db.query(`alter role current_user set ${name} = '${value}'`);
  }
}
